// Places that a question names by file and line: the frames of a stack trace, the position of a
// compiler's message. Pure text first, then symbols of a view.
//
//   src/app.py:12  db/db_impl.cc:1130:5  (Service.java:50)  File "src/app.py", line 12
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

struct Frame {
  std::string path;  // as written, perhaps of another machine
  std::uint32_t line = 0;

  bool operator==(const Frame&) const = default;
};

// The innermost call first, as traces are written but for those that say that the most recent call
// is last; distinct, the first kMaxMentions.
std::vector<Frame> FindFrames(std::string_view text);

struct FrameSymbols {
  std::vector<SymbolId> symbols;    // the innermost at each place, in order of frames, distinct
  std::vector<std::string> places;  // "path:line", as the view was asked, where it has a symbol
};

// A path of another checkout or an installed package means the file that shares its last
// components: two at least, so that `wrappers.py` of a library is not that of the repository. What
// more than kMaxFrameFiles files could be is left out.
FrameSymbols SymbolsAt(const graph::ReadView& view, const std::vector<Frame>& frames);

}  // namespace waymark::retrieval
