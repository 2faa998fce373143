// Finds the symbols of a view that frames mean (frames.h).
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

// For each frame the innermost symbol at its line, if the frame has no function or the line is in
// that function. Otherwise the lines have moved, and the symbol of the file with the function's
// name nearest to the line is taken. At the top level of a file or namespace, the definitions
// before and after the line; the file if it has none.
//
// A path from another checkout or an installed package means the file that shares its last
// components: at least two, so that `wrappers.py` of a library is not that of the repository. A
// name alone means a file at the root only if the directory has the name of the repository or the
// file has the function. Frames that fit more than kMaxFrameFiles files are left out.
FrameSymbols SymbolsAt(const graph::ReadView& view, const std::vector<Frame>& frames);

}  // namespace waymark::retrieval
