// How one symbol leads to another: the shortest ways along edges that carry dependence.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "retrieval/relations.h"
#include "retrieval/workspace.h"

namespace waymark::retrieval {

struct PathOptions {
  std::uint32_t max_hops = 12;  // 1..kMaxBlastDepth
  std::uint32_t count = 1;      // ways at most
  const std::atomic<bool>* cancelled = nullptr;
  Workspace* workspace = nullptr;  // scratch memory to use again; null: allocated for this call
};

struct PathStep {
  SymbolId symbol = SymbolId::kNone;  // the one the step leads to
  EdgeType type = EdgeType::kCalls;
  EdgeRule rule = EdgeRule::kStructure;
  bool is_backward = false;          // against the edge: to what overrides the symbol before
  std::vector<EdgeSite> sites = {};  // of the edge
};

struct Path {
  SymbolId begin = SymbolId::kNone;
  std::vector<PathStep> steps = {};
  float confidence = 1;  // product of its edges
};

// Ways from one of `from` to one of `to`, each along its edges: the first depends on the last. No
// symbol occurs twice in a way. Fewest steps first, then the surest, then in canonical order. With
// count 1 the surest of the shortest ways; further ones by Yen's method (Management Science 17,
// 1971) on the same order. Errors: InvalidArgument, Cancelled. Cost: O(edges of the symbols within
// max_hops), once a way and step for further ways.
absl::StatusOr<std::vector<Path>> FindPaths(const graph::ReadView& view,
                                            std::span<const SymbolId> from,
                                            std::span<const SymbolId> to,
                                            const PathOptions& options);

}  // namespace waymark::retrieval
