// Writes an overlay segment from its content.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "base/base_edges.h"
#include "base/base_files.h"
#include "base/base_mentions.h"
#include "base/base_strings.h"
#include "base/base_symbols.h"
#include "base/base_terms.h"
#include "base/base_unresolved.h"
#include "base/file_digest.h"
#include "graph/overlay_builder.h"
#include "graph/read_view.h"
#include "overlay/overlay_content.h"
#include "overlay/overlay_format.h"
#include "overlay/overlay_tree.h"
#include "segment/segment_queue.h"

namespace waymark::graph {

// The content of an overlay, by reference.
struct OverlayContent {
  const GraphPart* base = nullptr;
  std::span<const FileId> masked;                       // ascending
  std::span<const SymbolId> remap;                      // of the symbols of masked files, in order
  std::span<const ReboundContent* const> rebound;       // ascending
  std::span<const std::unique_ptr<OverlayFile>> files;  // in byte order of paths
  const std::vector<SkippedText>* skipped = nullptr;    // null: those of the base
  std::uint64_t dangling = 0;                           // dangling edges found so far
};

// Used once.
class OverlayEncoder {
 public:
  explicit OverlayEncoder(const OverlayContent& content);

  // The summary does not have the segment's id yet.
  absl::StatusOr<std::shared_ptr<const MemorySegment>> Encode(OverlaySummary& summary);

 private:
  void NumberSymbols();
  void AppendRebound(const ReboundContent& rebound);
  void AppendFile(const OverlayFile& file, FileId number);
  void AppendSymbols(const OverlayFile& file, FileId number, std::span<const FieldLengths> lengths);
  // Appends edges and references of one file; returns its leaf.
  RootHash AppendBindings(std::uint32_t first_symbol, const FileBindings& bindings,
                          std::string_view path, const RootHash& own_part);
  void CollectRemoved();
  void SubtractMasked();
  void SubtractFile(FileId file, bool is_masked);
  void WriteIncoming();
  void WriteMask();
  void WriteRoots();
  void WriteSummary(OverlaySummary& summary);

  bool IsChanged(std::uint32_t base_symbol) const { return marks_[base_symbol] != 0; }

  SymbolId Live(SymbolId symbol) const;
  std::uint64_t PrefixOf(SymbolId symbol) const;
  std::uint32_t TargetRow(std::uint32_t symbol) const;

  // Mark of a symbol of the base: 0, kReboundMark, or kMaskedMark + its index among the masked
  // symbols.
  static constexpr std::uint32_t kReboundMark = 1;
  static constexpr std::uint32_t kMaskedMark = 2;

  const OverlayContent& content_;
  const GraphPart& base_;
  std::uint32_t base_symbols_;
  std::vector<std::uint32_t> marks_;
  std::vector<std::uint64_t> prefixes_;      // of the overlay's own symbols
  std::vector<std::uint32_t> counterparts_;  // of the overlay's own symbols

  MemorySink sink_;
  SegmentWriter segment_;
  BaseStrings strings_;
  BaseSymbols symbols_;
  BaseEdges edges_;
  BaseUnresolved unresolved_;
  BaseTerms terms_;
  BaseMentions mentions_;
  BaseFiles files_;
  ColumnWriter<HashBytes> file_leaf_;
  ColumnWriter<HashBytes> rebound_leaf_;

  FileDigestHasher leaf_;
  ReferencesHasher references_;
  std::uint32_t current_first_symbol_ = 0;
  std::vector<BaseEdges::Owner> owners_;
  std::vector<const UnresolvedInput*> sorted_;

  std::vector<ChangedLeaf> changed_;
  std::vector<BaseEdges::Incoming> incoming_;
  std::vector<std::uint32_t> removed_;  // targets of base edges that no longer exist, sorted
  std::vector<std::uint32_t> touched_;
  std::uint64_t rebound_nesting_ = 0;
  std::uint64_t dangling_ = 0;
  std::array<std::uint64_t, kBaseNumberCount> numbers_{};
  RootHash root_;
};

}  // namespace waymark::graph
