// Backticks, with which fences and spans of Markdown begin and end.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace waymark::wire {

// A fence or span with more backticks than that cannot be ended by the text.
constexpr std::size_t LongestRunOfBackticks(std::string_view text) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace waymark::wire
