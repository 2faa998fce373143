// Checks of argument values, with their error messages.
//
// If the value is one of a few words, the name of the validator lists them, separated by
// kBetweenWords. Man pages and completions read them there.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>

#include "retrieval/edit_distance.h"

namespace waymark::services {

using retrieval::NearestName;

inline constexpr char kBetweenWords = '|';

// "gcf|json"
std::string ListedWords(std::span<const std::string> words);

// The words of such a list.
std::vector<std::string> SplitWords(std::string_view listed);

// The words that an option takes; empty if it takes other values.
std::vector<std::string> WordsOf(CLI::Option& option);

// "'cals' is none of: calls, imports; did you mean 'calls'?"
std::string NoneOf(std::string_view written, std::span<const std::string> names);

// A whole number from `low` to `high`.
CLI::Validator WholeNumber(std::uint64_t low, std::uint64_t high);

// A number from `low` to `high`, with decimals.
CLI::Validator NumberBetween(double low, double high);

// --cursor for an answer that has pages although its request has none.
void AddCursorOption(CLI::App& app, std::string& cursor);

// PORT, HOST:PORT or [IPV6]:PORT.
CLI::Validator IsListenAddress();

// One of these names.
CLI::Validator OneOf(std::vector<std::string> names);

// A text with something other than white space. `advice` says what to write.
CLI::Validator NotBlank(std::string advice);

// Converts "512MiB", "2g" or "1000000000" to a number of bytes. Units are powers of 1024.
CLI::Validator ByteCount(std::uint64_t low);

// Converts a name of an enumeration to its number.
template <typename Enum>
CLI::Validator NameOf(std::map<std::string, Enum> values) {
  std::vector<std::string> names;
  for (const auto& [name, value] : values) names.push_back(name);
  const std::string listed = ListedWords(names);
  const auto convert = [values = std::move(values),
                        names = std::move(names)](std::string& text) -> std::string {
    const auto found = values.find(text);
    if (found == values.end()) return NoneOf(text, names);
    text = std::to_string(static_cast<std::underlying_type_t<Enum>>(found->second));
    return "";
  };
  return {convert, "", listed};
}

}  // namespace waymark::services
