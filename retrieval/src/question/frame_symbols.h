// The symbols of a view that frames mean (frames.h).
#pragma once

#include <string>
#include <vector>

#include "graph/read_view.h"
#include "question/frames.h"

namespace waymark::retrieval {

struct FrameSymbols {
  std::vector<SymbolId> symbols;    // at each place, in order of frames, distinct
  std::vector<std::string> places;  // "path:line", as written, where a symbol was found
  std::vector<FileId> moved_in;     // of each frame whose function its only file has elsewhere
};

// Of each frame the innermost symbol at its line, when the frame tells no function or that is in
// the function; else, the lines having moved, what the file has by the function's name, nearest to
// the line. At the top level, in a file or namespace, the definitions before and after the line;
// the file where it has none.
//
// A path of another checkout or an installed package means the file that shares its last
// components: two at least, so that `wrappers.py` of a library is not that of the repository, or
// the name alone of a file at the root, when the directory is called like the repository or the
// file has the function. What more than kMaxFrameFiles files could be is left out.
FrameSymbols SymbolsAt(const graph::ReadView& view, const std::vector<Frame>& frames);

}  // namespace waymark::retrieval
