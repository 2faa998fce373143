// What lessons say for one question.
#pragma once

#include <vector>

#include "graph/read_view.h"
#include "question/question.h"
#include "retrieval/relevance_judgements.h"

namespace waymark::retrieval {

struct LearnedRelevance {
  SymbolId symbol = SymbolId::kNone;
  double said = 0;  // of at most kToldWeight, not 0
};

// The symbols that lessons of alike tasks speak of, by |said|, greatest first, then in canonical
// order. Cost: a look at each lesson, and the files of the symbols of those that are alike.
std::vector<LearnedRelevance> LearnedFor(const graph::ReadView& view,
                                         const AnalyzedQuestion& question,
                                         const RelevanceJudgements& lessons);

}  // namespace waymark::retrieval
