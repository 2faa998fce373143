// Reciprocal rank fusion: joins rankings whose scores cannot be compared.
//
//   score(d) = sum over the rankings that hold d of 1 / (kFusionOffset + rank of d, from 1)
//
// normalised so that the best has 1. Used where a question gives an order of its own, as a stack
// trace does; everything made of words stays in one BM25F, which fusion would only blur.
// Source: Cormack, Clarke & Buettcher 2009.
#pragma once

#include <span>
#include <vector>

#include "graph/read_view.h"
#include "retrieval/context.h"

namespace waymark::retrieval {

// Joins a ranking, best first, with symbols that the question points at, best first and distinct.
// What only the question points at counts as a seed. The parts of a score are scaled with what the
// ranking gives to it. Ties by canonical position.
std::vector<RankedSymbol> FuseWithPlaces(const graph::ReadView& view,
                                         std::vector<RankedSymbol> ranking,
                                         std::span<const SymbolId> places);

}  // namespace waymark::retrieval
