// The published root of a graph, which `gcf3` carries and other implementations verify.
#pragma once

#include "graph/ids.h"
#include "wire/payload.h"

namespace waymark::wire {

// SHA-256 over one line per symbol and one per edge, each list sorted by its bytes, symbols first:
//
//   S TAB kind TAB qualified name TAB score TAB provenance TAB distance LF
//   E TAB kind TAB source TAB kind TAB target TAB type LF
//
// The fields are as `gcf3` writes them. The score has two decimals, written with the fewest digits
// that read back as the same number. Unlike ContentRoot, a new ranking of the same symbols changes
// this root.
//
// REQUIRES: Check(payload) is OK. Cost: O(n log n) in symbols and edges.
RootHash GraphPackRoot(const Payload& payload);

}  // namespace waymark::wire
