// The rows of one segment, a base or an overlay, read in place.
//
// Files and symbols are numbered from 0. Stored rows (parents, targets, candidates) may refer to
// any symbol below an id bound: in a base to its own symbols, in an overlay to those of the view.
// All const methods are thread-safe. Methods that ReadView also has do the same here, with these
// ids.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "base/base_format.h"
#include "base/edge_rows.h"
#include "base/sparse_column.h"
#include "graph/read_view.h"
#include "lmdb/catalogue.h"
#include "segment/segment_reader.h"
#include "view/degree_memo.h"

namespace waymark::graph {

class GraphPart {
 public:
  // Numbers of the base that precede the segment's own: all zero for a base.
  struct Preceding {
    std::uint32_t ids = 0;      // in the numbering that rows refer to
    std::uint32_t rows = 0;     // outgoing rows
    std::uint32_t targets = 0;  // incoming rows, and rows of children in other files
  };

  static absl::StatusOr<std::unique_ptr<const GraphPart>> Open(
      std::unique_ptr<SegmentReader> segment, const Preceding& preceding);

  const SegmentReader& segment() const { return *segment_; }

  std::string_view repository() const { return repository_; }

  std::uint32_t symbol_bound() const { return symbol_count_; }

  std::uint32_t file_bound() const { return file_count_; }

  bool IsLive(SymbolId symbol) const { return ToIndex(symbol) < symbol_count_; }

  bool IsLive(FileId file) const { return ToIndex(file) < file_count_; }

  SymbolRow Symbol(SymbolId symbol) const;
  std::string Signature(SymbolId symbol) const;
  FileRow File(FileId file) const;

  // One column each, read in place: rankings and traversals ask for little else.
  SymbolKind Kind(SymbolId symbol) const { return static_cast<SymbolKind>(kind_[ToIndex(symbol)]); }

  std::uint16_t Flags(SymbolId symbol) const { return flags_[ToIndex(symbol)]; }

  std::uint16_t FileFlags(FileId file) const { return file_attributes_[ToIndex(file)].flags; }

  FileId FileOf(SymbolId symbol) const {
    const std::uint32_t i = ToIndex(symbol);
    const std::uint32_t file = file_base_[i / kSymbolsPerFileBase] + file_[i];
    return FileId{file < file_count_ ? file : 0};
  }

  SymbolId Parent(SymbolId symbol) const {
    const std::uint32_t parent = parent_[ToIndex(symbol)];
    return IsKnown(parent) ? SymbolId{parent} : SymbolId::kNone;
  }

  std::array<std::uint16_t, kFieldCount> FieldLengths(SymbolId symbol) const;

  std::optional<FileId> FindFile(std::string_view path) const;
  void SymbolsOf(FileId file, std::vector<SymbolId>& out) const;

  std::span<const SkippedFile> Skipped() const { return skipped_; }

  // Appends the edges of a row, which belongs to symbol `own`, without nesting in other files.
  void AppendOut(std::uint32_t row, SymbolId own, std::vector<Neighbor>& out) const;
  // Appends the edges of a row, without nesting.
  void AppendIn(std::uint32_t row, SymbolId own, std::vector<Neighbor>& out) const;
  std::uint32_t OutCount(std::uint32_t row) const;
  std::uint32_t InCount(std::uint32_t row) const;
  // Children of a symbol in other files: a range of ForeignChild().
  Range ForeignOf(std::uint32_t row) const;

  SymbolId ForeignChild(std::uint32_t at) const { return SymbolId{foreign_children_[at]}; }

  std::uint32_t FirstLine(SymbolId symbol) const { return place_[ToIndex(symbol)].begin_line; }

  // Sites of the edge to `target` in a row, which belongs to symbol `own`.
  void Sites(std::uint32_t row, SymbolId own, std::uint32_t first_line, SymbolId target,
             EdgeType type, std::vector<Position>& out) const;

  // Calls visitor(const RowReader::Edge&) for each edge of a row with its sites.
  template <typename Visitor>
  void ForEachEdge(RowReader& reader, std::uint32_t row, SymbolId own, std::uint32_t first_line,
                   Visitor&& visitor) const {
    reader.ForEach(out_rows_.RowOf(row), ToIndex(own), first_line, edge_context_, visitor);
  }

