#include "output/refused_command.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "services/limits.h"
#include "services/shell_word.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kCommandThatWorks = "a command that works";
// Marks of places and options that a shell leaves as they are.
constexpr std::string_view kPlainMarks = ":=,@+%";

// Options that say which repository and which store are asked, with their values.
constexpr std::string_view kPlaceOptions[] = {"--repo",
                                              "--at",
                                              "--store",
                                              "--daemon",
                                              "--daemon-token-file",
                                              "--daemon-ca",
                                              "--daemon-certificate",
                                              "--daemon-key"};

// Options whose values name symbols and files.
constexpr std::string_view kNameOptions[] = {"--symbol", "--files"};

// The words of the command that was given.
Words& GivenWords() {
  static Words words;
  return words;
}

// "--limit" of "--limit=5" and of "--limit".
std::string_view OptionIn(std::string_view word) {
  return word.starts_with("--") ? word.substr(0, word.find('=')) : std::string_view();
}

// The end of the words of the option at `at`: after its value.
std::size_t EndOfOption(std::span<const std::string> words, std::size_t at) {
  const bool has_value = words[at].find('=') != std::string::npos;
  return std::min(words.size(), at + (has_value ? 1 : 2));
}

Words WithoutOption(std::span<const std::string> words, std::string_view option) {
  Words kept;
  for (std::size_t at = 0; at < words.size();) {
    const bool is_left_out = OptionIn(words[at]) == option;
    if (!is_left_out) kept.push_back(words[at]);
    at = is_left_out ? EndOfOption(words, at) : at + 1;
  }
  return kept;
}

// In front of the mark that ends options.
void AddOption(std::string_view option, const std::string& value, Words& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  words.insert(end, {std::string(option), value});
}

Words PlaceOptionsIn(std::span<const std::string> words) {
  Words place;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const bool is_place = std::find(std::begin(kPlaceOptions), std::end(kPlaceOptions),
                                    OptionIn(words[at])) != std::end(kPlaceOptions);
    if (!is_place) continue;
    const std::size_t end = EndOfOption(words, at);
    place.insert(place.end(), words.begin() + static_cast<std::ptrdiff_t>(at),
                 words.begin() + static_cast<std::ptrdiff_t>(end));
    at = end - 1;
  }
  return place;
}

bool IsEndOfPath(std::string_view whole, std::string_view end) {
  return whole == end || (whole.size() > end.size() && whole.ends_with(end) &&
                          whole[whole.size() - end.size() - 1] == '/');
}

// `word` with the change from `given` to `value` at its end. The word may name a place from another
// directory than `given` does. Nothing if it is not what was given.
std::optional<std::string> Changed(std::string_view word, const Remedy& remedy) {
  const std::string_view given = remedy.given;
  const std::string_view value = remedy.value;
  if (!IsEndOfPath(word, given) && !IsEndOfPath(given, word)) return std::nullopt;
  const auto [old_end, new_end] =
      std::mismatch(given.begin(), given.end(), value.begin(), value.end());
  const auto changed = static_cast<std::size_t>(given.end() - old_end);
  if (changed > word.size()) return std::nullopt;
  return fmt::format("{}{}", word.substr(0, word.size() - changed),
                     std::string_view(new_end, value.end()));
}

// Replaces the value of the option; false if it is none to replace.
bool ReplaceInOption(std::string_view option, const Remedy& remedy, Words& words) {
  for (std::size_t at = 1; at < words.size(); ++at) {
    if (OptionIn(words[at]) != option) continue;
    const bool has_value = words[at].size() > option.size();
    const std::size_t begin = has_value ? option.size() + 1 : 0;
    const std::size_t of_value = has_value ? at : at + 1;
    if (of_value >= words.size()) return false;
    std::string& word = words[of_value];
    const auto value = Changed(std::string_view(word).substr(begin), remedy);
    if (!value.has_value()) continue;
    word.replace(begin, std::string::npos, *value);
    return true;
  }
  return false;
}

