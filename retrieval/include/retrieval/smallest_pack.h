// The smallest answer that shows a symbol of a ranking.
#pragma once

#include <cstdint>
#include <span>

#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "retrieval/context.h"

namespace waymark::retrieval {

// Chooses by exact counts: one of the kFirstNames best symbols with name and place, or all of them
// if the ranking has no more, because such an answer needs no call for the rest. PackRanking()
// shows a symbol in every budget that holds this pack, and in no smaller one. `encoded` is the
// number of earlier calls of `cost.encode`, see Pack::encoding. REQUIRES: a ranking that is not
// empty.
absl::StatusOr<Pack> SmallestPack(const graph::ReadView& view,
                                  std::span<const RankedSymbol> ranking, const CostModel& cost,
                                  std::uint32_t encoded);

}  // namespace waymark::retrieval
