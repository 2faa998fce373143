// Questions that are a name and nothing else.
#pragma once

#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// What a question is about that consists of one name, as FindSymbols reads it: its definitions, in
// order of ids, for Inquiry::named, beside the words of the name, which those that mention it
// have more of. Files, packages, namespaces and prose are left to the words; so are test
// code and constructors where others are called so, and a name of more than kMaxSoleNames symbols,
// which says too little. Cost: that of FindSymbols.
std::vector<SymbolId> SymbolsOfSingleName(const graph::ReadView& view, std::string_view task);

}  // namespace waymark::retrieval
