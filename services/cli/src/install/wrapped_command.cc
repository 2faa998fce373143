#include "install/wrapped_command.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "install/install_clients.h"

namespace waymark::services {
namespace {

constexpr std::string_view kProxyCommand = "proxy";
constexpr std::string_view kBeforeCommand = "--";

std::string_view At(std::string_view file, TextRange range) {
  return file.substr(range.begin, range.end - range.begin);
}

// The text between the quotes; words that matter here need no escapes.
std::string_view Word(std::string_view file, TextRange range) {
  const std::string_view quoted = At(file, range);
  return quoted.size() < 2 ? quoted : quoted.substr(1, quoted.size() - 2);
}

// The position of the first word that is not the proxy's; the number of words if there is none.
// No value if the words do not begin with those of a proxy.
std::optional<std::size_t> FirstOwnWord(std::string_view file, const CommandInFile& command) {
  if (!command.words.has_value()) return std::nullopt;
  const std::vector<TextRange>& words = command.words->words;
  const std::size_t first = command.program.has_value() ? 0 : 1;
  if (words.size() <= first || Word(file, words[first]) != kProxyCommand) return std::nullopt;
  const std::string_view program = Word(file, command.program.value_or(words.front()));
  if (program.substr(program.rfind('/') + 1) != kProgramName) return std::nullopt;
  const auto mark = std::find_if(words.begin(), words.end(), [&](TextRange range) {
    return Word(file, range) == kBeforeCommand;
  });
  if (mark == words.end() || mark + 1 == words.end()) return std::nullopt;
  return static_cast<std::size_t>(mark - words.begin()) + 1;
}

std::string JsonWord(std::string_view word) {
  return nlohmann::json(word).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Behind the comma that follows a word, and the blank with which Wrapped() writes it.
std::size_t BehindComma(std::string_view file, std::size_t end) {
  const std::size_t comma = file.find_first_not_of(" \t\r\n", end);
  if (comma == std::string_view::npos || file[comma] != ',') return end;
  return file.substr(comma + 1).starts_with(' ') ? comma + 2 : comma + 1;
}

}  // namespace

bool IsWrapped(std::string_view file, const CommandInFile& command) {
  return FirstOwnWord(file, command).has_value();
}

std::string Wrapped(std::string_view file, const CommandInFile& command, std::string_view server,
                    std::string_view program, std::string_view before_new_list) {
  std::string words = fmt::format("{}, \"--name\", {}, {}", JsonWord(kProxyCommand),
                                  JsonWord(server), JsonWord(kBeforeCommand));
  std::string result(file);
  if (!command.program.has_value()) {
    return result.insert(command.words->range.begin + 1,
                         fmt::format("{}, {}, ", JsonWord(program), words));
  }
  const TextRange there = *command.program;
  words += fmt::format(", {}", At(file, there));
  const auto replace_program = [&] {
    result.replace(there.begin, there.end - there.begin, JsonWord(program));
  };
  if (!command.words.has_value()) {
    result.insert(there.end, fmt::format("{}[{}]", before_new_list, words));
    replace_program();
    return result;
  }
  if (!command.words->words.empty()) words += ", ";
  const std::size_t list = command.words->range.begin + 1;
  // The later change first, so that the other one keeps its place.
  if (list > there.begin) {
    result.insert(list, words);
    replace_program();
  } else {
    replace_program();
    result.insert(list, words);
  }
  return result;
}

std::string Unwrapped(std::string_view file, const CommandInFile& command) {
  const std::vector<TextRange>& words = command.words->words;
  const std::size_t own = FirstOwnWord(file, command).value_or(0);
  const std::size_t list = command.words->range.begin + 1;
  std::string result(file);
  if (!command.program.has_value()) {
    return result.erase(list, BehindComma(file, words[own - 1].end) - list);
  }
  const TextRange there = *command.program;
  const std::string program(At(file, words[own]));
  const std::size_t rest = BehindComma(file, words[own].end);
  const auto replace_program = [&] {
    result.replace(there.begin, there.end - there.begin, program);
  };
  if (list > there.begin) {
    result.erase(list, rest - list);
    replace_program();
  } else {
    replace_program();
    result.erase(list, rest - list);
  }
  return result;
}

}  // namespace waymark::services
