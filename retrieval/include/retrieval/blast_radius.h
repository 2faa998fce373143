// Blast radius: the symbols that may break when others change. Reverse reachability over classes of
// edges, by hop.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "retrieval/impact.h"
#include "retrieval/incompleteness.h"
#include "retrieval/workspace.h"

namespace waymark::graph {
class History;
}  // namespace waymark::graph

namespace waymark::retrieval {

inline constexpr std::uint32_t kMaxBlastDepth = 64;
inline constexpr std::uint32_t kDefaultBlastDepth = 3;
inline constexpr std::size_t kDefaultBlastLimit = 200;

struct BlastOptions {
  std::uint32_t depth = kDefaultBlastDepth;
  // Symbols outside the roots' edges that are affected directly: they get hop 1 without an edge.
  // The caller knows of them from outside the view.
  std::span<const SymbolId> first_affected = {};
  // Empty: every type that carries dependence (table in edge_traits.cc). With any types, a call of
  // an overridden method counts as a call of the overriding method.
  std::vector<EdgeType> edge_types = {};
  // 0..1; edges with less confidence are counted but not followed.
  float min_confidence = 0;
  // The result has at most this many of the given roots and this many other symbols. The affected
  // symbols come first, each with the symbols on its path to a root; members of roots take the room
  // that is left. The totals always count all.
  std::size_t limit = kDefaultBlastLimit;
  // Leaves out the symbols that an answer with this limit holds. A symbol from which a later one
  // was reached stays, but without the edge that leads to it, because the earlier answer has that
  // edge.
  std::size_t skip = 0;
  // Returns only the tests that were reached and the symbols on their paths, without sites. Totals
  // count all.
  bool only_tests = false;
  // Whether the result has an impact, which costs some 10 ns per symbol reached.
  bool tells_impact = false;
  // The history from which the impact takes past changes; null: unknown.
  const graph::History* history = nullptr;
  // Polled during the traversal; Cancelled when it becomes true.
  const std::atomic<bool>* cancelled = nullptr;
  // Scratch memory to reuse; null: allocated for this call.
  Workspace* workspace = nullptr;
};

struct BlastEntry {
  SymbolId symbol = SymbolId::kNone;
  std::uint32_t hop = 0;  // 0 for the roots
  std::uint32_t via = 0;  // index of the entry it was reached from; its own index if there is none
  EdgeType type = EdgeType::kCalls;  // of the edge from it to `via`
  EdgeRule rule = EdgeRule::kStructure;
  float confidence = 1;              // product along the path
  std::vector<Position> sites = {};  // of the edge
  FileId site_file = FileId::kNone;  // file of the sites: this symbol's or its declaration's
};

struct BlastResult {
  // Ordered by (hop, confidence descending, canonical position). The given roots keep their order,
  // each followed by its members.
  std::vector<BlastEntry> entries;
  std::vector<std::uint64_t> hop_counts;  // all symbols reached per hop, [0] = roots
  std::uint64_t affected_symbols = 0;     // without the roots
  std::uint64_t affected_files = 0;
  std::uint64_t affected_tests = 0;
  // Only edges of followed types; edges into a method with many overrides count mostly once.
  std::uint64_t edges_visited = 0;
  std::uint64_t omitted = 0;     // symbols reached that come after those in `entries`
  bool beyond_depth = false;     // one more hop would reach further symbols
  std::uint64_t weak_edges = 0;  // not followed because of min_confidence
  Incompleteness missing;        // of the symbols whose users were looked for
  std::optional<Impact> impact;  // of all symbols reached; only if asked for
};

// Receives the symbols of a traversal while it goes on. An error ends the traversal with that
// error.
class BlastVisitor {
 public:
  virtual ~BlastVisitor() = default;

  // Symbols come hop by hop and are numbered from 0 in the order in which they were found. `via` is
  // such a number, a given root's own number. The entries have no sites.
  virtual absl::Status OnSymbol(const BlastEntry& entry) = 0;
  // Called after all symbols of a hop.
  virtual absl::Status AfterHop() = 0;
  // After all symbols: the edge by which symbol `number` was reached, in the order of numbers, with
  // sites.
  virtual absl::Status OnEdge(std::uint32_t number, const BlastEntry& entry) = 0;
};

// `roots` is one symbol or several (an overload set, the symbols of a file). The members of a type
// or file are roots too: entries of hop 0, reached over `contains`. A declaration and its
// definition are one symbol, shown as the definition. A caller of a method that a visited method
// overrides is affected as if it called the visited method.
//
// Errors: InvalidArgument (no roots, a root that is not live, a depth beyond kMaxBlastDepth, a
// confidence outside 0..1), Cancelled. Cost: O(edges of the symbols reached); with a reused
// workspace no allocation grows with the graph.
absl::StatusOr<BlastResult> ComputeBlastRadius(const graph::ReadView& view,
                                               std::span<const SymbolId> roots,
                                               const BlastOptions& options);

// The same row by row: the visitor gets the roots before any edge is followed, and each hop when it
// is complete. It gets at most `limit` symbols, in the order found, where ComputeBlastRadius can
// choose among all. The entries of the result are empty; `omitted` counts the symbols that the
// visitor did not get. `skip` does not apply.
absl::StatusOr<BlastResult> VisitBlastRadius(const graph::ReadView& view,
                                             std::span<const SymbolId> roots,
                                             const BlastOptions& options, BlastVisitor& visitor);

}  // namespace waymark::retrieval
