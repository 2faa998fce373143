// What a symbol is directly or transitively tied to: users, callers, callees, dependencies,
// implementations, owners, and what is like it or tested with it. Unlike a blast radius
// (blast_radius.h) it shows every edge among the symbols, in either direction, and follows edges of
// the symbol itself, not of its members; usages also of enumerators beside a C enumeration.
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

namespace waymark::retrieval {

enum class Relation : std::uint8_t {
  kUsages,           // whatever depends on it, over any type that carries dependence
  kCallers,          // calls it
  kCallees,          // is called by it
  kDependencies,     // whatever it depends on
  kImplementations,  // derives from it, implements or overrides it
  kOwners,           // answers for its file, by CODEOWNERS
  kOwned,            // the files that an owner answers for
  kCoTested,         // is tested by a test of it too
  kSimilar,          // shares most words of name and signature with it
};

std::string_view Name(Relation relation);  // "usages", "callers", ...
std::optional<Relation> RelationFromName(std::string_view name);
std::span<const Relation> AllRelations();
// Whether the related symbols have edges to the one asked about, not from it.
bool IsIncoming(Relation relation);
// Whether references that are not resolved could add to it.
bool FollowsReferences(Relation relation);

struct RelationOptions {
  Relation relation = Relation::kUsages;
  std::uint32_t depth = 1;  // 1..kMaxBlastDepth
  std::size_t limit = 100;  // symbols besides the roots
  // Leaves out the first so many of those, but for the ends of edges of the others, and the edges
  // among them.
  std::size_t skip = 0;
  const std::atomic<bool>* cancelled = nullptr;
  Workspace* workspace = nullptr;  // scratch memory to use again; null: allocated for this call
};

struct RelatedSymbol {
  SymbolId symbol = SymbolId::kNone;
  std::uint32_t hop = 0;  // 0 for the roots
  float confidence = 1;   // of the surest edge that the first way to it ends with, times that way's
  EdgeRule rule = EdgeRule::kStructure;  // of that edge
};

// A place where an edge was found.
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
  std::vector<RelatedEdge> edges;      // among symbols, of the relation's types
  std::uint64_t omitted = 0;           // found, and after those
  // All that was found, those of other pages as well, the roots first, by hop; the first
  // `followed` of them are those whose own edges were followed.
  std::vector<SymbolId> found;
  std::size_t followed = 0;
};

// Is told what is found while it is sought. An error ends the search with that error.
class RelationVisitor {
 public:
  virtual ~RelationVisitor() = default;

  // The symbols of a hop when all of it is known, in the order of RelatedSymbols: the roots before
  // any edge is followed.
  virtual absl::Status OnSymbol(const RelatedSymbol& found) = 0;
  // All symbols of a hop were told.
  virtual absl::Status AfterHop() = 0;
  // After all symbols; ends are their numbers from 0.
  virtual absl::Status OnEdge(const RelatedEdge& edge) = 0;
};

// `roots` is one symbol, or several that are asked about as one; declarations stand for their
// definitions. Errors: InvalidArgument (no roots, one that is not live, a depth outside its range),
// Cancelled. Cost: O(edges of the symbols found).
absl::StatusOr<RelatedSymbols> FindRelated(const graph::ReadView& view,
                                           std::span<const SymbolId> roots,
                                           const RelationOptions& options);

// The same for a reader that does not wait: the result has neither symbols nor edges, the visitor
// is told them. InvalidArgument also for a skip, whose rows are known at the end only.
absl::StatusOr<RelatedSymbols> VisitRelated(const graph::ReadView& view,
                                            std::span<const SymbolId> roots,
                                            const RelationOptions& options,
                                            RelationVisitor& visitor);

}  // namespace waymark::retrieval
