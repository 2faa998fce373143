// Computes the impact from the symbols that a blast radius visited.
#pragma once

#include <span>

#include "graph/read_view.h"
#include "retrieval/blast_radius.h"
#include "retrieval/impact.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {

// `buffers.visits` are those of a whole traversal, the first `root_count` being its roots; `slots`
// holds every visited symbol. `runs_from_outside`: see Incompleteness. Cost: O(visits), the files
// among them, the edges of the roots, the entry points of the view and, with a history, its
// touches.
Impact ComputeImpact(const graph::ReadView& view, const BlastOptions& options,
                     std::size_t root_count, bool runs_from_outside, BlastBuffers& buffers,
                     const SymbolSlots& slots);

}  // namespace waymark::retrieval
