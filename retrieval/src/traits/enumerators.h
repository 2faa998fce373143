// Enumerators of C and C++ that belong to the scope around their enumeration.
#pragma once

#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Enumerators that are written in a type but are not its members; none in other languages. `out` is
// cleared first. Cost: that of SymbolsOf its file.
void EnumeratorsIn(const graph::ReadView& view, SymbolId type, std::vector<SymbolId>& out);

}  // namespace waymark::retrieval