bool IsAfterOption(std::span<const std::string> words, std::size_t at) {
  const std::string& before = words[at - 1];
  return before.starts_with('-') && before != "--" && before.find('=') == std::string::npos;
}

// Replaces the last word to replace that is no option, after the command; false if there is none.
// Which options are flags is not known here. So a word after an option, which may be its value,
// is replaced only with `after_options`.
bool ReplaceWord(const Remedy& remedy, bool after_options, Words& words) {
  for (std::size_t at = words.size(); at-- > 1;) {
    if (IsAfterOption(words, at) != after_options) continue;
    const auto value = Changed(words[at], remedy);
    if (!value.has_value()) continue;
    words[at] = *value;
    return true;
  }
  return false;
}

// Empty if no word is the one to replace.
Words Replaced(std::span<const std::string> words, const Remedy& remedy) {
  Words changed(words.begin(), words.end());
  const auto in_option = [&](std::string_view option) {
    return ReplaceInOption(option, remedy, changed);
  };
  const bool names_symbol = remedy.field.empty();
  const bool is_replaced =
      (names_symbol ? std::any_of(std::begin(kNameOptions), std::end(kNameOptions), in_option)
                    : in_option(NamesOf(remedy).option)) ||
      ReplaceWord(remedy, /*after_options=*/false, changed) ||
      (names_symbol && ReplaceWord(remedy, /*after_options=*/true, changed));
  return is_replaced ? changed : Words();
}

Words ChangedWords(const Remedy& remedy, std::span<const std::string> words) {
  if (remedy.kind == RemedyKind::kReplace) return Replaced(words, remedy);
  const std::string_view option = NamesOf(remedy).option;
  Words changed = WithoutOption(words, option);
  if (!remedy.value.empty()) AddOption(option, remedy.value, changed);
  return changed;
}

std::string Quoted(std::span<const std::string> words) {
  Words quoted;
  for (const std::string& word : words) quoted.push_back(ShellWord(word, kPlainMarks));
  return fmt::format("waymark {}", fmt::join(quoted, " "));
}

std::string CommandOfOutline(std::span<const std::string> words) {
  Words outline = {"outline"};
  const Words place = PlaceOptionsIn(words);
  outline.insert(outline.end(), place.begin(), place.end());
  return Quoted(outline);
}

// For a command that is too long to repeat.
std::string SameCommandWith(const Remedy& remedy) {
  if (remedy.kind == RemedyKind::kReplace) {
    return fmt::format("the same command with {} in place of {}", ShellQuoted(remedy.value),
                       ShellQuoted(remedy.given));
  }
  const std::string_view option = NamesOf(remedy).option;
  return remedy.value.empty()
             ? fmt::format("the same command without {}", option)
             : fmt::format("the same command with {} {}", option, ShellWord(remedy.value));
}

}  // namespace

std::string CommandOf(const Remedy& remedy, std::span<const std::string> words) {
  if (remedy.kind == RemedyKind::kStatus) return "waymark status";
  if (remedy.kind == RemedyKind::kOutline) return CommandOfOutline(words);
  const Words changed = ChangedWords(remedy, words);
  if (changed.empty()) return "";
  const std::string command = Quoted(changed);
  const bool fits_line = command.find('\n') == std::string::npos;
  return fits_line && command.size() <= kMaxRepeatedBytes ? command : SameCommandWith(remedy);
}

void AdviseAbout(int argc, char** argv) { GivenWords().assign(argv + 1, argv + argc); }

absl::Status WithCommand(const absl::Status& status) {
  const std::optional<Remedy> remedy = RemedyOf(status);
  const std::string command = remedy.has_value() ? CommandOf(*remedy, GivenWords()) : "";
  if (command.empty()) return status;
  return WithCallThatWorks(status, kCommandThatWorks, VisibleLine(command));
}

}  // namespace waymark::services
