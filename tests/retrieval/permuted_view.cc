#include "permuted_view.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>

namespace waymark::retrieval {
namespace {

constexpr std::uint32_t kMasked = 0xFFFFFFFF;
constexpr std::uint32_t kHoles = 3;  // one id in so many is masked

// Scatters `count` ids over a third more, and inverts that.
void Scatter(std::uint32_t count, std::mt19937& random, std::vector<std::uint32_t>& outer,
             std::vector<std::uint32_t>& inner) {
  inner.assign(count + count / kHoles + 1, kMasked);
  for (std::uint32_t i = 0; i < count; ++i) inner[i] = i;
  std::shuffle(inner.begin(), inner.end(), random);
  outer.resize(count);
  for (std::uint32_t i = 0; i < inner.size(); ++i) {
    if (inner[i] != kMasked) outer[inner[i]] = i;
  }
}

std::uint32_t Live(const std::vector<std::uint32_t>& inner, std::uint32_t outer) {
  if (outer < inner.size() && inner[outer] != kMasked) return inner[outer];
  std::cerr << "a masked id was asked for: " << outer << "\n";
  std::abort();
}

}  // namespace

PermutedView::PermutedView(const graph::ReadView& view, std::uint32_t seed) : view_(view) {
  std::mt19937 random(seed);
  Scatter(view.symbol_bound(), random, outer_symbols_, inner_symbols_);
  Scatter(view.file_bound(), random, outer_files_, inner_files_);
}

SymbolId PermutedView::To(SymbolId inner) const {
  return inner == SymbolId::kNone ? inner : SymbolId{outer_symbols_[ToIndex(inner)]};
}

SymbolId PermutedView::From(SymbolId outer) const {
  return SymbolId{Live(inner_symbols_, ToIndex(outer))};
}

FileId PermutedView::To(FileId inner) const {
  return inner == FileId::kNone ? inner : FileId{outer_files_[ToIndex(inner)]};
}

FileId PermutedView::From(FileId outer) const { return FileId{Live(inner_files_, ToIndex(outer))}; }

void PermutedView::Renumber(std::vector<SymbolId>& symbols) const {
  for (SymbolId& symbol : symbols) symbol = To(symbol);
}

void PermutedView::Renumber(std::vector<Neighbor>& neighbors) const {
  for (Neighbor& neighbor : neighbors) neighbor.symbol = To(neighbor.symbol);
}

// For lists in order of ids.
void PermutedView::Renumber(std::vector<FileId>& files) const {
  for (FileId& file : files) file = To(file);
  std::sort(files.begin(), files.end());
}

bool PermutedView::IsLive(SymbolId symbol) const {
  return ToIndex(symbol) < symbol_bound() && inner_symbols_[ToIndex(symbol)] != kMasked;
}

bool PermutedView::IsLive(FileId file) const {
  return ToIndex(file) < file_bound() && inner_files_[ToIndex(file)] != kMasked;
}

SymbolRow PermutedView::Symbol(SymbolId symbol) const {
  SymbolRow row = view_.Symbol(From(symbol));
  row.id = symbol;
  row.file = To(row.file);
  row.parent = To(row.parent);
  return row;
}

std::string PermutedView::Signature(SymbolId symbol) const { return view_.Signature(From(symbol)); }

FileRow PermutedView::File(FileId file) const {
  FileRow row = view_.File(From(file));
  row.id = file;
  row.first_symbol = To(row.first_symbol);
  return row;
}

SymbolKind PermutedView::Kind(SymbolId symbol) const { return view_.Kind(From(symbol)); }

std::uint16_t PermutedView::Flags(SymbolId symbol) const { return view_.Flags(From(symbol)); }

std::uint16_t PermutedView::FileFlags(FileId file) const { return view_.FileFlags(From(file)); }

FileId PermutedView::FileOf(SymbolId symbol) const { return To(view_.FileOf(From(symbol))); }

SymbolId PermutedView::Parent(SymbolId symbol) const { return To(view_.Parent(From(symbol))); }

std::array<std::uint16_t, kFieldCount> PermutedView::FieldLengths(SymbolId symbol) const {
  return view_.FieldLengths(From(symbol));
}

int PermutedView::CompareCanonical(SymbolId a, SymbolId b) const {
  return view_.CompareCanonical(From(a), From(b));
}

std::vector<FileId> PermutedView::Files() const {
  std::vector<FileId> files = view_.Files();
  for (FileId& file : files) file = To(file);
  return files;
}

RootHash PermutedView::FileRoot(FileId file) const { return view_.FileRoot(From(file)); }

std::optional<FileId> PermutedView::FindFile(std::string_view path) const {
  const std::optional<FileId> file = view_.FindFile(path);
  return file ? std::optional(To(*file)) : std::nullopt;
}

void PermutedView::SymbolsOf(FileId file, std::vector<SymbolId>& out) const {
  view_.SymbolsOf(From(file), out);
  Renumber(out);
}

void PermutedView::Out(SymbolId symbol, std::vector<Neighbor>& out) const {
  view_.Out(From(symbol), out);
  Renumber(out);
}

void PermutedView::In(SymbolId symbol, std::vector<Neighbor>& out) const {
  view_.In(From(symbol), out);
  Renumber(out);
}

std::uint32_t PermutedView::OutDegree(SymbolId symbol) const {
  return view_.OutDegree(From(symbol));
}

std::uint32_t PermutedView::InDegree(SymbolId symbol) const { return view_.InDegree(From(symbol)); }

void PermutedView::Sites(const Neighbor& neighbor, std::vector<Position>& out) const {
  Neighbor inner = neighbor;
  inner.symbol = From(neighbor.symbol);
  view_.Sites(inner, out);
}

void PermutedView::WithName(std::string_view name, std::vector<SymbolId>& out) const {
  view_.WithName(name, out);
  Renumber(out);
}

void PermutedView::VisitNames(std::string_view from,
                              const std::function<bool(std::string_view name)>& visitor) const {
  view_.VisitNames(from, visitor);
}

void PermutedView::UnresolvedWithName(std::string_view name,
                                      std::vector<UnresolvedRow>& out) const {
  view_.UnresolvedWithName(name, out);
  for (UnresolvedRow& row : out) row.source = To(row.source);
}

void PermutedView::VisitUnresolved(
    const std::function<bool(std::string_view name, const UnresolvedRow& row)>& visitor) const {
  view_.VisitUnresolved([&](std::string_view name, const UnresolvedRow& row) {
    UnresolvedRow outer = row;
    outer.source = To(row.source);
    return visitor(name, outer);
  });
}

void PermutedView::Candidates(const UnresolvedRow& row, std::vector<SymbolId>& out) const {
  view_.Candidates(row, out);
  Renumber(out);
}

void PermutedView::FilesMentioning(std::uint32_t name_hash, std::vector<FileId>& out) const {
  view_.FilesMentioning(name_hash, out);
  Renumber(out);
}

std::optional<graph::TermStatistics> PermutedView::Term(std::string_view term) const {
  return view_.Term(term);
}

// By symbol as the ids here have it, as an overlay's postings come after those of its base.
void PermutedView::Postings(std::string_view term, std::vector<Posting>& out) const {
  view_.Postings(term, out);
  for (Posting& posting : out) posting.symbol = To(posting.symbol);
  std::stable_sort(out.begin(), out.end(),
                   [](const Posting& a, const Posting& b) { return a.symbol < b.symbol; });
}

void PermutedView::FilesWithPathTerm(std::string_view term, std::vector<FileId>& out) const {
  view_.FilesWithPathTerm(term, out);
  Renumber(out);
}

}  // namespace waymark::retrieval
