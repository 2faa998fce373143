#include "help/reference_text.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace waymark::services {
namespace {

constexpr ReferenceEntry kReferenceExitCodes[] = {
    {"0", "It is done."},
    {"1", "It was refused, or nothing was found; the reason is on standard error."},
    {"2", "The arguments are wrong."},
    {"3", "The store or the daemon failed."},
    {"128+N", "The signal N ended it."},
};

bool IsPartOfAWord(char c) {
  return c == '_' || c == '-' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

bool HasWord(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !IsPartOfAWord(text[at - 1])) &&
        (end == text.size() || !IsPartOfAWord(text[end]))) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::span<const ReferenceEntry> ExitCodes() { return kReferenceExitCodes; }

std::string ArgumentValue(const OptionRow& argument) {
  const bool is_open = argument.is_repeatable && !argument.value.ends_with("...");
  return argument.value + (is_open ? "..." : "");
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
  if (option.is_required && !option.names.front().starts_with('-')) return meaning;
  return option.is_required ? meaning + " It must be given." : meaning;
}

}  // namespace waymark::services
