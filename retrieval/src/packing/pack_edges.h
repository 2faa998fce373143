// Which edges an answer carries: those among its symbols.
#pragma once

#include <span>
#include <vector>

#include "graph/read_view.h"
#include "retrieval/context.h"

namespace waymark::retrieval {

// Edges of the types that `packed` of edge_traits.h names, once each, those of the best symbols
// first: by the later of their ends. A declaration stands for its definition. Cost: the degrees of
// the symbols.
std::vector<PackedEdge> EdgesAmong(const graph::ReadView& view,
                                   std::span<const PackedSymbol> symbols);

}  // namespace waymark::retrieval