  void WithName(std::string_view name, std::vector<SymbolId>& out) const;

  // Distinct names by number, in byte order.
  std::uint32_t name_count() const { return static_cast<std::uint32_t>(name_order_.size()); }

  std::uint32_t LowerBoundName(std::string_view from) const {
    return static_cast<std::uint32_t>(LowerBound(name_order_, from));
  }

  std::string_view NameAt(std::uint32_t name) const { return String(name_order_[name]); }

  // Whether `predicate` holds for a symbol of that name.
  template <typename Predicate>
  bool AnyOfName(std::uint32_t name, Predicate&& predicate) const {
    const Range row = RowOf(name_offsets_, name, name_symbols_.size());
    for (std::uint32_t i = row.begin; i < row.end; ++i) {
      const std::uint32_t symbol = name_symbols_[i];
      if (symbol < symbol_count_ && predicate(symbol)) return true;
    }
    return false;
  }

  void VisitNames(std::string_view from,
                  const std::function<bool(std::string_view name)>& visitor) const;
  void UnresolvedWithName(std::string_view name, std::vector<UnresolvedRow>& out) const;

  // A reference and the number of its name, in byte order of names.
  struct NamedReference {
    UnresolvedRow row;
    std::uint32_t name = 0;
  };

  // Appends all references, by name.
  void AppendUnresolved(std::vector<NamedReference>& out) const;

  std::string_view UnresolvedName(std::uint32_t name) const {
    return String(unresolved_names_[name]);
  }

  std::uint32_t candidate_bound() const { return static_cast<std::uint32_t>(candidates_.size()); }

  void Candidates(const UnresolvedRow& row, std::vector<SymbolId>& out) const;

  std::optional<TermStatistics> Term(std::string_view term) const;
  void Postings(std::string_view term, std::vector<Posting>& out) const;

  // Calls visitor(const Posting&) for each posting of a term, in order, until it returns false.
  template <typename Visitor>
  void VisitPostings(std::string_view term, Visitor&& visitor) const {
    const std::optional<std::uint64_t> found = FindText(terms_, term);
    if (found) VisitList(postings_.at(term_postings_[*found]), visitor);
  }

  void FilesWithPathTerm(std::string_view term, std::vector<FileId>& out) const;

  void FilesMentioning(std::uint32_t name_hash, std::vector<FileId>& out) const;

  const FieldStatistics& Statistics() const { return statistics_; }

  std::uint64_t Number(BaseNumber number) const { return numbers_[number]; }

  // Data from which overlays are built.
  std::uint64_t IdentityPrefix(SymbolId symbol) const { return identity_[ToIndex(symbol)]; }

  FileAttributes Attributes(FileId file) const { return file_attributes_[ToIndex(file)]; }

  RootHash Leaf(FileId file) const { return RootHash{file_leaf_[ToIndex(file)]}; }

  RootHash OwnPart(FileId file) const { return RootHash{file_own_part_[ToIndex(file)]}; }

  std::uint32_t UnresolvedCount(FileId file) const { return file_unresolved_[ToIndex(file)]; }

  // The first file whose path is not less than `path`.
  FileId LowerBoundFile(std::string_view path) const {
    return FileId{static_cast<std::uint32_t>(LowerBound(file_path_, path))};
  }

  std::string_view Path(FileId file) const { return String(file_path_[ToIndex(file)]); }

  std::optional<RootHash> DirectoryRoot(std::string_view path) const;
  // Calls visitor(std::string_view term, const std::vector<Posting>&) for each term.
  void VisitTerms(
      const std::function<void(std::string_view term, const std::vector<Posting>&)>& visitor) const;
  // Calls the visitor for each hash, ascending.
  void VisitMentions(
      const std::function<void(std::uint32_t hash, const std::vector<FileId>&)>& visitor) const;

 private:
  explicit GraphPart(std::unique_ptr<SegmentReader> segment);

  bool IsKnown(std::uint32_t symbol) const { return symbol < id_bound_; }

  absl::Status BindFiles();
  absl::Status BindSymbols();
  absl::Status BindEdges();
  absl::Status BindNames();
  absl::Status BindTerms();
  absl::Status BindSummary();
  absl::Status CheckSizes(const Preceding& preceding) const;

