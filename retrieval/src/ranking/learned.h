// What lessons say for one question.
#pragma once

#include <vector>

#include "graph/read_view.h"
#include "question/question.h"
#include "retrieval/lessons.h"

namespace waymark::retrieval {

struct LearnedSymbol {
  SymbolId symbol = SymbolId::kNone;
  double said = 0;  // of at most kToldWeight, not 0
};

// The symbols that lessons of alike tasks speak of, by |said|, greatest first, then in canonical
// order. Cost: a look at each lesson, and the files of the symbols of those that are alike.
std::vector<LearnedSymbol> LearnedFor(const graph::ReadView& view, const AnalyzedQuestion& question,
                                      const Lessons& lessons);

}  // namespace waymark::retrieval
