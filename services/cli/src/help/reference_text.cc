#include "help/reference_text.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "services/whole_word.h"

namespace waymark::services {
namespace {

constexpr ReferenceEntry kReferenceExitCodes[] = {
    {"0", "It is done."},
    {"1",
     "It was refused, or nothing was found; the reason is on standard error, and with --format "
     "json, gcx or xml on standard output too."},
    {"2", "The arguments are wrong."},
    {"3", "The store, the daemon or standard output failed."},
    {"4", "A condition of `blast-radius --fail-on` applies; the answer is on standard output."},
    {"128+N", "The signal N ended it."},
};

}  // namespace

std::span<const ReferenceEntry> ExitCodes() { return kReferenceExitCodes; }

std::string ArgumentValue(const OptionRow& argument) {
  return argument.value + (argument.is_repeatable ? "..." : "");
}

bool IsBehindOptions(const OptionRow& argument) { return argument.value.starts_with("-- "); }

std::string UsageLine(const CommandOptions& command) {
  std::string usage = fmt::format("waymark {}", command.row->name);
  const auto add = [&](bool is_behind) {
    for (const OptionRow& argument : command.arguments) {
      if (IsBehindOptions(argument) != is_behind) continue;
      const std::string value = ArgumentValue(argument);
      usage += argument.is_required ? " " + value : fmt::format(" [{}]", value);
    }
  };
  add(false);
  usage += " [OPTION...]";
  add(true);
  return usage;
}

std::string OptionMeaning(const OptionRow& option) {
  std::string meaning = option.description;
  if (!meaning.ends_with('.')) meaning += '.';
  const bool is_listed =
      std::all_of(option.words.begin(), option.words.end(), [&option](const std::string& word) {
        return HasWord(option.value, word) || HasWord(option.description, word);
      });
  if (!is_listed) {
    const bool is_list = option.kind == ValueKind::kWords;
    meaning += fmt::format(" {}: {}.", is_list ? "Some of these, with commas" : "One of",
                           fmt::join(option.words, ", "));
  }
  // The usage line shows which arguments are required.
  if (option.is_required && option.names.front().starts_with('-')) meaning += " It must be given.";
  return meaning;
}

std::vector<std::string> GroupsOf(const std::vector<OptionRow>& options) {
  std::vector<std::string> groups;
  for (const OptionRow& option : options) {
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) {
      groups.push_back(option.group);
    }
  }
  return groups;
}

std::string FilledText(std::string_view text, std::string (*written)(std::string_view)) {
  constexpr std::size_t kColumns = 78;
  std::string filled;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word = written(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (column != 0 && column + 1 + word.size() > kColumns) {
      filled += '\n';
      column = 0;
    }
    if (column != 0) filled += ' ';
    filled += word;
    column += word.size() + 1;
  }
  return filled + "\n";
}

}  // namespace waymark::services
