#include "help/reference_text.h"

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

}  // namespace

std::span<const ReferenceEntry> ExitCodes() { return kReferenceExitCodes; }

std::string ArgumentValue(const OptionRow& argument) {
  const bool is_open = argument.is_repeatable && !argument.value.ends_with("...");
  return argument.value + (is_open ? "..." : "");
}

std::string OptionMeaning(const OptionRow& option) {
  std::string meaning = option.description;
  if (!meaning.ends_with('.')) meaning += '.';
  const std::string listed = fmt::format("{}", fmt::join(option.words, "|"));
  if (!option.words.empty() && option.value != listed) {
    const bool is_list = option.kind == ValueKind::kWords;
    meaning += fmt::format(" {}: {}.", is_list ? "Some of these, with commas" : "One of",
                           fmt::join(option.words, ", "));
  }
  if (option.is_required && !option.names.front().starts_with('-')) return meaning;
  return option.is_required ? meaning + " It must be given." : meaning;
}

}  // namespace waymark::services
