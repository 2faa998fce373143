// What a traversal cannot have seen; see retrieval/unseen.h.
#pragma once

#include <cstdint>
#include <span>

#include "arrays.h"
#include "graph/read_view.h"
#include "retrieval/unseen.h"

namespace waymark::retrieval {

// As CountUnseenUsers, of the symbols of `traversed`; `slots` holds every affected symbol, which
// are the known users, those of `traversed` by their numbers. Cost: one look-up a distinct name.
UnseenReferences CountUnseen(const graph::ReadView& view, std::span<const BlastVisit> traversed,
                             const SymbolSlots& slots);

// What HasUnseenReferences finds the symbols by that it is asked about, and their known users.
inline constexpr std::uint32_t kSoughtSlot = 0;
inline constexpr std::uint32_t kUserSlot = 1;

// Whether it would count a reference, or whatever else runs one of `symbols` unseen; `users` holds
// them as kSoughtSlot and their known users as kUserSlot. Files without facts are not looked for.
// Cost: as CountUnseen, up to the first.
bool HasUnseenReferences(const graph::ReadView& view, std::span<const SymbolId> symbols,
                         const SymbolSlots& users);

}  // namespace waymark::retrieval
