// The difference between two states of one repository: symbols and edges that were added, removed
// or changed, with changes of behaviour, structure and metadata apart.
//
// A symbol is the same in both states if its identity is, which includes its path (graph/hash.h).
// Symbols that only one state has are paired by these rules, each with the certainty of its
// kSureBy... constant:
//
//   a declaration and the definition that replaces it (C, C++)
//   files with the same content, if only one file of each state has it
//   functions and types with the same kind, name, parameters and text, if only one of each state
//   fits and the text has at least kMinMovedText bytes
//   enclosing symbols with the same kind and name, if at least half of such pairs lie in both
//   symbols with the same kind, name and parameters inside two symbols that are paired
//
// The text of a symbol is its source between its first and last byte, without documentation and
// without enclosed symbols, each line without the indentation of the first line; blank lines do not
// count. So a changed method does not change its class, and shifted lines change nothing. Texts
// that are equal except for comments and line breaks differ in layout only. Changed imports are
// reported apart.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"

namespace waymark::retrieval {

inline constexpr float kSureByIdentity = 1.0F;
inline constexpr float kSureByContent = 0.95F;    // a file of the same content
inline constexpr float kSureByText = 0.9F;        // same text and name
inline constexpr float kSureByEnclosing = 0.75F;  // same name, and it encloses or lies in a pair
inline constexpr std::size_t kMinMovedText = 24;  // bytes; "return 0" is anywhere

enum class ChangeClass : std::uint8_t {
  kBehaviour,  // what the code does: text, calls, reads, thrown exceptions, published messages
  kStructure,  // how it is built: imports, inheritance, containment, types
  kMetadata,   // how it is described: signature, documentation, place, visibility, comments
};
inline constexpr std::size_t kChangeClassCount = 3;

ChangeClass ClassOf(EdgeType type);

// Properties of a symbol that differ, besides its edges, as bits.
enum Aspect : std::uint16_t {
  kAspectBody = 1 << 0,
  kAspectKind = 1 << 1,
  kAspectSignature = 1 << 2,
  kAspectDocumentation = 1 << 3,
  kAspectPlace = 1 << 4,  // the file or the enclosing symbol
  kAspectVisibility = 1 << 5,
  kAspectModifiers = 1 << 6,  // static, abstract, test and the like
  kAspectValue = 1 << 7,      // value of a constant, enumerator or parameter, as in the signature
  kAspectImports = 1 << 8,    // imports in its text, resolved or not
  kAspectLayout = 1 << 9,     // comments and white space
};

struct AspectRow {
  Aspect aspect;
  ChangeClass change;
  std::string_view name;  // "body"
};

std::span<const AspectRow> AllAspects();

// Most outside throws that are listed for one symbol; the rest is counted.
inline constexpr std::size_t kMaxExternalThrows = 16;

// An exception type outside the repository that only one state of a symbol throws. The type is
// recognised by a capital letter or as a type of the C++ standard library. If the other state
// throws a type of the same name whose meaning is unknown, for example because its import is
// missing, it counts as the same.
struct ExternalThrow {
  std::string name;  // as written
  EdgeStatus status = EdgeStatus::kAdded;

  bool operator==(const ExternalThrow&) const = default;
};

struct DifferingSymbol {
  SymbolId before = SymbolId::kNone;  // in the older view; kNone: added
  SymbolId after = SymbolId::kNone;   // kNone: removed
  // kMoved: only its place differs. kUnchanged: it is only an end of a changed edge.
  SymbolStatus status = SymbolStatus::kUnchanged;
  std::uint16_t aspects = 0;  // bits of Aspect
  std::vector<ExternalThrow> throws =
      {};                             // of symbols in both states: removed, then added, by name
  std::uint64_t omitted_throws = 0;   // throws beyond the list
  float certainty = kSureByIdentity;  // that both are the same symbol
  // 1: added, removed, or changed behaviour; .75: structure; .5: metadata; .25: moved; 0: unchanged
  float weight = 0;
};

struct DifferingEdge {
  std::uint32_t symbol = 0;  // the symbol that the edge changes: its source, or a decorated symbol
  std::uint32_t source = 0;  // index into symbols
  std::uint32_t target = 0;
  EdgeType type = EdgeType::kCalls;
  EdgeRule rule = EdgeRule::kStructure;
  // kUnchanged: both states have the edge, found by different rules.
  EdgeStatus status = EdgeStatus::kUnchanged;
  FileId file = {};  // file of the sites, in the older view if the edge was removed
  std::vector<Position> sites = {};
};

struct StatusCounts {
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::uint64_t changed = 0;
  std::uint64_t moved = 0;  // symbols only

  bool operator==(const StatusCounts&) const = default;
};

struct Difference {
  // The first `shown` symbols are differences, by (weight, code before tests, path, position). Then
  // follow the other ends of edges, some of which may differ too.
  std::vector<DifferingSymbol> symbols;
  std::size_t shown = 0;
  std::vector<DifferingEdge> edges;  // edges of the shown symbols, in their order
  StatusCounts symbol_counts;        // over all differences
  std::array<StatusCounts, kChangeClassCount> edge_counts;
  std::uint64_t omitted = 0;       // differing symbols after the shown ones
  std::uint64_t unread_files = 0;  // text not available: bodies were not compared
  // Unresolved references in changed files that only one state has.
  std::uint64_t unresolved = 0;
};

// Reads the bytes of a file of a view; nothing if the indexed bytes are not available.
using FileText = std::function<std::optional<std::string>(const FileRow& file)>;

struct DifferenceSide {
  const graph::ReadView& view;
  FileText text;
};

// Finds all differences. Errors: Cancelled. Cost: some 100 ns per file of both views. If any file
// differs, also a pass over the unresolved references, and the symbols, edges and bytes of the
// changed files.
absl::StatusOr<Difference> FindDifference(const DifferenceSide& before, const DifferenceSide& after,
                                          const std::atomic<bool>* cancelled);

// `limit` of the differences after the first `skip`. Cost: O(shown symbols and edges).
Difference PageOf(const Difference& whole, std::size_t skip, std::size_t limit);

}  // namespace waymark::retrieval
