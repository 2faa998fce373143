// Hubs and authorities of a neighbourhood: who uses much of it, and what much of it uses.
//
//   authority(v) = sum over edges u -> v of  w(u, v) * hub(u)
//   hub(u)       = sum over edges u -> v of  w(u, v) * authority(v)      each scaled so that the
//                                                                      most is 1, kHubRounds times
//
// The neighbourhood is the focus and what is one edge from it; edges are those that say what a
// symbol uses, with the weights of the walk. A walk divides its mass among the neighbours of a node
// and so prefers what is near by few ways; this prefers what many of the focus have in common.
// Mass is an integer and every half of a round reads the other half's outcome alone, so the result
// depends on no order of nodes or edges.
// Source: Kleinberg 1999.
#pragma once

#include <span>
#include <vector>

#include "graph/read_view.h"
#include "impact/query_buffers.h"

namespace waymark::retrieval {

struct HubScore {
  SymbolId symbol = SymbolId::kNone;
  double hub = 0;        // 0..1, the most of all has 1
  double authority = 0;  // the same
};

// Every symbol of the neighbourhood with a share, by id. Files and packages are none; what has over
// kMaxWalkDegree edges stands in it, but its own edges are not followed. `slots` is emptied and
// used. Cost: the edges of the neighbourhood, kHubRounds times.
std::vector<HubScore> HitsAround(const graph::ReadView& view, std::span<const SymbolId> focus,
                                 SymbolSlots& slots);

}  // namespace waymark::retrieval
