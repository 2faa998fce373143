// Paths from one symbol to another: the shortest one, and those of the highest confidence. They
// follow edges that carry dependence, and lead from senders to receivers: from requests to routes,
// from messages to subscribers, from calls of remote procedures to implementations. The last two go
// through the address.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "retrieval/relations.h"
#include "retrieval/workspace.h"

namespace waymark::retrieval {

struct PathOptions {
  std::uint32_t max_hops = 12;  // 1..kMaxBlastDepth
  std::uint32_t count = 1;      // most paths to return
  bool tells_outside = false;   // whether to fill Paths::outside; O(unresolved references)
  const std::atomic<bool>* cancelled = nullptr;
  Workspace* workspace = nullptr;  // scratch memory to reuse; null: allocated for this call
};

struct PathStep {
  SymbolId symbol = SymbolId::kNone;  // the symbol that the step leads to
  EdgeType type = EdgeType::kCalls;
  EdgeRule rule = EdgeRule::kStructure;
  // The step goes against the edge: to an override of the previous symbol, or to a receiver of what
  // was sent to it.
  bool is_backward = false;
  float confidence = 1;
  std::vector<EdgeSite> sites = {};  // of the edge
};

struct Path {
  SymbolId begin = SymbolId::kNone;
  std::vector<PathStep> steps = {};
  float confidence = 1;  // product of its edges
};

// A module outside the repository that a file imports.
struct OutsideModule {
  std::string name;  // as written
  Position site;     // of the import
};

struct OutsideCall {
  SymbolId source = SymbolId::kNone;
  std::string name;  // of the function that is called
  Position site;
};

// Where paths may leave the repository.
struct OutsideCalls {
  std::vector<OutsideCall> calls;
  std::map<FileId, std::vector<OutsideModule>> modules;  // that the files import
};

struct Paths {
  std::vector<Path> paths;
  // Unresolved, not external references that could begin a shorter path. They lie in symbols that
  // the search for the shortest path met, up to the last step but one. If several paths are asked
  // for, they lie in any symbol that the search met.
  std::uint64_t unresolved = 0;
  // If there is no path and they are asked for: calls of the symbols that the search met into code
  // outside the repository, the nearest first, at most kMaxOutsideCalls.
  OutsideCalls outside;
};

// Finds paths from one of `from` to one of `to` along the edges: the first symbol depends on the
// last. No symbol occurs twice in a path. The first result is the shortest path, of these the
// surest. Then come the other paths by confidence, whatever their length up to max_hops (Yen,
// Management Science 17, 1971); ties go to the shorter one, then to canonical order. Errors:
// InvalidArgument, Cancelled. Cost: O(edges of the symbols within max_hops); for further paths that
// much for each path and step, and for each of the max_hops lengths at which a longer path to a
// symbol is surer.
absl::StatusOr<Paths> FindPaths(const graph::ReadView& view, std::span<const SymbolId> from,
                                std::span<const SymbolId> to, const PathOptions& options);

}  // namespace waymark::retrieval
