// Where one symbol stands in the ranking of a task, and what put it there.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "retrieval/context.h"
#include "retrieval/parts.h"

namespace waymark::retrieval {

// A rank from 1; 0: not in that ranking.
struct PartRank {
  Part part = Part::kName;
  std::uint32_t rank = 0;
};

struct SymbolStanding {
  std::uint32_t rank = 0;
  std::uint32_t ranked = 0;       // symbols in the ranking
  RankedSymbol scores;            // when it is in the ranking
  double standing = 1;            // factor of what it is and where it lies
  double named = 1;               // factor of what the task names
  std::vector<PartRank> alone;    // by each channel alone, without any step but `standing`
  std::vector<PartRank> without;  // by everything but that channel or step
};

// A declaration stands where its definition does. `options.without` is left out of every ranking.
// Errors as RankForTask. Cost: as many rankings as there are parts, and channels again.
absl::StatusOr<SymbolStanding> ExplainSymbol(const graph::ReadView& view, std::string_view task,
                                             SymbolId symbol, const ContextOptions& options);

}  // namespace waymark::retrieval
