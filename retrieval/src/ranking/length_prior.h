// A prior by number of lines: of two symbols with the same words, a question is about the function
// of twenty lines rather than the accessor of three.
//
//   prior(d) = (lines(d) / kLengthPriorUnit) ^ kLengthPriorPower      lines: 1 to
//   kLengthPriorMostLines
//
// Types have the prior of kLengthPriorTypeLines lines, because their members describe them better.
#pragma once

#include "graph/read_view.h"

namespace waymark::retrieval {

// O(1).
double LengthPrior(const graph::ReadView& view, SymbolId symbol);

}  // namespace waymark::retrieval
