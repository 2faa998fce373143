// A second ReadView, in memory and as plain as possible: the oracle for the store's, and a proof
// that the contract allows masked rows.
//
// It shows a graph, some of whose files were replaced: rows of replaced files are masked, those of
// their new versions have ids past the graph's, and edges to a masked symbol lead to the new symbol
// of the same identity, or nowhere.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "graph/read_view.h"
#include "graph_data.h"

namespace waymark::graph {

class ReferenceView : public ReadView {
 public:
  // Targets in `replacements` are ids of the result: those of live symbols of the graph, or its
  // symbol count plus the number of the symbol among those of all replacements, in order.
  ReferenceView(GraphData graph, std::vector<FileData> replacements);

  const ViewInfo& info() const override { return info_; }

  std::uint32_t symbol_bound() const override { return static_cast<std::uint32_t>(nodes_.size()); }

  std::uint32_t file_bound() const override { return static_cast<std::uint32_t>(files_.size()); }

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
  struct FileNode {
    FileData data;
    std::uint32_t first_symbol = 0;
    bool live = true;
  };

  struct Node {
    FileId file = FileId::kNone;
    std::uint32_t position = 0;  // in its file
    std::array<std::uint16_t, kFieldCount> lengths{};
  };

  struct Edge {
    SymbolId source = SymbolId::kNone;
    SymbolId target = SymbolId::kNone;
    EdgeType type = EdgeType::kCalls;
    EdgeRule rule = EdgeRule::kStructure;
    std::vector<Position> sites;
  };

  struct Reference {
    std::string name;
    UnresolvedRow row;
  };

  void AddFile(FileData file);
  void FindRemaps();
  void AddEdges(const FileNode& file);
  void AddUnresolved(const FileNode& file);
  void AddTerms(const FileNode& file);
  void Count();

  const SymbolData& DataOf(SymbolId symbol) const;
  SymbolIdentity IdentityOf(SymbolId symbol) const;
  // The live symbol of the same identity; kNone when there is none.
  SymbolId Remap(SymbolId symbol) const;

  bool ComesBefore(SymbolId a, SymbolId b) const { return CompareCanonical(a, b) < 0; }

  std::string repository_;
  std::vector<SkippedData> skipped_data_;
  std::vector<SkippedFile> skipped_;
  std::vector<FileNode> files_;
  std::vector<Node> nodes_;
  std::map<SymbolId, SymbolId> remaps_;
  std::vector<Edge> edges_;
  std::vector<Reference> unresolved_;
  std::vector<SymbolId> candidates_;
  std::map<std::string, std::vector<Posting>, std::less<>> postings_;
  ViewInfo info_;
  FieldStatistics statistics_;
};

}  // namespace waymark::graph
