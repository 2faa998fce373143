// Explains the rank of one symbol in the ranking of an inquiry.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "retrieval/context.h"
#include "retrieval/ranking_parts.h"
#include "retrieval/score_parts.h"

namespace waymark::retrieval {

// A rank, from 1; 0: not in that ranking.
struct PartRank {
  Part part = Part::kName;
  std::uint32_t rank = 0;
};

// The symbol's rank among the ranked symbols by one part of the score alone. Only parts that gave
// the symbol a share are listed.
struct ScorePartRank {
  const ScorePartRow* row = nullptr;
  std::uint32_t rank = 0;
};

// The symbol in one of the rankings that are joined.
struct InquiryRank {
  std::string task;  // empty: the ranking around symbols
  std::uint32_t rank = 0;
  std::uint32_t ranked = 0;  // symbols in the ranking
  double static_prior = 1;   // factor of its kind and place
  double named = 1;          // factor of the names in the task
};

// An edge between two symbols, given by qualified names.
struct PathEdge {
  std::string source;
  EdgeType type = EdgeType::kCalls;
  std::string target;

  bool operator==(const PathEdge&) const = default;
};

struct SymbolRanking {
  std::uint32_t rank = 0;
  std::uint32_t ranked = 0;               // symbols in the ranking
  RankedSymbol scores;                    // its scores, if it is in the ranking
  std::vector<ScorePartRank> part_ranks;  // in order of kScoreParts
  std::vector<InquiryRank> rankings;      // in order of the inquiry
  std::vector<PathEdge> path;     // path from the nearest seed, as many edges as its distance
  bool is_asked_about = false;    // is one of the symbols asked about
  std::vector<PartRank> alone;    // by each channel alone, with the static prior, without any step
  std::vector<PartRank> without;  // ranks without that channel or step
};

// A declaration is explained as its definition. `options.without` is left out of every ranking.
// Channels belong to tasks, and only parts that the inquiry's rankings use are examined. Errors: as
// RankFor. Cost: one ranking per such part, and a second one per channel.
absl::StatusOr<SymbolRanking> ExplainSymbol(const graph::ReadView& view, const Inquiry& inquiry,
                                            SymbolId symbol, const ContextOptions& options);

}  // namespace waymark::retrieval
