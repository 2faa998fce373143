// The candidates of a ranking: the best lexical scores after multipliers.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/read_view.h"
#include "question/multipliers.h"
#include "ranking/bm25f.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {

struct Candidate {
  SymbolId symbol = SymbolId::kNone;
  FileId file = FileId::kNone;
  SymbolId parent = SymbolId::kNone;  // enclosing type; kNone when something else encloses it
  bool is_type = false;
  float static_prior = 1;  // of its kind and place (multipliers.h)
  double lexical = 0;      // BM25F with multipliers
  double cohesion = 0;     // what its surroundings add (cohesion.h)
  double history = 0;      // what similar commits add (similar_commits.h)
  double walk = 0;         // what the walk adds (walk.h)
  double hubs = 0;         // what the neighbourhood adds (hits.h)
  double diversity = 1;    // factor for further symbols of one owner (diversity.h)

  double relevance() const { return lexical + cohesion + history; }

  double score() const { return (relevance() + walk + hubs) * diversity; }
};

// The score of a candidate with its index, so that sorting does not read the candidate.
struct ScoredIndex {
  double score = 0;
  std::uint32_t index = 0;
};

// The scores of the candidates in `order`.
std::vector<ScoredIndex> ScoresOf(const std::vector<Candidate>& candidates,
                                  const std::vector<std::uint32_t>& order);

// A candidate for a symbol, without any score yet.
Candidate MakeCandidate(const graph::ReadView& view, SymbolId symbol);

// The `pool_size` best of `scores` after multipliers, ties by canonical position. `slots` maps each
// symbol to its index. `scores` is consumed. Cost: O(scores) plus the multipliers of
// kRoughPoolFactor * pool_size symbols.
std::vector<Candidate> CollectCandidates(const graph::ReadView& view,
                                         std::vector<LexicalScore>& scores,
                                         const Multipliers& multipliers, Parts without,
                                         std::size_t pool_size, SymbolSlots& slots);

}  // namespace waymark::retrieval
