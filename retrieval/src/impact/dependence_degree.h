// Which distinct symbols depend on a symbol, and on which it depends.
#pragma once

#include <span>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Ends of edges that carry dependence, other than `self`, each once, ascending. `out` is cleared
// first.
void DistinctDependence(std::span<const Neighbor> neighbors, SymbolId self,
                        std::vector<SymbolId>& out);

}  // namespace waymark::retrieval
