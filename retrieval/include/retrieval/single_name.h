// Questions that consist of one name.
#pragma once

#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// If the task is a single symbol name, as FindSymbols reads it, returns its definitions in order of
// ids, for Inquiry::named; otherwise nothing. Without this, symbols that mention the name more
// often would rank higher by the words alone. Files, packages, namespaces and prose are left out.
// So are test code and constructors, if other symbols have the name, and all symbols if there are
// more than kMaxSingleNames, because such a name says too little. Cost: that of FindSymbols.
std::vector<SymbolId> SymbolsOfSingleName(const graph::ReadView& view, std::string_view task);

}  // namespace waymark::retrieval
