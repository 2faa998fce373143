// What differs between two states of one repository: symbols and edges that were added, removed or
// changed, behaviour apart from structure apart from metadata.
//
// A symbol is the same in both states when its identity is, which holds its path (graph/hash.h). Of
// what only one state has, these are taken for the same too, each as sure as kSureBy... says:
//
//   a declaration and the definition that now stands for it (C, C++)
//   files of the same content, when only one of each state has it
//   functions and types of the same kind, name, parameters and text, when only one of each state
//   fits and the text has kMinMovedText bytes
//   what encloses at least half of such symbols, when its kind and name are the same
//   what stands in two symbols that are the same, when its kind, name and parameters are
//
// The text of a symbol is that between its first and last byte without what it encloses and without
// documentation, each line without the indentation of the first one; blank lines do not count. So a
// changed method is no change of its class, and lines that shift are no change of anything. Texts
// of equal code, comments and line breaks apart, differ by layout alone; imports in them differ
// apart.
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
inline constexpr float kSureByContent = 0.95F;    // of a file
inline constexpr float kSureByText = 0.9F;        // and name
inline constexpr float kSureByEnclosing = 0.75F;  // name, and what encloses it or what it encloses
inline constexpr std::size_t kMinMovedText = 24;  // bytes; "return 0" is anywhere

enum class ChangeClass : std::uint8_t {
  kBehaviour,  // what runs: text, calls, reads, what is thrown or published
  kStructure,  // what it is made of: imports, inheritance, containment, types
  kMetadata,   // what it says of itself: signature, documentation, place, visibility, comments
};
inline constexpr std::size_t kChangeClassCount = 3;

ChangeClass ClassOf(EdgeType type);

// What differs of a symbol besides its edges, as bits.
enum Aspect : std::uint16_t {
  kAspectBody = 1 << 0,
  kAspectKind = 1 << 1,
  kAspectSignature = 1 << 2,
  kAspectDocumentation = 1 << 3,
  kAspectPlace = 1 << 4,  // the file, or what encloses it
  kAspectVisibility = 1 << 5,
  kAspectModifiers = 1 << 6,  // static, abstract, test and the like
  kAspectValue = 1 << 7,      // of a constant, an enumerator, a parameter: what the signature says
  kAspectImports = 1 << 8,    // in its text, resolved or not
  kAspectLayout = 1 << 9,     // comments and white space
};

struct AspectRow {
  Aspect aspect;
  ChangeClass change;
  std::string_view name;  // "body"
};

std::span<const AspectRow> AllAspects();

// At most so many are told of a symbol, and how many more there are.
inline constexpr std::size_t kMaxOutsideThrows = 16;

// What one state of a symbol throws and the other does not, of a type outside of the repository:
// one with a capital, or of the standard library of C++. What the other throws by the same name
// whose meaning is not known, as without its import, is the same.
struct OutsideThrow {
  std::string name;  // as it is written
  EdgeStatus status = EdgeStatus::kAdded;

  bool operator==(const OutsideThrow&) const = default;
};

struct DifferingSymbol {
  SymbolId before = SymbolId::kNone;  // of the older view; kNone: added
  SymbolId after = SymbolId::kNone;   // kNone: removed
  // kMoved: nothing but its place differs. kUnchanged: only an end of an edge that differs.
  SymbolStatus status = SymbolStatus::kUnchanged;
  std::uint16_t aspects = 0;
  std::vector<OutsideThrow> throws = {};  // of what both states have: removed, then added, by name
  std::uint64_t omitted_throws = 0;       // after those
  float certainty = kSureByIdentity;      // that before and after are the same symbol
  // 1: added, removed, or other behaviour; .75: structure; .5: metadata; .25: moved; 0: unchanged
  float weight = 0;
};

struct DifferingEdge {
  std::uint32_t symbol = 0;  // that differs by it: the source, or what is decorated
  std::uint32_t source = 0;  // index into symbols
  std::uint32_t target = 0;
  EdgeType type = EdgeType::kCalls;
  EdgeRule rule = EdgeRule::kStructure;
  // kUnchanged: both states have it, found by other rules.
  EdgeStatus status = EdgeStatus::kUnchanged;
  FileId file = {};  // where the sites are: of the older view when it was removed
  std::vector<Position> sites = {};
};

struct StatusCounts {
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::uint64_t changed = 0;
  std::uint64_t moved = 0;  // of symbols

  bool operator==(const StatusCounts&) const = default;
};

struct Difference {
  // What differs, by (weight, code before tests, path, position), `shown` of them; then the other
  // ends of edges, some of which may differ too.
  std::vector<DifferingSymbol> symbols;
  std::size_t shown = 0;
  std::vector<DifferingEdge> edges;  // of what is shown, in its order
  StatusCounts symbol_counts;        // of all
  std::array<StatusCounts, kChangeClassCount> edge_counts;
  std::uint64_t omitted = 0;       // symbols after those
  std::uint64_t unread_files = 0;  // whose text could not be had: bodies in them were not compared
  // References in files that differ which only one state has, and which lead nowhere known.
  std::uint64_t unresolved = 0;
};

// The bytes of a file of a view; nothing when those that were indexed cannot be had.
using FileText = std::function<std::optional<std::string>(const FileRow& file)>;

struct DifferenceSide {
  const graph::ReadView& view;
  FileText text;
};

// All that differs. Errors: Cancelled. Cost: one look at each file of both views (some 100 ns) and,
// when any differs, at each unresolved reference; besides that, the symbols, edges and bytes of the
// files that differ.
absl::StatusOr<Difference> FindDifference(const DifferenceSide& before, const DifferenceSide& after,
                                          const std::atomic<bool>* cancelled);

// Of all that differs, `limit` of what comes behind the first `skip`. Cost: what is shown.
Difference PageOf(const Difference& whole, std::size_t skip, std::size_t limit);

}  // namespace waymark::retrieval
