// Builds a base segment: the resolved graph of one state of one repository.
//
// Order of calls: SetRepository; AddFile for every file in byte order of paths; SetSkipped; Finish.
// Ids are dense in that order, so the caller knows them beforehand: the symbols of a file are
// numbered from the sum of the symbol counts before it, in order of position, the file's own symbol
// first. Edges may name targets of files that are added later.
//
// Columns are written to the store as they fill; what stays in memory is the term dictionary with
// compressed postings, the names, and the incoming side of the edges.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/facts_pack.h"
#include "graph/ids.h"
#include "graph/kinds.h"
#include "graph/records.h"

namespace waymark::graph {

// Occurrences of a word in a field of a symbol: the store splits and stems it. kName and kSignature
// are derived from the symbol's own name and signature by the builder and need no entries.
struct TermInput {
  std::uint32_t symbol = 0;  // index in the file
  Field field = Field::kIdentifiers;
  std::string_view word;
  std::uint32_t count = 1;
};

struct SymbolInput {
  std::string_view name;
  std::string_view scope;
  std::string_view signature;
  std::string_view discriminator;
  std::uint32_t ordinal = 0;
  SymbolId parent = SymbolId::kNone;  // any symbol of the base, also of a later file
  SymbolKind kind = SymbolKind::kFile;
  std::uint16_t flags = 0;
  SourceRange range;
  Position name_position;
  std::uint32_t doc_begin = 0;
  std::uint32_t doc_end = 0;
};

// Edges with the same (source, target, type) are one edge: sites are united, the rule of higher
// confidence is kept.
struct EdgeInput {
  std::uint32_t source = 0;  // index in the file
  SymbolId target = SymbolId::kNone;
  EdgeType type = EdgeType::kCalls;
  EdgeRule rule = EdgeRule::kStructure;
  Position site;  // line 0: none (structural)
};

struct UnresolvedInput {
  std::uint32_t source = 0;  // index in the file
  std::string_view name;     // last component that was looked for
  EdgeType type = EdgeType::kCalls;
  UnresolvedReason reason = UnresolvedReason::kUnknown;
  Position site;
  std::span<const SymbolId>
      candidates;  // of an ambiguous reference, at most kMaxCandidates, canonical order
};

inline constexpr std::size_t kMaxCandidates = 8;

struct FileInput {
  std::string_view path;
  Language language = Language::kNone;
  std::uint16_t flags = 0;
  FactsKey facts;
  std::uint64_t size_bytes = 0;
  std::uint32_t line_count = 0;
  std::span<const SymbolInput>
      symbols;  // at least the file's own symbol, first; then in order of position
  std::span<const TermInput> terms;             // any order; repeated entries add up
  std::span<const EdgeInput> edges;             // any order
  std::span<const UnresolvedInput> unresolved;  // any order
  // MentionHash of every identifier that the file's facts mention, ascending, each once.
  std::span<const std::uint32_t> mentions = {};
};

struct BaseSummary {
  SegmentId segment = SegmentId::kNone;
  RootHash root;
  std::uint64_t file_count = 0;
  std::uint64_t symbol_count = 0;
  std::uint64_t edge_count = 0;
  std::uint64_t unresolved_count = 0;
};

// Not thread-safe. Errors: ResourceExhausted when the map or the disk is full; InvalidArgument when
// the order is broken.
class BaseBuilder {
 public:
  virtual ~BaseBuilder() = default;
  // `repository` takes part in identities. Call first.
  virtual void SetRepository(std::string_view repository) = 0;
  // Returns the id of the file's own symbol. `contains` edges follow from parents and are added by
  // the builder.
  virtual absl::StatusOr<SymbolId> AddFile(const FileInput& file) = 0;
  virtual void SetSkipped(std::span<const SkippedFile> skipped) = 0;
  virtual absl::StatusOr<BaseSummary> Finish() = 0;
};

}  // namespace waymark::graph
