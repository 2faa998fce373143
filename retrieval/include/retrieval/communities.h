// Which files of a repository belong together, by what their symbols use of each other.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"

namespace waymark::retrieval {

// How communities are found. Nothing is drawn, so that there is no seed.
inline constexpr char kCommunityAlgorithm[] = "leiden";

struct Community {
  // The directory that tells its files best from others: that of the greatest F1 of the files below
  // it. "." for the top. Where several would have one name, the file of the most central symbol
  // behind it: "src/flask (app.py)".
  std::string name;
  std::uint64_t files = 0;
  std::uint64_t symbols = 0;
  double cohesion = 0;            // 0..1, in hundredths: the part of the weight of its ties inside
  std::vector<SymbolId> central;  // types and functions that its other files use most, at most 3
};

struct CommunityOptions {
  std::size_t limit = 10;  // communities that are told
  const std::atomic<bool>* cancelled = nullptr;
};

struct Communities {
  std::vector<Community> largest;  // by symbols, then by their first file; of two files at least
  std::uint64_t count = 0;         // of such communities, told or not
  // By file: its community, numbered by their first files; kNoCommunity outside product code.
  std::vector<std::uint32_t> of_file;
};

inline constexpr std::uint32_t kNoCommunity = 0xFFFFFFFF;

// Files of product code are the nodes, tied by the edges between their symbols: the weight of the
// edge's type as a step of the random walk (edge_traits.h) times its confidence. Communities are
// found by the Leiden algorithm (leiden.h), beginning with the directories; they do not depend on
// the numbers of symbols or files. A file is never split. Errors: Cancelled. Cost: the edges of
// product code once, and those of the communities that are told again; some 100 ns an edge.
absl::StatusOr<Communities> FindFileCommunities(const graph::ReadView& view,
                                                const CommunityOptions& options);

}  // namespace waymark::retrieval