  std::string_view String(std::uint32_t address) const {
    return address == kNoString ? std::string_view() : strings_.at(address);
  }

  // Index of the first element of a column of strings, ordered bytewise, that is not less than
  // `text`.
  std::uint64_t LowerBound(const Column<std::uint32_t>& texts, std::string_view text) const;
  std::optional<std::uint64_t> FindText(const Column<std::uint32_t>& texts,
                                        std::string_view text) const;
  static Range RowOf(const Column<std::uint32_t>& offsets, std::uint32_t row, std::uint64_t bound);

  template <typename Visitor>
  void VisitList(std::string_view bytes, Visitor&& visitor) const {
    ByteReader reader(bytes);
    std::uint64_t symbol = 0;
    while (!reader.AtEnd()) {
      const std::uint64_t entry = reader.Varint();
      symbol += entry >> 4;
      const auto field = static_cast<std::uint8_t>(entry >> 1 & 7);
      const std::uint64_t frequency = (entry & 1) != 0 ? reader.Varint() + 2 : 1;
      if (!reader.ok() || symbol >= symbol_count_ || field >= kFieldCount) return;
      const auto saturated = static_cast<std::uint16_t>(std::min<std::uint64_t>(frequency, 0xFFFF));
      if (!visitor(Posting{SymbolId{static_cast<std::uint32_t>(symbol)}, static_cast<Field>(field),
                           0, saturated})) {
        return;
      }
    }
  }

  // Appends the files of a list of differences.
  void AppendFiles(std::string_view list, std::vector<FileId>& out) const;
  void AppendPostings(std::uint64_t term, std::vector<Posting>& out) const;
  template <typename Visitor>
  void VisitNamed(std::uint32_t name, Visitor&& visitor) const;

  std::unique_ptr<SegmentReader> segment_;
  std::uint64_t serial_;  // names this view in the caches of threads; never reused in a process
  std::string_view repository_;
  std::uint32_t id_bound_ = 0;
  std::uint32_t file_count_ = 0;
  std::uint32_t symbol_count_ = 0;

  Column<std::uint32_t> file_path_;
  Column<FileAttributes> file_attributes_;
  Column<HashBytes> file_content_;
  Column<std::uint32_t> file_first_symbol_;
  Column<HashBytes> file_leaf_;
  Column<HashBytes> file_own_part_;
  Column<std::uint32_t> file_unresolved_;
  Column<std::uint32_t> directory_path_;
  Column<HashBytes> directory_root_;

  Column<std::uint32_t> name_;
  Column<std::uint32_t> scope_;
  Column<std::uint32_t> parent_;
  Column<std::uint32_t> file_base_;
  Column<std::uint8_t> file_;
  Column<std::uint8_t> kind_;
  Column<std::uint16_t> flags_;
  Column<NarrowPlace> place_;
  Column<std::uint64_t> identity_;
  Column<NarrowLengths> lengths_;
  SparseColumn<graph::FieldLengths> wide_lengths_;
  SparseColumn<Range> documentation_;
  SparseColumn<Variant> variants_;
  SparseColumn<WidePlace> wide_places_;
  Column<std::uint32_t> signature_chunks_;
  Records signatures_;

  Records strings_;
  Column<std::uint32_t> name_order_;
  Column<std::uint32_t> name_offsets_;
  Column<std::uint32_t> name_symbols_;

  EdgeDecoder::Context edge_context_;
  EdgeRows out_rows_;
  EdgeRows in_rows_;
  DegreeMemo out_degrees_;
  DegreeMemo in_degrees_;
  SparseColumn<Range> foreign_;
  Column<std::uint32_t> foreign_children_;

  Column<std::uint32_t> unresolved_names_;
  Column<std::uint32_t> unresolved_rows_;
  Records unresolved_;
  Column<std::uint32_t> candidates_;

  Column<std::uint32_t> terms_;
  Column<std::uint32_t> term_postings_;
  Column<std::uint32_t> term_frequency_;
  Records postings_;
  Column<std::uint32_t> path_terms_;
  Column<std::uint32_t> path_term_files_;
  Column<MentionChunk> mention_chunks_;
  Records mentions_;

  Column<std::uint64_t> numbers_;
  std::vector<SkippedFile> skipped_;
  FieldStatistics statistics_;
};

}  // namespace waymark::graph
