// ReadView over one base, without masked rows.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "lmdb/catalogue.h"
#include "view/graph_part.h"

namespace waymark::graph {

// The data of a view's row with the counts of its segment.
ViewInfo InfoOf(const ViewRecord& record, const GraphPart& counted);

class BaseView final : public ReadView {
 public:
  BaseView(std::unique_ptr<const GraphPart> part, const ViewRecord& record)
      : part_(std::move(part)), info_(InfoOf(record, *part_)) {}

  const ViewInfo& info() const override { return info_; }

  std::uint32_t symbol_bound() const override { return part_->symbol_bound(); }

  std::uint32_t file_bound() const override { return part_->file_bound(); }

  bool IsLive(SymbolId symbol) const override { return part_->IsLive(symbol); }

  bool IsLive(FileId file) const override { return part_->IsLive(file); }

  SymbolRow Symbol(SymbolId symbol) const override { return part_->Symbol(symbol); }

  std::string Signature(SymbolId symbol) const override { return part_->Signature(symbol); }

  FileRow File(FileId file) const override { return part_->File(file); }

  SymbolKind Kind(SymbolId symbol) const override { return part_->Kind(symbol); }

  std::uint16_t Flags(SymbolId symbol) const override { return part_->Flags(symbol); }

  std::uint16_t FileFlags(FileId file) const override { return part_->FileFlags(file); }

  FileId FileOf(SymbolId symbol) const override { return part_->FileOf(symbol); }

  SymbolId Parent(SymbolId symbol) const override { return part_->Parent(symbol); }

  std::array<std::uint16_t, kFieldCount> FieldLengths(SymbolId symbol) const override {
    return part_->FieldLengths(symbol);
  }

  // Ids of a base are assigned in canonical order.
  int CompareCanonical(SymbolId a, SymbolId b) const override {
    return a == b ? 0 : (a < b ? -1 : 1);
  }

  std::vector<FileId> Files() const override;

  std::optional<FileId> FindFile(std::string_view path) const override {
    return part_->FindFile(path);
  }

  RootHash FileRoot(FileId file) const override { return part_->Leaf(file); }

  void SymbolsOf(FileId file, std::vector<SymbolId>& out) const override {
    part_->SymbolsOf(file, out);
  }

  std::span<const SkippedFile> Skipped() const override { return part_->Skipped(); }

  void Out(SymbolId symbol, std::vector<Neighbor>& out) const override;
  void In(SymbolId symbol, std::vector<Neighbor>& out) const override;
  std::uint32_t OutDegree(SymbolId symbol) const override;
  std::uint32_t InDegree(SymbolId symbol) const override;
  void Sites(const Neighbor& neighbor, std::vector<Position>& out) const override;

  void WithName(std::string_view name, std::vector<SymbolId>& out) const override {
    part_->WithName(name, out);
  }

  void VisitNames(std::string_view from,
                  const std::function<bool(std::string_view name)>& visitor) const override {
    part_->VisitNames(from, visitor);
  }

  void UnresolvedWithName(std::string_view name, std::vector<UnresolvedRow>& out) const override {
    part_->UnresolvedWithName(name, out);
  }

  void VisitUnresolved(const std::function<bool(std::string_view name, const UnresolvedRow& row)>&
                           visitor) const override;

  void Candidates(const UnresolvedRow& row, std::vector<SymbolId>& out) const override {
    part_->Candidates(row, out);
  }

  std::optional<TermStatistics> Term(std::string_view term) const override {
    return part_->Term(term);
  }

  void Postings(std::string_view term, std::vector<Posting>& out) const override {
    part_->Postings(term, out);
  }

  void FilesWithPathTerm(std::string_view term, std::vector<FileId>& out) const override {
    part_->FilesWithPathTerm(term, out);
  }

  void FilesMentioning(std::uint32_t name_hash, std::vector<FileId>& out) const override {
    part_->FilesMentioning(name_hash, out);
  }

  const FieldStatistics& Statistics() const override { return part_->Statistics(); }

 private:
  std::unique_ptr<const GraphPart> part_;
  ViewInfo info_;
};

}  // namespace waymark::graph
