// How much a symbol does, told by its lines: of two that say the same words, a function of twenty
// lines is what a question is about rather than an accessor of three.
//
//   extent(d) = (lines(d) / kExtentUnit) ^ kExtentPower      lines: 1 to kMostExtentLines
//
// Types have the extent of kTypeExtentLines lines: their members say more of what they do.
#pragma once

#include "graph/read_view.h"

namespace waymark::retrieval {

// O(1).
double LengthPrior(const graph::ReadView& view, SymbolId symbol);

}  // namespace waymark::retrieval
