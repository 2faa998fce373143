// What a traversal cannot have seen: references that no edge stands for, and files without facts.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "arrays.h"
#include "graph/read_view.h"

namespace waymark::retrieval {

struct UnseenReferences {
  std::uint64_t unresolved = 0;     // references that may lead to a traversed symbol
  std::uint64_t skipped_files = 0;  // files, and parts of files, that may hold such references

  bool none() const { return unresolved == 0 && skipped_files == 0; }

  // One clause for people; empty when there are none.
  std::string ToString() const;
};

// Counts the unresolved references that look for the name of a traversed symbol, in a language that
// could mean it, from a symbol that is not known to be affected anyway. External references lead
// out of the repository and do not count; an ambiguous one counts when a traversed symbol is among
// its candidates, or when the list of candidates is full. `slots` holds every affected symbol.
// Cost: one look-up a distinct name.
UnseenReferences CountUnseen(const graph::ReadView& view, std::span<const BlastVisit> traversed,
                             const SymbolSlots& slots);

}  // namespace waymark::retrieval
