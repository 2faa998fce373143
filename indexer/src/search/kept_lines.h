// Keeps lines of a text with a match, and the lines around them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "indexer/search/text_search.h"
#include "search/matching_lines.h"

namespace waymark::indexer {

// Counts lines as it goes: each part of the text is read once.
class LineKeeper {
 public:
  // The text must outlive it.
  LineKeeper(std::string_view text, std::uint32_t before, std::uint32_t after)
      : text_(text), before_(before), after_(after) {}

  // REQUIRES: a later line than the last one.
  void Keep(const MatchingLine& line);

  // The kept lines in order. Call once, at the end.
  std::vector<FoundLine> Take();

 private:
  // Adds the lines after the last match that begin before `end`.
  void KeepAfter(std::size_t end);
  void Add(std::size_t begin, std::size_t end, std::size_t shown_at, std::uint32_t column);

  const std::string_view text_;
  const std::uint32_t before_;
  const std::uint32_t after_;
  std::size_t kept_end_ = 0;      // where the line after the last kept one begins
  std::uint32_t after_left_ = 0;  // lines after the last match that are still to be kept
  std::size_t counted_ = 0;       // a line begins here,
  std::uint32_t line_ = 1;        // with this number
  std::vector<FoundLine> lines_;
};

}  // namespace waymark::indexer
