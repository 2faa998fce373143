// Builds a base segment: the resolved graph of one state of one repository.
//
// Order of calls: SetRepository; AddFile for every file in byte order of paths; SetSkipped; Finish.
// Ids are dense in that order, so the caller can compute them beforehand: the first symbol of a
// file is the file's own symbol, whose id is the number of symbols in all files before it. The
// other symbols of the file follow in order of position. Edges may point to symbols of files that
// are added later.
//
// Columns are written to the store as they fill. The term dictionary with compressed postings, the
// names and the incoming side of the edges stay in memory.
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

// How often a word occurs in a field of a symbol. The store splits and stems the word. The builder
// derives kName and kSignature from the symbol's name and signature, so they need no entries.
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
  SymbolId parent = SymbolId::kNone;  // any symbol of the base, also one of a later file
  SymbolKind kind = SymbolKind::kFile;
  std::uint16_t flags = 0;
  SourceRange range;
  Position name_position;
  std::uint32_t doc_begin = 0;
  std::uint32_t doc_end = 0;
};

// Edges with the same (source, target, type) are one edge: their sites are united, and the rule of
// the highest confidence is kept.
struct EdgeInput {
  std::uint32_t source = 0;  // index in the file
  SymbolId target = SymbolId::kNone;
  EdgeType type = EdgeType::kCalls;
  EdgeRule rule = EdgeRule::kStructure;
  Position site;  // line 0: no site (structural edge)
};

struct UnresolvedInput {
  std::uint32_t source = 0;  // index in the file
  std::string_view name;     // last component of the name that was looked up
  EdgeType type = EdgeType::kCalls;
  UnresolvedReason reason = UnresolvedReason::kUnknown;
  Position site;
  std::span<const SymbolId>
      candidates;  // for ambiguous references: at most kMaxCandidates, canonical order
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
      symbols;  // the file's own symbol first, then the others in order of position
  std::span<const TermInput> terms;             // any order; repeated entries add up
  std::span<const EdgeInput> edges;             // any order
  std::span<const UnresolvedInput> unresolved;  // any order
  // MentionHash of every identifier that the file's facts mention: ascending, without duplicates.
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
// the order of calls is broken.
class BaseBuilder {
 public:
  virtual ~BaseBuilder() = default;
  // `repository` is part of every symbol's identity. Call first.
  virtual void SetRepository(std::string_view repository) = 0;
  // Returns the id of the file's own symbol. The builder adds the `contains` edges, which follow
  // from the parents.
  virtual absl::StatusOr<SymbolId> AddFile(const FileInput& file) = 0;
  virtual void SetSkipped(std::span<const SkippedFile> skipped) = 0;
  virtual absl::StatusOr<BaseSummary> Finish() = 0;
};

}  // namespace waymark::graph
