// What a traversal cannot have seen; see retrieval/unseen.h.
#pragma once

#include <span>

#include "arrays.h"
#include "graph/read_view.h"
#include "retrieval/unseen.h"

namespace waymark::retrieval {

// As CountUnseenUsers, of the symbols of `traversed`; `slots` holds every affected symbol, which
// are the known users. Cost: one look-up a distinct name.
UnseenReferences CountUnseen(const graph::ReadView& view, std::span<const BlastVisit> traversed,
                             const SymbolSlots& slots);

}  // namespace waymark::retrieval
