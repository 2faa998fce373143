// A ReadView in memory, for tests of what reads views: the contract of graph/read_view.h in the
// plainest form, with ids in the order of insertion, so that a test can tell them from canonical
// order.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graph/read_view.h"

namespace waymark::testing {

struct MemorySymbol {
  std::string name;
  std::string scope;
  std::string signature;
  FileId file = FileId::kNone;
  SymbolId parent = SymbolId::kNone;
  SymbolKind kind = SymbolKind::kFunction;
  std::uint16_t flags = 0;
  SourceRange range;
  std::string documentation;
  std::string identifiers;
  std::string strings;
  std::string comments;
};

// Filled through Add..., closed by Finish, then read-only.
class MemoryView : public graph::ReadView {
 public:
  MemoryView();
  ~MemoryView() override;

  void SetRepository(std::string name) { info_.repository = std::move(name); }

  // Also adds the file's own symbol.
  FileId AddFile(std::string path, Language language, std::uint16_t flags = 0);
  // Adds the `contains` edge from the parent, which is the file's symbol when none is named.
  SymbolId AddSymbol(MemorySymbol symbol);

  // Makes a symbol end at `end`.
  void Extend(SymbolId symbol, Position end) { symbols_[ToIndex(symbol)].range.end = end; }

  void AddEdge(SymbolId source, SymbolId target, EdgeType type,
               EdgeRule rule = EdgeRule::kLexicalScope, Position site = {});
  // Each has a line of its own, from 1 on.
  void AddUnresolved(SymbolId source, std::string name, UnresolvedReason reason,
                     std::vector<SymbolId> candidates = {}, EdgeType type = EdgeType::kCalls);
  void AddSkipped(std::string path, SkipReason reason);
  void Finish();

  SymbolId FileSymbol(FileId file) const { return files_[ToIndex(file)].symbols.front(); }

  const graph::ViewInfo& info() const override { return info_; }

  std::uint32_t symbol_bound() const override {
    return static_cast<std::uint32_t>(symbols_.size());
  }

  std::uint32_t file_bound() const override { return static_cast<std::uint32_t>(files_.size()); }

  bool IsLive(SymbolId symbol) const override { return ToIndex(symbol) < symbol_bound(); }

  bool IsLive(FileId file) const override { return ToIndex(file) < file_bound(); }

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
  std::optional<graph::TermStatistics> Term(std::string_view term) const override;
  void Postings(std::string_view term, std::vector<Posting>& out) const override;
  void FilesWithPathTerm(std::string_view term, std::vector<FileId>& out) const override;
  void FilesMentioning(std::uint32_t name_hash, std::vector<FileId>& out) const override;

  const graph::FieldStatistics& Statistics() const override { return statistics_; }

 private:
  struct StoredFile {
    std::string path;
    Language language = Language::kNone;
    std::uint16_t flags = 0;
    std::vector<SymbolId> symbols;  // the file's own first, then in order of position
  };

  struct Unresolved {
    std::string name;
    UnresolvedRow row;
  };

  void RankSymbols();
  void IndexTerms();
  void IndexField(SymbolId symbol, Field field, std::string_view text);
  void SortNeighbors(std::vector<Neighbor>& neighbors) const;

  graph::ViewInfo info_;
  graph::FieldStatistics statistics_;
  std::vector<StoredFile> files_;
  std::vector<MemorySymbol> symbols_;
  std::vector<std::uint32_t> canonical_rank_;  // by symbol
  std::vector<std::array<std::uint16_t, kFieldCount>> lengths_;
  std::vector<std::vector<Neighbor>> out_;
  std::vector<std::vector<Neighbor>> in_;
  std::vector<std::vector<Position>> sites_;  // by Neighbor::edge
  std::vector<Unresolved> unresolved_;
  std::vector<SymbolId> candidates_;
  std::vector<SkippedFile> skipped_;
  std::vector<std::unique_ptr<std::string>> skipped_paths_;
  std::map<std::string, std::vector<SymbolId>, std::less<>> names_;
  std::map<std::string, std::vector<Posting>, std::less<>> postings_;
  std::map<std::string, std::vector<FileId>, std::less<>> path_terms_;
};

}  // namespace waymark::testing
