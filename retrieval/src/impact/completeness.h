// What a traversal cannot have seen; see retrieval/unseen.h.
#pragma once

#include <cstdint>
#include <span>

#include "graph/read_view.h"
#include "impact/query_buffers.h"
#include "retrieval/unseen_references.h"

namespace waymark::retrieval {

// As CountUnseenUsers, of the symbols of `traversed`; `slots` holds every affected symbol, which
// are the known users, those of `traversed` by their numbers. `notes` follow the view. Cost: one
// array access a symbol that was asked about before, and the references that look for a name.
UnseenReferences CountUnseen(const graph::ReadView& view, std::span<const BlastVisit> traversed,
                             const SymbolSlots& slots, SymbolNotes& notes);

// As in retrieval/unseen.h. Cost: O(skipped files) when the notes know the rest.
std::uint64_t CountUnreadFiles(const graph::ReadView& view, SymbolNotes& notes);

// What HasUnseenReferences finds the symbols by that it is asked about, and their known users.
inline constexpr std::uint32_t kSoughtSlot = 0;
inline constexpr std::uint32_t kUserSlot = 1;

// Whether it would count a reference, or whatever else runs one of `symbols` unseen; `users` holds
// them as kSoughtSlot and their known users as kUserSlot. Files without facts are not looked for.
// Cost: as CountUnseen, up to the first.
bool HasUnseenReferences(const graph::ReadView& view, std::span<const SymbolId> symbols,
                         const SymbolSlots& users, SymbolNotes& notes);

}  // namespace waymark::retrieval
