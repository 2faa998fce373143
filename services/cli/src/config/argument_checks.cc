#include "config/argument_checks.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "graph/ascii.h"
#include "services/listen_address.h"

namespace waymark::services {
namespace {

struct Unit {
  std::string_view name;  // in lower case
  unsigned shift;
};

constexpr Unit kUnits[] = {
    {"", 0},     {"b", 0},  {"k", 10},  {"kb", 10},  {"kib", 10}, {"m", 20},  {"mb", 20},
    {"mib", 20}, {"g", 30}, {"gb", 30}, {"gib", 30}, {"t", 40},   {"tb", 40}, {"tib", 40},
};

// Removes the digits at the start of `text` and returns the number; nothing if there are none, or
// too many.
std::optional<std::uint64_t> TakeNumber(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<std::uint64_t> ParseByteCount(std::string_view text) {
  const std::optional<std::uint64_t> number = TakeNumber(text);
  if (!number.has_value()) return std::nullopt;
  const std::string unit_name = LowerCase(text);
  const auto* const unit = std::find_if(std::begin(kUnits), std::end(kUnits),
                                        [&](const Unit& known) { return known.name == unit_name; });
  if (unit == std::end(kUnits) || *number > UINT64_MAX >> unit->shift) return std::nullopt;
  return *number << unit->shift;
}

}  // namespace

std::string ListedWords(std::span<const std::string> words) {
  return fmt::format("{}", fmt::join(words, std::string_view(&kBetweenWords, 1)));
}

std::vector<std::string> SplitWords(std::string_view listed) {
  return CLI::detail::split(std::string(listed), kBetweenWords);
}

std::vector<std::string> WordsOf(CLI::Option& option) {
  std::vector<std::string> words;
  try {
    for (int i = 0;; ++i) {
      const std::string& listed = option.get_validator(i)->get_name();
      if (!listed.empty()) words = SplitWords(listed);
    }
  } catch (const CLI::OptionNotFound&) {  // that was the last one
  }
  return words;
}

std::string NoneOf(std::string_view written, std::span<const std::string> names) {
  const std::optional<std::string> nearest = NearestName(written, names);
  return fmt::format("'{}' is none of: {}{}", written, fmt::join(names, ", "),
                     nearest.has_value() ? fmt::format("; did you mean '{}'?", *nearest) : "");
}

CLI::Validator WholeNumber(std::uint64_t low, std::uint64_t high) {
  return {[low, high](const std::string& text) -> std::string {
            std::string_view rest = text;
            const std::optional<std::uint64_t> number = TakeNumber(rest);
            if (number.has_value() && rest.empty() && *number >= low && *number <= high) return "";
            return fmt::format("'{}' is not a whole number from {} to {}", text, low, high);
          },
          ""};
}

CLI::Validator NumberBetween(double low, double high) {
  return {[low, high](const std::string& text) -> std::string {
            double number = 0;
            const char* const last = text.data() + text.size();
            const auto [end, error] = std::from_chars(text.data(), last, number);
            if (error == std::errc{} && end == last && number >= low && number <= high) return "";
            return fmt::format("'{}' is not a number from {} to {}", text, low, high);
          },
          ""};
}

void AddCursorOption(CLI::App& app, std::string& cursor) {
  app.add_option("--cursor", cursor,
                 "The page after the one that named this cursor (default: the first)")
      ->type_name("CURSOR")
      ->check(NotBlank("give the cursor that an answer ends with"));
}

CLI::Validator IsListenAddress() {
  return {[](const std::string& text) -> std::string {
            return ReadListenAddress(text).has_value() ? "" : "say PORT, HOST:PORT or [IPV6]:PORT";
          },
          ""};
}

CLI::Validator OneOf(std::vector<std::string> names) {
  const std::string listed = ListedWords(names);
  return {[names = std::move(names)](const std::string& text) -> std::string {
            const bool known = std::find(names.begin(), names.end(), text) != names.end();
            return known ? "" : NoneOf(text, names);
          },
          "", listed};
}

CLI::Validator NotBlank(std::string advice) {
  return {[advice = std::move(advice)](const std::string& text) -> std::string {
            const bool blank = text.find_first_not_of(" \t\r\n\v\f") == std::string::npos;
            return blank ? fmt::format("it is empty; {}", advice) : "";
          },
          ""};
}

CLI::Validator ByteCount(std::uint64_t low) {
  return {[low](std::string& text) -> std::string {
            const std::optional<std::uint64_t> bytes = ParseByteCount(text);
            if (!bytes.has_value()) {
              return fmt::format("'{}' is not a size; write one such as 512MiB or 2GiB", text);
            }
            if (*bytes < low) {
              return fmt::format("{} is too little; at least {}MiB are needed", text, low >> 20);
            }
            text = std::to_string(*bytes);
            return "";
          },
          ""};
}

}  // namespace waymark::services
