// ReadView over one base, nothing masked.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "base_format.h"
#include "catalogue.h"
#include "graph/read_view.h"
#include "segment_reader.h"

namespace waymark::graph {

// A sparse column for reading.
template <typename T>
struct SparseColumn {
  Column<SparseIndexEntry> index;
  Column<T> values;

  std::optional<T> Get(std::uint32_t symbol) const {
    const SparseIndexEntry entry = index[symbol / kSymbolsPerSparseEntry];
    const std::uint64_t bit = std::uint64_t{1} << (symbol % kSymbolsPerSparseEntry);
    if ((entry.present & bit) == 0) return std::nullopt;
    const std::uint64_t before = entry.present & (bit - 1);
    const std::uint64_t at = entry.values_before + static_cast<unsigned>(std::popcount(before));
    if (at >= values.size()) return std::nullopt;
    return values[at];
  }
};

class BaseView : public ReadView {
 public:
  // `txn` is the transaction that the row was read in.
  static absl::StatusOr<std::shared_ptr<const ReadView>> Open(std::shared_ptr<const ReadTxn> txn,
                                                              const ViewRow& row);

  const ViewInfo& info() const override { return info_; }

  std::uint32_t symbol_bound() const override { return symbol_count_; }

  std::uint32_t file_bound() const override { return file_count_; }

  bool IsLive(SymbolId symbol) const override { return ToIndex(symbol) < symbol_count_; }

  bool IsLive(FileId file) const override { return ToIndex(file) < file_count_; }

  SymbolRow Symbol(SymbolId symbol) const override;
  FileRow File(FileId file) const override;
  SymbolKind Kind(SymbolId symbol) const override;
  std::uint16_t Flags(SymbolId symbol) const override;
  std::uint16_t FileFlags(FileId file) const override;
  FileId FileOf(SymbolId symbol) const override;
  SymbolId Parent(SymbolId symbol) const override;
  std::array<std::uint16_t, kFieldCount> FieldLengths(SymbolId symbol) const override;
  int CompareCanonical(SymbolId a, SymbolId b) const override;

  std::vector<FileId> Files() const override;
  std::optional<FileId> FindFile(std::string_view path) const override;
  void SymbolsOf(FileId file, std::vector<SymbolId>& out) const override;

  std::span<const SkippedFile> Skipped() const override { return skipped_; }

  void Out(SymbolId symbol, std::vector<Neighbor>& out) const override;
  void In(SymbolId symbol, std::vector<Neighbor>& out) const override;
  std::uint32_t OutDegree(SymbolId symbol) const override;
  std::uint32_t InDegree(SymbolId symbol) const override;
  void Sites(const Neighbor& neighbor, std::vector<Position>& out) const override;

  void WithName(std::string_view name, std::vector<SymbolId>& out) const override;
  void VisitNames(std::string_view from,
                  const std::function<bool(std::string_view name)>& visitor) const override;
  void UnresolvedWithName(std::string_view name, std::vector<UnresolvedRow>& out) const override;
  void VisitUnresolved(const std::function<bool(std::string_view name, const UnresolvedRow& row)>&
                           visitor) const override;
  void Candidates(const UnresolvedRow& row, std::vector<SymbolId>& out) const override;

  std::optional<TermStatistics> Term(std::string_view term) const override;
  void Postings(std::string_view term, std::vector<Posting>& out) const override;
  void FilesWithPathTerm(std::string_view term, std::vector<FileId>& out) const override;

  const FieldStatistics& Statistics() const override { return statistics_; }

 private:
  // Begin and end of a row in the column that an offsets column leads to.
  struct Span {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };

  explicit BaseView(std::unique_ptr<SegmentReader> segment) : segment_(std::move(segment)) {}

  absl::Status BindFiles();
  absl::Status BindSymbols();
  absl::Status BindEdges();
  absl::Status BindNames();
  absl::Status BindTerms();
  absl::Status BindSummary(const ViewRow& row);
  absl::Status CheckSizes() const;

  std::string_view String(std::uint32_t address) const {
    return address == kNoString ? std::string_view() : strings_.at(address);
  }

  // Index of the first element of a column of strings, ordered bytewise, that is not less than
  // `text`.
  std::uint64_t LowerBound(const Column<std::uint32_t>& texts, std::string_view text) const;
  std::optional<std::uint64_t> FindText(const Column<std::uint32_t>& texts,
                                        std::string_view text) const;
  static Span RowOf(const Column<std::uint32_t>& offsets, std::uint32_t row, std::uint64_t bound);
  // The outgoing edge that an incoming one is the other end of; kNoEdge in a damaged store.
  std::uint32_t OutgoingOf(std::uint32_t incoming) const;
  void AppendUnresolved(std::uint64_t name, std::vector<UnresolvedRow>& out) const;

  std::unique_ptr<SegmentReader> segment_;
  ViewInfo info_;
  std::uint32_t file_count_ = 0;
  std::uint32_t symbol_count_ = 0;

  Column<std::uint32_t> file_path_;
  Column<FileAttributes> file_attributes_;
  Column<HashBytes> file_content_;
  Column<std::uint32_t> file_first_symbol_;
  Column<HashBytes> file_leaf_;

  Column<std::uint32_t> name_;
  Column<std::uint32_t> scope_;
  Column<std::uint32_t> signature_;
  Column<std::uint32_t> parent_;
  Column<std::uint32_t> file_;
  Column<std::uint8_t> kind_;
  Column<std::uint16_t> flags_;
  Column<NarrowPlace> place_;
  Column<std::uint64_t> identity_;
  Column<graph::FieldLengths> lengths_;
  SparseColumn<ByteRange> documentation_;
  SparseColumn<Variant> variants_;
  SparseColumn<WidePlace> wide_places_;

  Records strings_;
  Column<std::uint32_t> name_order_;
  Column<std::uint32_t> name_offsets_;
  Column<std::uint32_t> name_symbols_;

  Column<std::uint32_t> out_offsets_;
  Column<std::uint32_t> out_target_;
  Column<EdgeLabel> out_label_;
  Column<std::uint32_t> site_chunks_;
  Records sites_;
  Column<std::uint32_t> child_offsets_;
  Column<std::uint32_t> children_;
  Column<std::uint32_t> in_offsets_;
  Column<std::uint32_t> in_source_;
  Column<EdgeLabel> in_label_;

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

  std::vector<SkippedFile> skipped_;
  FieldStatistics statistics_;
};

}  // namespace waymark::graph
