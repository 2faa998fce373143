#include "extract/declarations/ref_qualifier.h"

#include <algorithm>

namespace waymark::indexer {

std::string_view RefQualifierIn(std::string_view behind) {
  constexpr std::string_view kBefore[] = {"const", "volatile"};
  const auto skip_space = [&] {
    behind.remove_prefix(std::min(behind.find_first_not_of(" \t\r\n"), behind.size()));
  };
  skip_space();
  for (const std::string_view word : kBefore) {
    if (!behind.starts_with(word)) continue;
    behind.remove_prefix(word.size());
    skip_space();
  }
  if (!behind.starts_with('&')) return {};
  return behind.substr(0, behind.starts_with("&&") ? 2 : 1);
}

}  // namespace waymark::indexer
