// The last steps of a ranking: seeds, walk, duplicates, diversity, final score.
//
//   raw(d) = S'(d) / max S' + w * sqrt(rwr(d) / max rwr) [+ h * max(hub(d), authority(d))]
//   score(d) = raw(d) * diversity(d)      diversity.h; normalised so that the best has 1
//
// S' is the score with cohesion, rwr the walk from the 20 best S'. Symbols that only the walk finds
// are weighted by their static prior (tests, examples and files count less), like a lexical score.
// Source: retrieval study, graph.
#pragma once

#include <cstddef>
#include <vector>

#include "question/multipliers.h"
#include "ranking/candidates.h"
#include "ranking/similar_commits.h"
#include "ranking/transitions.h"
#include "retrieval/context.h"
#include "traits/constants.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {

// Where the walk begins, and which nodes it may enter.
struct WalkStart {
  TestCode test_code = TestCode::kLeftOut;
  std::size_t seeds = kSeeds;  // candidates of the highest relevance
  bool members_first = true;   // top_order.h
  bool hubs = false;           // hits.h, around the seeds
  bool follow_hubs = false;    // seeds that are hubs lead on (transitions.h)
  Parts without = {};
};

struct Ranking {
  // Best first: a type once per qualified name, any other symbol, including files and packages,
  // once per file and qualified name.
  std::vector<RankedSymbol> symbols;
  std::uint64_t found_by_walk = 0;  // symbols that were no candidates, ranked or not
  std::uint64_t not_followed = 0;   // steps from seeds that were left out
};

// REQUIRES: buffers.slots maps symbols to indices of `candidates`.
Ranking RankCandidates(const graph::ReadView& view, const Multipliers& multipliers,
                       const WalkStart& start, const std::vector<HistoryShare>& history,
                       std::vector<Candidate>& candidates, Workspace::QueryBuffers& buffers);

}  // namespace waymark::retrieval
