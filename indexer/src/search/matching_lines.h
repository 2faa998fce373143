// Finds the lines of a text that a pattern matches.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string_view>

#include <absl/status/status.h>

#include "search/pattern.h"

namespace waymark::indexer {

// Bytes of text between two looks at whether the search was cancelled; a longer line is searched as
// a whole.
inline constexpr std::size_t kSearchedAtOnce = 8 << 10;

// Bytes [begin, end) of a text, without the line end, and the first match in them.
struct MatchingLine {
  std::size_t begin = 0;
  std::size_t end = 0;
  TextMatch match;
};

// Calls `visit` for each line with a match, in order, until it returns false. The place behind the
// last line end is no line. REQUIRES: `text` is valid UTF-8. Errors: Cancelled; ResourceExhausted,
// with the line, if a limit of text_search.h is reached.
absl::Status VisitMatchingLines(std::string_view text, const Pattern& pattern, Matcher& matcher,
                                const std::atomic<bool>* cancelled,
                                const std::function<bool(const MatchingLine&)>& visit);

}  // namespace waymark::indexer
