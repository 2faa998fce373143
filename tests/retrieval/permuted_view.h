// A view with other ids: the symbols and files of a view under scattered ids, with masked ids in
// between, as a base with an overlay has them. Whatever reads it must give the same answers.
//
// Asking for anything but the liveness of a masked id ends the test program.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

class PermutedView : public graph::ReadView {
 public:
  // `view` must outlive this. `seed` decides which ids are given out.
  PermutedView(const graph::ReadView& view, std::uint32_t seed);

  // The id here of a symbol of the view, and back.
  SymbolId To(SymbolId inner) const;
  SymbolId From(SymbolId outer) const;

  const graph::ViewInfo& info() const override { return view_.info(); }

  std::uint32_t symbol_bound() const override {
    return static_cast<std::uint32_t>(inner_symbols_.size());
  }

  std::uint32_t file_bound() const override {
    return static_cast<std::uint32_t>(inner_files_.size());
  }

  bool IsLive(SymbolId symbol) const override;
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

  std::span<const SkippedFile> Skipped() const override { return view_.Skipped(); }

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
  void FilesMentioning(std::uint32_t name_hash, std::vector<FileId>& out) const override;
  std::optional<graph::TermStatistics> Term(std::string_view term) const override;
  void Postings(std::string_view term, std::vector<Posting>& out) const override;
  void FilesWithPathTerm(std::string_view term, std::vector<FileId>& out) const override;

  const graph::FieldStatistics& Statistics() const override { return view_.Statistics(); }

 private:
  FileId To(FileId inner) const;
  FileId From(FileId outer) const;
  void Renumber(std::vector<SymbolId>& symbols) const;
  void Renumber(std::vector<Neighbor>& neighbors) const;
  void Renumber(std::vector<FileId>& files) const;

  const graph::ReadView& view_;
  std::vector<std::uint32_t> outer_symbols_;  // by id of the view
  std::vector<std::uint32_t> inner_symbols_;  // by id here; kMasked for a hole
  std::vector<std::uint32_t> outer_files_;
  std::vector<std::uint32_t> inner_files_;
};

}  // namespace waymark::retrieval
