// The authors of the commits that changed a symbol, as far as the history goes (graph/history.h).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "graph/history.h"
#include "graph/read_view.h"

namespace waymark::retrieval {

struct Author {
  std::string_view name;      // as in the history
  std::uint32_t commits = 0;  // number of the author's commits that changed the symbol
  std::uint32_t newest = 0;   // the newest of these; 0 is the newest of the history
};

// Authors of the commits that changed lines of a definition of the symbol's name in its file, or,
// for a file, any of its lines. Ordered by number of commits, then the newest first. Commits
// without facts in the history do not count. Cost: O(touches of the history).
std::vector<Author> AuthorsOf(const graph::ReadView& view, const graph::History& history,
                              SymbolId symbol);

}  // namespace waymark::retrieval
