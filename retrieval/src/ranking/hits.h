// Hubs and authorities of a neighbourhood: symbols that use much of it, and symbols that much of it
// uses.
//
//   authority(v) = sum over edges u -> v of  w(u, v) * hub(u)
//   hub(u)       = sum over edges u -> v of  w(u, v) * authority(v)      each scaled so that the
//                                                                      most is 1, kHubRounds times
//
// The neighbourhood is the focus and the symbols one edge from it. Edges are those that say what a
// symbol uses, with the weights of the walk. A walk divides its mass among the neighbours of a node
// and so prefers symbols with few connections; HITS prefers what many symbols of the focus have in
// common. Weights and mass are integers (sparse matrix and vectors of Eigen), and each half of a
// round reads only the result of the other half, so the result does not depend on the order of
// nodes or edges. Source: Kleinberg 1999.
#pragma once

#include <span>
#include <vector>

#include "graph/read_view.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {

struct HubScore {
  SymbolId symbol = SymbolId::kNone;
  double hub = 0;        // 0..1, the most of all has 1
  double authority = 0;  // the same
};

// Every symbol of the neighbourhood with a share, by id, without files and packages. A symbol with
// more than kMaxWalkDegree edges is included, but its own edges are not followed. `slots` is
// cleared and used. Cost: the edges of the neighbourhood, kHubRounds times.
std::vector<HubScore> HitsAround(const graph::ReadView& view, std::span<const SymbolId> focus,
                                 SymbolSlots& slots);

}  // namespace waymark::retrieval
