// Relations that are computed on demand from a view, so that no edit has to update them: similarity
// of two symbols, tests in common, and owners.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

struct DerivedEdge {
  SymbolId symbol = SymbolId::kNone;  // the other end
  EdgeType type = EdgeType::kSimilarTo;
  EdgeRule rule = EdgeRule::kSimilarity;
  SymbolId witness = SymbolId::kNone;  // a symbol that shows the relation; kNone: there is none
};

// constants.def has the limits of answers. `out` is cleared first.

// Symbols that a test of this one also tests: by number of common tests, then in canonical order.
// The first common test is the witness. Cost: O(tests and the symbols they test).
void CoTestedWith(const graph::ReadView& view, SymbolId symbol, std::vector<DerivedEdge>& out);

// Similar symbols of a function, method or type: same language and kind, test code only for test
// code, and names and signatures that share at least half of the words of both (Jaccard index >=
// 1/2 of stems, and at least kLeastSharedWords). The most similar first, then in canonical order.
// Cost: O(postings of its words).
void SimilarTo(const graph::ReadView& view, SymbolId symbol, std::vector<DerivedEdge>& out);

// Owners of the symbol's file.
void OwnersOf(const graph::ReadView& view, SymbolId symbol, std::vector<DerivedEdge>& out);

}  // namespace waymark::retrieval
