// Enumerators of C and C++ that belong to what encloses their enumeration.
#pragma once

#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Those that are written in a type and are no members of it; none in other languages. `out` is
// cleared first. Cost: that of SymbolsOf its file.
void EnumeratorsIn(const graph::ReadView& view, SymbolId type, std::vector<SymbolId>& out);

}  // namespace waymark::retrieval
