// Where one symbol stands in the ranking of an inquiry, and what put it there.
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

// A rank from 1; 0: not in that ranking.
struct PartRank {
  Part part = Part::kName;
  std::uint32_t rank = 0;
};

// Among what is ranked, by one part of its score alone; only of parts that gave it something.
struct ScorePartRank {
  const ScorePartRow* row = nullptr;
  std::uint32_t rank = 0;
};

// In one of the rankings that are joined.
struct InquiryStanding {
  std::string task;  // empty: what is around symbols
  std::uint32_t rank = 0;
  std::uint32_t ranked = 0;  // symbols in the ranking
  double standing = 1;       // factor of what it is and where it lies
  double named = 1;          // factor of what the task names
};

// An edge between two symbols by their qualified names.
struct WayStep {
  std::string source;
  EdgeType type = EdgeType::kCalls;
  std::string target;

  bool operator==(const WayStep&) const = default;
};

struct SymbolStanding {
  std::uint32_t rank = 0;
  std::uint32_t ranked = 0;               // symbols in the ranking
  RankedSymbol scores;                    // when it is in the ranking
  std::vector<ScorePartRank> part_ranks;  // in order of kScoreParts
  std::vector<InquiryStanding> rankings;  // in order of the inquiry
  std::vector<WayStep> way;               // of as many edges as its distance, the seed's first
  bool is_asked_about = false;            // is one of `around`
  std::vector<PartRank> alone;            // by each channel alone, with the standing and no step
  std::vector<PartRank> without;          // by all but that channel or step
};

// A declaration stands where its definition does. `options.without` is left out of every ranking.
// Channels are parts of tasks, and only parts that the inquiry's rankings have are looked at.
// Errors as RankFor. Cost: as many rankings as there are such parts, and channels again.
absl::StatusOr<SymbolStanding> ExplainSymbol(const graph::ReadView& view, const Inquiry& inquiry,
                                             SymbolId symbol, const ContextOptions& options);

}  // namespace waymark::retrieval
