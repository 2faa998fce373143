// Distance of symbols from the seeds of a question, and the confidence of the paths.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/read_view.h"
#include "ranking/transitions.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {

struct Reach {
  std::uint32_t distance = 0;  // edges; below kDistanceHorizon
  // The rule of lowest confidence on the best of the shortest paths; kStructure for seeds.
  EdgeRule rule = EdgeRule::kStructure;
};

// The last edge of the path of a Reach.
struct LastStep {
  SymbolId symbol = SymbolId::kNone;
  std::uint32_t from = 0;  // index of the previous node; a seed's own index
  EdgeType type = EdgeType::kCalls;
};

// Breadth-first search over the steps of transitions.h, with test code, for fewer than
// kDistanceHorizon edges. `slots` is cleared and then maps symbols to indices of the result; seeds
// come first. If `last_steps` is not null, it gets as many rows as the result.
std::vector<Reach> DistancesFrom(const graph::ReadView& view, std::span<const SymbolId> seeds,
                                 const FollowedHubs& followed, SymbolSlots& slots,
                                 std::vector<LastStep>* last_steps = nullptr);

}  // namespace waymark::retrieval
