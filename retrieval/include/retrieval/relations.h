// Symbols related to a symbol directly or transitively: users, callers, callees, dependencies,
// implementations, owners, similar, co-tested and co-changed symbols. Unlike a blast radius
// (blast_radius.h) the result has every edge between its symbols, in both directions, and only
// edges of the symbol itself are followed, not those of its members. The exceptions: usages of a C
// enumeration include those of its enumerators, and usages and callers of a method those of the
// methods that it overrides.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "retrieval/workspace.h"

namespace waymark::graph {
class History;
}  // namespace waymark::graph

namespace waymark::retrieval {

enum class Relation : std::uint8_t {
  kUsages,           // everything that depends on it, over any type that carries dependence
  kCallers,          // functions that call it
  kCallees,          // functions that it calls
  kDependencies,     // everything that it depends on
  kImplementations,  // symbols that derive from it, implement or override it
  kOwners,           // owners of its file, by CODEOWNERS
  kOwned,            // files of an owner
  kCoTested,         // symbols that a test of it also tests
  kCoChanged,        // symbols that the same commits changed; the answer has no edges
  kSimilar,          // symbols that share most words of name and signature with it
  kWrittenCallers,   // callers that name it
  kImplicitCallers,  // callers that the language lets call it: by an operator, a loop, a scope's
                     // end
};

std::string_view Name(Relation relation);  // "usages", "callers", ...
std::optional<Relation> RelationFromName(std::string_view name);
std::span<const Relation> AllRelations();
// Whether the edges lead from the related symbols to the root, not from it.
bool IsIncoming(Relation relation);
// Whether uses of the methods that a symbol overrides are among the related symbols.
bool FollowsOverridden(Relation relation);
// Whether unresolved references could add to the relation.
bool FollowsReferences(Relation relation);

struct RelationOptions {
  Relation relation = Relation::kUsages;
  std::uint32_t depth = 1;  // 1..kMaxBlastDepth
  std::size_t limit = 100;  // most symbols besides the roots
  // Leaves out the first symbols after the roots, and the edges among them, except for ends of
  // edges of the later symbols.
  std::size_t skip = 0;
  // For kCoChanged, which finds nothing without it.
  const graph::History* history = nullptr;
  const std::atomic<bool>* cancelled = nullptr;
  Workspace* workspace = nullptr;  // scratch memory to reuse; null: allocated for this call
};

struct RelatedSymbol {
  SymbolId symbol = SymbolId::kNone;
  std::uint32_t hop = 0;  // 0 for the roots
  float confidence = 1;   // of the first path to it, with the surest of its last edges
  EdgeRule rule = EdgeRule::kStructure;  // rule of that last edge
};

// A position at which an edge was found.
struct EdgeSite {
  FileId file = FileId::kNone;  // of the source, or of a declaration of it
  Position position;
};

struct RelatedEdge {
  std::uint32_t source = 0;  // index into symbols
  std::uint32_t target = 0;
  EdgeType type = EdgeType::kCalls;
  EdgeRule rule = EdgeRule::kStructure;
  std::vector<EdgeSite> sites = {};
};

struct RelatedSymbols {
  std::vector<RelatedSymbol> symbols;  // the roots, then by (hop, confidence, canonical position)
  std::vector<RelatedEdge> edges;      // between the symbols, of the relation's types
  std::uint64_t omitted = 0;           // symbols found after those
  // All symbols found, also those of other pages: the roots first, then by hop. The edges of the
  // first `followed` of them were followed.
  std::vector<SymbolId> found;
  std::size_t followed = 0;
  // The methods that those override. For usages and callers, their users are among the symbols, by
  // edges of the rule kCandidate to the overriding method.
  std::vector<SymbolId> overridden;
};

// Receives symbols and edges while the search goes on. An error ends the search with that error.
class RelationVisitor {
 public:
  virtual ~RelationVisitor() = default;

  // Gets the symbols of a hop when the hop is complete, in the order of RelatedSymbols: the roots
  // before any edge is followed.
  virtual absl::Status OnSymbol(const RelatedSymbol& found) = 0;
  // Called after all symbols of a hop.
  virtual absl::Status AfterHop() = 0;
  // Called after all symbols; the ends are numbers of symbols from 0.
  virtual absl::Status OnEdge(const RelatedEdge& edge) = 0;
};

// `roots` is one symbol, or several that are asked about as one. Definitions stand for their
// declarations. Errors: InvalidArgument (no roots, a root that is not live, a depth outside its
// range), Cancelled. Cost: O(edges of the symbols found).
absl::StatusOr<RelatedSymbols> FindRelated(const graph::ReadView& view,
                                           std::span<const SymbolId> roots,
                                           const RelationOptions& options);

// The same for a reader that does not wait: the visitor gets the symbols and edges, and the result
// has none. InvalidArgument also for a `skip`, because the skipped rows are known only at the end.
absl::StatusOr<RelatedSymbols> VisitRelated(const graph::ReadView& view,
                                            std::span<const SymbolId> roots,
                                            const RelationOptions& options,
                                            RelationVisitor& visitor);

}  // namespace waymark::retrieval
