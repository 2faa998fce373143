// The published root of a graph, which `gcf3` carries and other implementations verify.
#pragma once

#include "graph/ids.h"
#include "wire/payload.h"

namespace waymark::wire {

// SHA-256 over one line a symbol and one an edge, each list sorted by its bytes, symbols first:
//
//   S TAB kind TAB qualified name TAB score TAB provenance TAB distance LF
//   E TAB kind TAB source TAB kind TAB target TAB type LF
//
// Fields are as `gcf3` writes them; the score has the fewest digits that read back as the two
// decimals that are sent. Unlike ContentRoot, a new ranking of the same symbols changes it.
//
// REQUIRES: Check(payload) is OK. Cost: O(n log n) in symbols and edges.
RootHash GraphPackRoot(const Payload& payload);

}  // namespace waymark::wire
