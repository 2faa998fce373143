// Blast radius: what may break when symbols change. Reverse reachability over edge classes, by hop.
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
  // Symbols that are affected by what the view does not hold: a hop away, without an edge.
  std::span<const SymbolId> first_affected = {};
  // Empty: every type that carries dependence (table in edge_traits.cc). Whatever they are, a call
  // of an overridden method counts as one of the method that overrides it.
  std::vector<EdgeType> edge_types = {};
  // 0..1; less sure edges are not followed but counted.
  float min_confidence = 0;
  // At most so many roots as given, and as many other symbols: the affected ones, each with the
  // root or member of one that it was reached by way of, then the other members. The totals always
  // count all.
  std::size_t limit = kDefaultBlastLimit;
  // Leaves out what an answer limited to so many holds, but for what the rest was reached from,
  // which is told without a way of its own: that is with the answer it belongs to.
  std::size_t skip = 0;
  // Of what was reached, returns only tests and what they were reached by way of, without sites.
  // Totals count all.
  bool only_tests = false;
  // Whether the result has an impact, which costs some 10 ns a symbol reached.
  bool tells_impact = false;
  // What the impact tells of changes from; null: they are unknown.
  const graph::History* history = nullptr;
  // Polled during the traversal; Cancelled when it becomes true.
  const std::atomic<bool>* cancelled = nullptr;
  // Scratch memory to use again; null: allocated for this call.
  Workspace* workspace = nullptr;
};

struct BlastEntry {
  SymbolId symbol = SymbolId::kNone;
  std::uint32_t hop = 0;             // 0 for the roots
  std::uint32_t via = 0;             // index of the entry it was reached from; itself without one
  EdgeType type = EdgeType::kCalls;  // of that edge
  EdgeRule rule = EdgeRule::kStructure;
  float confidence = 1;              // product along the path
  std::vector<Position> sites = {};  // of that edge
  FileId site_file = FileId::kNone;  // where they lie: the file of this symbol or a declaration's
};

enum class Completeness : std::uint8_t { kExact, kLowerBound, kUnknown };

struct BlastResult {
  // By (hop, confidence descending, canonical position); the roots as given, each before its
  // members.
  std::vector<BlastEntry> entries;
  std::vector<std::uint64_t> hop_counts;  // all symbols reached per hop, [0] = roots
  std::uint64_t affected_symbols = 0;     // without roots
  std::uint64_t affected_files = 0;
  std::uint64_t affected_tests = 0;
  // Of the types that are followed; those into a method that many override mostly once.
  std::uint64_t edges_visited = 0;
  std::uint64_t omitted = 0;     // symbols reached that come after those of `entries`
  bool beyond_depth = false;     // one hop more would reach other symbols
  std::uint64_t weak_edges = 0;  // not followed because of min_confidence
  Completeness completeness = Completeness::kExact;
  std::uint64_t unresolved_matching = 0;  // unresolved references that could reach a visited symbol
  std::uint64_t skipped_files = 0;
  std::uint64_t address_taken =
      0;  // CountAddressTaken of them, where calls are followed and values are not
  std::string completeness_reason;
  std::optional<Impact> impact;  // of all that was reached; when it was asked for
};

// Receives what a traversal reaches while it goes on. An error ends it with that error.
class BlastVisitor {
 public:
  virtual ~BlastVisitor() = default;

  // Symbols come hop by hop, within a hop as they were found, and are numbered from 0; `via` is
  // such a number, its own for the roots as given. Without sites.
  virtual absl::Status OnSymbol(const BlastEntry& entry) = 0;
  // All symbols of a hop were told.
  virtual absl::Status AfterHop() = 0;
  // After all symbols: the edge by which that number was reached, in their order, with sites.
  virtual absl::Status OnEdge(std::uint32_t number, const BlastEntry& entry) = 0;
};

// `roots` is one symbol or several (an overload set, a file's symbols). The members of a type or
// file are roots with it: entries of hop 0 over `contains`. A declaration and its definition are
// one symbol, shown as the definition. What calls a method that a visited method overrides is
// affected as if it called the visited method.
//
// Errors: InvalidArgument (nothing to start from, a root that is not live, a depth too great, a
// confidence outside 0..1), Cancelled. Cost: O(edges of the symbols reached); no allocation that
// grows with the graph when a workspace is used again. An empty answer is exact only when the
// result says so.
absl::StatusOr<BlastResult> ComputeBlastRadius(const graph::ReadView& view,
                                               std::span<const SymbolId> roots,
                                               const BlastOptions& options);

// The same, told row by row: the roots before any edge is followed, each hop when it is complete.
// `limit` symbols are told at most, which is less choice than ComputeBlastRadius has; the entries
// of the result are empty, `omitted` counts what was not told. Without `skip`.
absl::StatusOr<BlastResult> VisitBlastRadius(const graph::ReadView& view,
                                             std::span<const SymbolId> roots,
                                             const BlastOptions& options, BlastVisitor& visitor);

}  // namespace waymark::retrieval
