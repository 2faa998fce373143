// How far symbols are from the seeds of a question, and how surely they are linked to them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arrays.h"
#include "graph/read_view.h"
#include "transitions.h"

namespace waymark::retrieval {

struct Reach {
  std::uint32_t distance = 0;  // edges; below kDistanceHorizon
  // The least sure rule on the surest of the shortest paths; kStructure for seeds.
  EdgeRule rule = EdgeRule::kStructure;
};

// Breadth-first over the steps of transitions.h, test code included, for fewer than
// kDistanceHorizon edges. `slots` is emptied and then maps symbols to indices of the result; seeds
// come first.
std::vector<Reach> DistancesFrom(const graph::ReadView& view, std::span<const SymbolId> seeds,
                                 const FollowedHubs& followed, SymbolSlots& slots);

}  // namespace waymark::retrieval
