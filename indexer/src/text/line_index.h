// Converts byte offsets to lines and columns.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "graph/records.h"

namespace waymark::indexer {

class LineIndex {
 public:
  // Reusable for one text after the other.
  void Reset(std::string_view bytes);

  // Number of lines; a last line without newline counts.
  std::uint32_t line_count() const { return line_count_; }

  // 1-based. Constant time if the offset is near the previous one, else logarithmic.
  Position At(std::uint32_t byte);

 private:
  std::vector<std::uint32_t> starts_;  // of each line, and one sentinel past the end
  std::uint32_t line_count_ = 0;
  std::size_t last_ = 0;  // index of the line found last
};

}  // namespace waymark::indexer
