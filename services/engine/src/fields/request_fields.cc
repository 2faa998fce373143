#include "services/request_fields.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace waymark::services {

std::string CommandWord(std::string_view word) {
  std::string written(word);
  std::replace(written.begin(), written.end(), '_', '-');
  return written;
}

bool KnowsWord(const RequestField& field, std::string_view word) {
  const std::vector<std::string_view> words = field.value.words();
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string ListOf(std::span<const std::string_view> words, std::string_view before_last) {
  return fmt::format("{}{}{}", fmt::join(words.first(words.size() - 1), ", "), before_last,
                     words.back());
}

std::string HelpOf(const RequestField& field) {
  if (!field.help.ends_with(':')) return std::string(field.help);
  return fmt::format("{} {}", field.help, ListOf(field.value.words()));
}

}  // namespace waymark::services
