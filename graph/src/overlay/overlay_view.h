// ReadView over a base and an overlay: the state that the overlay makes of the base.
//
// A symbol of the base without changes is answered from the base after one look at its mark; other
// symbols are answered from both.
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

#include "graph/read_view.h"
#include "overlay/overlay_part.h"
#include "view/base_view.h"
#include "view/graph_part.h"

namespace waymark::graph {

class OverlayView final : public ReadView {
 public:
  // `overlay` must have been opened over `base`.
  OverlayView(std::shared_ptr<const GraphPart> base, std::unique_ptr<const OverlayPart> overlay,
              const ViewRecord& record)
      : base_(std::move(base)),
        overlay_(std::move(overlay)),
        own_(overlay_->part()),
        base_symbols_(base_->symbol_bound()),
        base_files_(base_->file_bound()),
        info_(InfoOf(record, own_)) {}

  const ViewInfo& info() const override { return info_; }

  std::uint32_t symbol_bound() const override { return base_symbols_ + own_.symbol_bound(); }

  std::uint32_t file_bound() const override { return base_files_ + own_.file_bound(); }

  bool IsLive(SymbolId symbol) const override {
    const std::uint32_t i = ToIndex(symbol);
    return i < base_symbols_ ? !overlay_->IsMasked(i) : i < symbol_bound();
  }

  bool IsLive(FileId file) const override;

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
  RootHash FileRoot(FileId file) const override;
  void SymbolsOf(FileId file, std::vector<SymbolId>& out) const override;

  std::span<const SkippedFile> Skipped() const override {
    return overlay_->skipped_from_base() ? base_->Skipped() : own_.Skipped();
  }

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

  const FieldStatistics& Statistics() const override { return own_.Statistics(); }

 private:
  bool IsOwn(SymbolId symbol) const { return ToIndex(symbol) >= base_symbols_; }

  bool IsOwn(FileId file) const { return ToIndex(file) >= base_files_; }

  // The overlay's own number. REQUIRES: a symbol or file of the overlay.
  SymbolId Local(SymbolId symbol) const { return SymbolId{ToIndex(symbol) - base_symbols_}; }

  FileId Local(FileId file) const { return FileId{ToIndex(file) - base_files_}; }

  // Whether the outgoing row lies in the overlay.
  bool HasOwnRow(SymbolId symbol) const {
    return IsOwn(symbol) || overlay_->IsRebound(ToIndex(symbol));
  }

  bool IsTouched(SymbolId symbol) const {
    return IsOwn(symbol) || overlay_->IsTouched(ToIndex(symbol));
  }

  bool ComesBefore(SymbolId a, SymbolId b) const { return CompareCanonical(a, b) < 0; }

  void SortNeighbors(std::vector<Neighbor>& out) const;
  // Calls visitor(child) for each live child in another file.
  template <typename Visitor>
  void ForEachForeignChild(SymbolId symbol, Visitor&& visitor) const;
  // A reference of the base as the view shows it; nothing if its source no longer has the base's
  // references.
  std::optional<UnresolvedRow> FromBase(UnresolvedRow row) const;
  std::optional<UnresolvedRow> FromOverlay(UnresolvedRow row) const;
  void KeepLive(std::vector<FileId>& files) const;
  void AppendOwnFiles(const std::vector<FileId>& local, std::vector<FileId>& out) const;

  std::shared_ptr<const GraphPart> base_;
  std::unique_ptr<const OverlayPart> overlay_;
  const GraphPart& own_;
  std::uint32_t base_symbols_;
  std::uint32_t base_files_;
  ViewInfo info_;
};

}  // namespace waymark::graph
