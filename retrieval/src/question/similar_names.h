// Names that a question nearly writes: with a slip (`ConectionPool`) or shortened (`ctx_mgr` of
// ContextManager).
//
// Sought are the last components of identifiers that no symbol is called, unless a name has the
// same letters, which the words of the question find; and words that neither code nor documents
// have, as whole names with a slip. What is found is a ranking of its own (fusion.h): how near two
// spellings are does not compare with how well words fit. Source: choice.
#pragma once

#include <string>
#include <vector>

#include "graph/read_view.h"
#include "question/multipliers.h"
#include "question/question.h"

namespace waymark::retrieval {

struct SimilarNames {
  // Best first, distinct: by nearness of the name, then by standing, then in canonical order.
  std::vector<SymbolId> symbols;
  // What was sought with what was found: "ctx_mgr (like ContextManager)".
  std::vector<std::string> understood;
};

// Cost: a look at each name that begins with the letter of one sought, kMaxNamesLookedAt at most,
// for kMaxSoughtNames.
SimilarNames FindSimilarNames(const graph::ReadView& view, const AnalyzedQuestion& analyzed,
                              const Multipliers& multipliers);

// 0..1: how near a name is to what was written, 0 when it is another. `one_word`: a word of running
// text, of which one slip is all.
double NameLikeness(std::string_view written, std::string_view name, bool one_word);

}  // namespace waymark::retrieval
