// The incompleteness of an answer after a traversal (retrieval/incompleteness.h).
#pragma once

#include <cstdint>
#include <span>

#include "graph/read_view.h"
#include "retrieval/incompleteness.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {

// As IncompletenessOfUsers for the symbols of `traversed`. `slots` holds every affected symbol:
// these are the known users, and those of `traversed` have their indices. `notes` follow the view.
// Cost: one array access per symbol that was asked about before, and the references that look for a
// name.
Incompleteness IncompletenessOfTraversal(const graph::ReadView& view,
                                         std::span<const BlastVisit> traversed,
                                         const SymbolSlots& slots, FollowedUses followed,
                                         SymbolNotes& notes);

// Slots of the symbols in question and of their known users, for MayHaveMoreUsers.
inline constexpr std::uint32_t kSearchedSlot = 0;
inline constexpr std::uint32_t kUserSlot = 1;

// Whether an answer about the users of `symbols` is incomplete. `users` holds them as kSearchedSlot
// and their known users as kUserSlot. Cost: as IncompletenessOfTraversal, up to the first find.
bool MayHaveMoreUsers(const graph::ReadView& view, std::span<const SymbolId> symbols,
                      const SymbolSlots& users, FollowedUses followed, SymbolNotes& notes);

}  // namespace waymark::retrieval
