// How one symbol leads to another along edges that carry dependence, and to where arrives what it
// sends (requests at routes, messages at subscribers, calls of remote procedures at what implements
// them; the last two by way of the address): the shortest way, and the surest.
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
  // Against the edge: to what overrides the symbol before, or receives what was sent to it.
  bool is_backward = false;
  float confidence = 1;
  std::vector<EdgeSite> sites = {};  // of the edge
};

struct Path {
  SymbolId begin = SymbolId::kNone;
  std::vector<PathStep> steps = {};
  float confidence = 1;  // product of its edges
};

struct Paths {
  std::vector<Path> ways;
  // References that are not resolved, not external, and start where a shorter way could: at symbols
  // that the search for the shortest one met, the last step but one at the latest. With several
  // ways asked for, at any that it met.
  std::uint64_t unresolved = 0;
};

// Ways from one of `from` to one of `to`, each along its edges: the first depends on the last. No
// symbol occurs twice in a way. First the shortest, the surest of those; then the surest others, of
// equally sure ones the shortest, then in canonical order: the best by confidence (Yen, Management
// Science 17, 1971), whatever their length up to max_hops. Errors: InvalidArgument, Cancelled.
// Cost: O(edges of the symbols within max_hops), for further ways once a way and step, and once for
// each of max_hops by which a longer way to a symbol is surer.
absl::StatusOr<Paths> FindPaths(const graph::ReadView& view, std::span<const SymbolId> from,
                                std::span<const SymbolId> to, const PathOptions& options);

}  // namespace waymark::retrieval
