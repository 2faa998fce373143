// Calls that leave the repository.
#pragma once

#include <span>

#include "graph/read_view.h"
#include "retrieval/path.h"

namespace waymark::retrieval {

// The calls of `callers` into code outside the repository, in the order of the callers, at most
// kMaxOutsideCalls. Cost: O(unresolved references).
OutsideCalls OutsideCallsOf(const graph::ReadView& view, std::span<const SymbolId> callers);

}  // namespace waymark::retrieval
