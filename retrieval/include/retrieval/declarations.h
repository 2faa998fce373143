// Declarations (C, C++) and their definitions. Answers treat both as one symbol and show the
// definition.
#pragma once

#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// The definition that stands for a symbol: the symbol itself, unless it is a declaration whose
// definition is in the repository. If a declaration has several definitions (#if branches), the
// first one. `scratch` is overwritten.
SymbolId DefinitionOf(const graph::ReadView& view, SymbolId symbol, std::vector<Neighbor>& scratch);

// As DefinitionOf, but a declaration with several definitions stands for itself, because nothing
// says which one a use means.
SymbolId SingleDefinitionOf(const graph::ReadView& view, SymbolId symbol,
                            std::vector<Neighbor>& scratch);

// The declarations of a definition, in canonical order.
std::vector<SymbolId> DeclarationsOf(const graph::ReadView& view, SymbolId definition);

}  // namespace waymark::retrieval
