// The edges of an answer: those between its symbols.
#pragma once

#include <span>
#include <vector>

#include "graph/read_view.h"
#include "retrieval/context.h"

namespace waymark::retrieval {

// Edges of the types marked `packed` in edge_traits.h, without duplicates, those of the best
// symbols first: ordered by the later of their ends. Definitions stand for their declarations.
// Cost: the degrees of the symbols.
std::vector<PackedEdge> EdgesAmong(const graph::ReadView& view,
                                   std::span<const PackedSymbol> symbols);

}  // namespace waymark::retrieval
