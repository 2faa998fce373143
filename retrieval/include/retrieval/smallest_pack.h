// The smallest answer that shows something of a ranking.
#pragma once

#include <cstdint>
#include <span>

#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "retrieval/context.h"

namespace waymark::retrieval {

// By exact counts: one of the kFirstNames best by name and place; or all of them, where there are
// no more, since no call for the rest is told then. PackRanking() shows a symbol in every budget
// that holds it, and in no smaller one. `encoded` is how often `cost.encode` was called before, see
// Pack::encoding. REQUIRES: a ranking that is not empty.
absl::StatusOr<Pack> SmallestPack(const graph::ReadView& view,
                                  std::span<const RankedSymbol> ranking, const CostModel& cost,
                                  std::uint32_t encoded);

}  // namespace waymark::retrieval
