// Symbols that the same commits change, by the history (graph/history.h).
#pragma once

#include <vector>

#include "graph/history.h"
#include "graph/read_view.h"

namespace waymark::retrieval {

struct CoChange {
  SymbolId symbol = SymbolId::kNone;
  float share = 0;  // 0..1: common commits / commits that changed the asked symbol
};

// Finds the symbols with at least kLeastSharedChanges common commits: most common commits first,
// then in canonical order, at most kMaxCoChanged. A file has files as partners, another symbol has
// symbols. A commit changes the symbols whose names it has around changed lines;
// the types and files around the asked symbol are no partners. `out` is cleared.
// Cost: O(touches of the commits of the symbol's file).
void CoChangedWith(const graph::ReadView& view, const graph::History& history, SymbolId symbol,
                   std::vector<CoChange>& out);

}  // namespace waymark::retrieval
