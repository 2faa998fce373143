// The distinct symbols that depend on a symbol, or on which it depends.
#pragma once

#include <span>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Ends of dependence edges other than `self`, ascending, without duplicates. `out` is cleared
// first.
void DistinctDependence(std::span<const Neighbor> neighbors, SymbolId self,
                        std::vector<SymbolId>& out);

}  // namespace waymark::retrieval
