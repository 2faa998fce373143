// Random walk with restart, solved by local push.
//
//   p = a * s + (1 - a) * P' p        s: the seeds' shares, P: transitions, row-normalised
//
// Every node holds settled mass and residual mass. A round takes the residual r of every node with
// r >= tolerance * degree, and of a seed also if r is no less than its initial mass: a * r settles,
// the rest goes to the neighbours by weight; a node without steps keeps everything. Rounds are
// synchronous and mass is an integer, so the result does not depend on the order of nodes or edges.
// The cost depends on the tolerance, not on the size of the graph. Source: Andersen, Chung & Lang
// 2006 (push); Tong, Faloutsos & Pan 2006 (restart).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/ids.h"
#include "ranking/transitions.h"
#include "traits/constants.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {

struct WalkSeed {
  SymbolId symbol = SymbolId::kNone;
  double weight = 0;  // > 0; normalised by the walk
};

struct WalkOptions {
  double restart = kRestart;          // 0..1
  double tolerance = kWalkTolerance;  // of the whole mass, per edge of a node
  std::uint32_t max_rounds = kMaxWalkRounds;
};

struct WalkShare {
  SymbolId symbol = SymbolId::kNone;
  double share = 0;  // settled part of the whole mass, > 0; the sum is at most 1
};

// Every node with settled mass, in no particular order. `slots` is cleared and used. REQUIRES:
// seeds are distinct and there is at least one.
std::vector<WalkShare> WalkWithRestart(const graph::ReadView& view, Transitions& transitions,
                                       std::span<const WalkSeed> seeds, const WalkOptions& options,
                                       SymbolSlots& slots);

}  // namespace waymark::retrieval
