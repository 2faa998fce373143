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

// Whether it would count a reference, or syntax that runs one of `symbols`; `users` holds them and
// their known users. Files without facts are not looked for. Cost: as CountUnseen, up to the first.
bool HasUnseenReferences(const graph::ReadView& view, std::span<const SymbolId> symbols,
                         const SymbolSlots& users);

}  // namespace waymark::retrieval
