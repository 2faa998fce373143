// Relations that follow from what a view holds and are found when they are asked for, so that no
// edit has to bring them up to date: likeness and tests in common between two symbols, the owners
// of a symbol.
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

// Limits of an answer are in constants.def. `out` is cleared first.

// Symbols that a test of this one tests too, those of the most tests in common first, then in
// canonical order; the first of these tests is the witness. Cost: O(tests, and what they test).
void CoTestedWith(const graph::ReadView& view, SymbolId symbol, std::vector<DerivedEdge>& out);

// Of a function, method or type: others of its language and kind, test code only for test code,
// whose names and signatures share at least half of the words of both (Jaccard index >= 1/2, of
// stems, at least kLeastSharedWords of them), the likest first, then in canonical order.
// Cost: O(postings of its words).
void SimilarTo(const graph::ReadView& view, SymbolId symbol, std::vector<DerivedEdge>& out);

// Those of its file.
void OwnersOf(const graph::ReadView& view, SymbolId symbol, std::vector<DerivedEdge>& out);

}  // namespace waymark::retrieval
