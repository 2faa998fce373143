#include "text/line_index.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace waymark::indexer {

namespace {

constexpr int kNearLines = 8;  // searched linearly before the binary search

}  // namespace

void LineIndex::Reset(std::string_view bytes) {
  starts_.assign(1, 0);
  const char* const begin = bytes.data();
  const char* const end = begin + bytes.size();
  for (const char* at = begin; at < end;) {
    const void* newline = std::memchr(at, '\n', static_cast<std::size_t>(end - at));
    if (newline == nullptr) break;
    at = static_cast<const char*>(newline) + 1;
    starts_.push_back(static_cast<std::uint32_t>(at - begin));
  }
  line_count_ =
      static_cast<std::uint32_t>(starts_.size() - (starts_.back() == bytes.size() ? 1 : 0));
  starts_.push_back(std::numeric_limits<std::uint32_t>::max());
  last_ = 0;
}

Position LineIndex::At(std::uint32_t byte) {
  std::size_t line = last_;
  if (byte < starts_[line]) {
    line = 0;
  } else {
    for (int step = 0; step < kNearLines && byte >= starts_[line + 1]; ++step) ++line;
  }
  if (byte < starts_[line] || byte >= starts_[line + 1]) {
    const auto after =
        std::upper_bound(starts_.begin() + static_cast<std::ptrdiff_t>(line), starts_.end(), byte);
    line = static_cast<std::size_t>(after - starts_.begin()) - 1;
  }
  last_ = line;
  return {static_cast<std::uint32_t>(line + 1), byte - starts_[line] + 1};
}

}  // namespace waymark::indexer
