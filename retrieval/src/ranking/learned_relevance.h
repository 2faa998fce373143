// The relevance feedback that applies to one question.
#pragma once

#include <vector>

#include "graph/read_view.h"
#include "question/question.h"
#include "retrieval/relevance_judgements.h"

namespace waymark::retrieval {

struct LearnedRelevance {
  SymbolId symbol = SymbolId::kNone;
  double said = 0;  // of at most kExplicitWeight, not 0
};

// The symbols that judgements of similar tasks concern, by |said|, greatest first, then in
// canonical order. Cost: O(judgements), and the files of the symbols of similar ones.
std::vector<LearnedRelevance> LearnedFor(const graph::ReadView& view,
                                         const AnalyzedQuestion& question,
                                         const RelevanceJudgements& lessons);

}  // namespace waymark::retrieval
