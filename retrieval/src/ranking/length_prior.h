// A prior by number of lines: of two symbols with the same words, a question is about the function
// of twenty lines rather than the accessor of three.
//
//   extent(d) = (lines(d) / kExtentUnit) ^ kExtentPower      lines: 1 to kMostExtentLines
//
// Types have the prior of kTypeExtentLines lines, because their members describe them better.
#pragma once

#include "graph/read_view.h"

namespace waymark::retrieval {

// O(1).
double LengthPrior(const graph::ReadView& view, SymbolId symbol);

}  // namespace waymark::retrieval
