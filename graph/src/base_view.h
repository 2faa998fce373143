// ReadView over one base, nothing masked.
#pragma once

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

#include "base_format.h"
#include "catalogue.h"
#include "edge_rows.h"
#include "graph/read_view.h"
#include "segment_reader.h"
#include "sparse_column.h"

namespace waymark::graph {

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
  std::string Signature(SymbolId symbol) const override;
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

  void FilesMentioning(std::uint32_t name_hash, std::vector<FileId>& out) const override;

  const FieldStatistics& Statistics() const override { return statistics_; }

 private:
  explicit BaseView(std::unique_ptr<SegmentReader> segment);

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
  static Range RowOf(const Column<std::uint32_t>& offsets, std::uint32_t row, std::uint64_t bound);
  // Children of a symbol in other files.
  Range ForeignOf(SymbolId symbol) const;
  // The files of a list of differences.
  void AppendFiles(std::string_view list, std::vector<FileId>& out) const;
  void AppendUnresolved(std::uint64_t name, std::vector<UnresolvedRow>& out) const;

  std::unique_ptr<SegmentReader> segment_;
  std::uint64_t serial_;  // names this view in the caches of threads; never reused in a process
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

  std::vector<SkippedFile> skipped_;
  FieldStatistics statistics_;
};

}  // namespace waymark::graph
