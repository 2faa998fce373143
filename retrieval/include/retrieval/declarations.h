// A declaration (C, C++) and its definition are one symbol to whoever asks, shown as the
// definition.
#pragma once

#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// The definition that stands for a symbol: the symbol itself, unless it is a declaration whose
// definition is in the repository. A declaration of several definitions (#if branches) stands for
// the first. `scratch` is overwritten.
SymbolId DefinitionOf(const graph::ReadView& view, SymbolId symbol, std::vector<Neighbor>& scratch);

// As DefinitionOf, but a declaration of several definitions stands for itself: nothing says which
// of them a use of it means.
SymbolId SoleDefinitionOf(const graph::ReadView& view, SymbolId symbol,
                          std::vector<Neighbor>& scratch);

// The declarations of a definition, in canonical order.
std::vector<SymbolId> DeclarationsOf(const graph::ReadView& view, SymbolId definition);

}  // namespace waymark::retrieval
