// Communities: groups of files whose symbols use each other.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Name of the algorithm that finds communities. It is deterministic, so there is no random seed.
inline constexpr char kCommunityAlgorithm[] = "leiden";

struct Community {
  // The directory that separates its files best from others: the one with the greatest F1 score of
  // the files below it; "." for the top. If several communities would have the same name, the file
  // of the most central symbol follows: "src/flask (app.py)".
  std::string name;
  std::uint64_t files = 0;
  std::uint64_t symbols = 0;
  double cohesion = 0;  // 0..1, in hundredths: share of the weight of its edges that stays inside
  std::vector<SymbolId> central;  // types and functions that its other files use most, at most 3
};

struct CommunityOptions {
  std::size_t limit = 10;  // most communities to return
  const std::atomic<bool>* cancelled = nullptr;
};

struct Communities {
  std::vector<Community> largest;  // at least two files each; by symbols, then by first file
  std::uint64_t count = 0;         // all such communities, returned or not
  // Community of each file, numbered by first file; kNoCommunity outside product code.
  std::vector<std::uint32_t> of_file;
};

inline constexpr std::uint32_t kNoCommunity = 0xFFFFFFFF;

// The nodes are the files of product code. They are connected by the edges between their symbols,
// each with the weight of its type in the random walk (edge_traits.h) times its confidence. The
// Leiden algorithm (leiden.h) finds the communities, starting from the directories; the result does
// not depend on the numbering of symbols or files. A file is never split. Errors: Cancelled. Cost:
// one pass over the edges of product code and one over those of the returned communities, some 100
// ns per edge.
absl::StatusOr<Communities> FindFileCommunities(const graph::ReadView& view,
                                                const CommunityOptions& options);

}  // namespace waymark::retrieval
