// The lines of a text, without line ends.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace waymark::retrieval {

// Calls visitor(std::string_view line) for each line; a final line end does not begin another line.
template <typename Visitor>
void ForEachLine(std::string_view text, const Visitor& visitor) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    visitor(text.substr(begin, end - begin));
    begin = end + 1;
  }
}

}  // namespace waymark::retrieval
