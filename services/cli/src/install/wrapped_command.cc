#include "install/wrapped_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "install/install_clients.h"

namespace waymark::services {
namespace {

constexpr std::string_view kProxyCommand = "proxy";
constexpr std::string_view kNameOption = "--name";
constexpr std::string_view kBeforeCommand = "--";
constexpr std::size_t kProxyWords = 4;  // from "proxy" to "--", as Wrapped() writes them

std::string_view At(std::string_view file, TextRange range) {
  return file.substr(range.begin, range.end - range.begin);
}

// The text between the quotes, of which a text of several lines has three; words that matter here
// need no escapes.
std::string_view Word(std::string_view file, TextRange range) {
  const std::string_view quoted = At(file, range);
  const bool is_long = quoted.starts_with("\"\"\"") || quoted.starts_with("'''");
  const std::size_t quotes = is_long ? 3 : 1;
  if (quoted.size() < 2 * quotes) return quoted;
  return quoted.substr(quotes, quoted.size() - 2 * quotes);
}

std::string_view ProgramOf(std::string_view file, const CommandInFile& command) {
  if (command.program.has_value()) return Word(file, *command.program);
  return Word(file, command.words->words.front());
}

bool IsNamedWaymark(std::string_view program) {
  return program.substr(program.rfind('/') + 1) == kProgramName;
}

// The position of the first word that is not the proxy's. No value if the words do not begin with
// those of a proxy.
std::optional<std::size_t> FirstOwnWord(std::string_view file, const CommandInFile& command) {
  if (!command.words.has_value()) return std::nullopt;
  const std::vector<TextRange>& words = command.words->words;
  const std::size_t first = command.program.has_value() ? 0 : 1;
  if (words.size() <= first || Word(file, words[first]) != kProxyCommand) return std::nullopt;
  std::size_t mark = first + 1;
  while (mark < words.size() && Word(file, words[mark]) != kBeforeCommand) {
    mark += Word(file, words[mark]) == kNameOption ? 2 : 1;
  }
  if (mark + 1 >= words.size()) return std::nullopt;
  // The program has another name where it was started by one of a link.
  const bool is_as_written =
      Word(file, words[first + 1]) == kNameOption && mark == first + kProxyWords - 1;
  if (!is_as_written && !IsNamedWaymark(ProgramOf(file, command))) return std::nullopt;
  return mark + 1;
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

std::vector<std::string> WordsAsWritten(std::string_view file, const CommandInFile& command) {
  std::vector<std::string> words;
  if (command.program.has_value()) words.emplace_back(At(file, *command.program));
  if (!command.words.has_value()) return words;
  for (const TextRange word : command.words->words) words.emplace_back(At(file, word));
  return words;
}

bool IsWrapped(std::string_view file, const CommandInFile& command) {
  return FirstOwnWord(file, command).has_value();
}

std::vector<std::string> OwnWords(std::string_view file, const CommandInFile& command) {
  const std::vector<std::string> all = WordsAsWritten(file, command);
  // The program is in none of the positions of the list.
  const std::size_t before =
      FirstOwnWord(file, command).value_or(0) + (command.program.has_value() ? 1 : 0);
  return {all.begin() + static_cast<std::ptrdiff_t>(before), all.end()};
}

bool StartsWaymark(std::string_view file, const CommandInFile& command, std::string_view program) {
  const std::string_view started = ProgramOf(file, command);
  return started == program || IsNamedWaymark(started);
}

std::vector<std::string> ProxyWords(std::string_view server, std::string_view program) {
  return {JsonWord(program), JsonWord(kProxyCommand), JsonWord(kNameOption), JsonWord(server),
          JsonWord(kBeforeCommand)};
}

std::string Wrapped(std::string_view file, const CommandInFile& command, std::string_view server,
                    std::string_view program, std::string_view before_new_list) {
  const std::vector<std::string> proxy = ProxyWords(server, program);
  std::string result(file);
  if (!command.program.has_value()) {
    return result.insert(command.words->range.begin + 1,
                         fmt::format("{}, ", fmt::join(proxy, ", ")));
  }
  std::string words = fmt::format("{}", fmt::join(proxy.begin() + 1, proxy.end(), ", "));
  const TextRange there = *command.program;
  words += fmt::format(", {}", At(file, there));
  const auto replace_program = [&] {
    result.replace(there.begin, there.end - there.begin, proxy.front());
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
