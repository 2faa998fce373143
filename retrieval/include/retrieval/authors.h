// Who wrote the commits that changed a symbol, as far as the history goes (graph/history.h).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "graph/history.h"
#include "graph/read_view.h"

namespace waymark::retrieval {

struct Author {
  std::string_view name;      // of the history
  std::uint32_t commits = 0;  // of theirs, those that changed the symbol
  std::uint32_t newest = 0;   // of these; 0 is the newest of the history
};

// Authors of the commits that changed lines of a definition of the symbol's name in its file, or,
// for a file, any of its lines: by the number of their commits, then the newest first. Commits that
// the history leaves out of account count for nobody. Cost: O(touches of the history).
std::vector<Author> AuthorsOf(const graph::ReadView& view, const graph::History& history,
                              SymbolId symbol);

}  // namespace waymark::retrieval
