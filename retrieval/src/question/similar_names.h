// Names that a question misspells (`ConectionPool`) or shortens (`ctx_mgr` for ContextManager).
//
// It looks for the last components of identifiers that match no symbol, unless a name has the same
// letters, because then the words of the question find it; and for words that neither code nor
// documents have, as misspellings of whole names. The result is a ranking of its own (fusion.h),
// because similarity of spelling is not comparable with lexical scores. Source: choice.
#pragma once

#include <string>
#include <vector>

#include "graph/read_view.h"
#include "question/multipliers.h"
#include "question/question.h"

namespace waymark::retrieval {

struct SimilarNames {
  // Best first, without duplicates: by similarity of the name, then by static prior, then in
  // canonical order.
  std::vector<SymbolId> symbols;
  // Each name looked for with the names found: "ctx_mgr (like ContextManager)".
  std::vector<std::string> understood;
};

// Cost: one comparison per name with the first letter of a searched one, at most kMaxNamesLookedAt,
// for at most kMaxSearchedNames.
SimilarNames FindSimilarNames(const graph::ReadView& view, const AnalyzedQuestion& analyzed,
                              const Multipliers& multipliers);

// 0..1: similarity of a name to the written text, 0 if it is another name. `one_word`: a word of
// running text, which may have only one slip.
double NameLikeness(std::string_view written, std::string_view name, bool one_word);

}  // namespace waymark::retrieval
