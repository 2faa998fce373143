#include "resolve/incremental/resolved_difference.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

namespace waymark::indexer {
namespace {

using Identity =
    std::tuple<std::string_view, std::string_view, SymbolKind, std::string_view, std::uint32_t>;

Identity IdentityOf(const graph::SymbolInput& row) {
  return {row.scope, row.name, row.kind, row.discriminator, row.ordinal};
}

bool SameRow(const graph::SymbolInput& a, const graph::SymbolInput& b) {
  return IdentityOf(a) == IdentityOf(b) && a.signature == b.signature && a.flags == b.flags &&
         a.range == b.range && a.name_position == b.name_position && a.doc_begin == b.doc_begin &&
         a.doc_end == b.doc_end;
}

bool SameParents(const ResolvedFile& was, const ResolvedFile& is, const SymbolMatch& symbols) {
  for (std::size_t i = 0; i < was.symbols.size(); ++i) {
    if (symbols.NewIdOf(was.symbols[i].parent) != is.symbols[i].parent) return false;
  }
  return true;
}

bool SameEdges(const ResolvedFile& was, const ResolvedFile& is, const SymbolMatch& symbols) {
  return std::equal(was.edges.begin(), was.edges.end(), is.edges.begin(), is.edges.end(),
                    [&](const graph::EdgeInput& a, const graph::EdgeInput& b) {
                      return a.source == b.source && a.type == b.type && a.rule == b.rule &&
                             a.site == b.site && symbols.NewIdOf(a.target) == b.target;
                    });
}

bool SameCandidates(const graph::UnresolvedInput& was, const graph::UnresolvedInput& is,
                    const SymbolMatch& symbols) {
  // Canonical order is that of the numbers, and decides which candidates come first.
  return std::equal(was.candidates.begin(), was.candidates.end(), is.candidates.begin(),
                    is.candidates.end(),
                    [&](SymbolId a, SymbolId b) { return symbols.NewIdOf(a) == b; });
}

bool SameUnresolved(const ResolvedFile& was, const ResolvedFile& is, const SymbolMatch& symbols) {
  return std::equal(
      was.unresolved.begin(), was.unresolved.end(), is.unresolved.begin(), is.unresolved.end(),
      [&](const graph::UnresolvedInput& a, const graph::UnresolvedInput& b) {
        return a.source == b.source && a.name == b.name && a.type == b.type &&
               a.reason == b.reason && a.site == b.site && SameCandidates(a, b, symbols);
      });
}

}  // namespace

SymbolRef RefOf(const Program& program, SymbolId symbol) {
  const std::vector<std::uint32_t>& first = program.first_symbols;
  const auto after = std::upper_bound(first.begin(), first.end(), ToIndex(symbol));
  const auto file = static_cast<FileIndex>(after - first.begin()) - 1;
  return {file, ToIndex(symbol) - first[file]};
}

void SymbolMatch::AddFile(FileIndex old_file, const ResolvedFile& was, const ResolvedFile& is) {
  const FileIndex new_file = files_.new_of[old_file];
  // The language is part of every identity; a header can change from C to C++.
  if (before_.files[old_file].model().language != after_.files[new_file].model().language) {
    definitions_[old_file].assign(was.symbols.size(), kNoIndex);
    return;
  }
  std::map<Identity, DefinitionIndex> now;
  for (DefinitionIndex i = 0; i < is.symbols.size(); ++i) now.emplace(IdentityOf(is.symbols[i]), i);
  std::vector<DefinitionIndex>& out = definitions_[old_file];
  for (const graph::SymbolInput& row : was.symbols) {
    const auto found = now.find(IdentityOf(row));
    out.push_back(found == now.end() ? kNoIndex : found->second);
  }
}

SymbolId SymbolMatch::NewIdOf(SymbolId old) const {
  if (old == SymbolId::kNone) return old;
  const SymbolRef symbol = RefOf(before_, old);
  const FileIndex file = files_.new_of[symbol.file];
  if (file == kNoIndex) return SymbolId::kNone;
  const std::vector<DefinitionIndex>& definitions = definitions_[symbol.file];
  const DefinitionIndex definition =
      definitions.empty() ? symbol.definition : definitions[symbol.definition];
  return definition == kNoIndex ? SymbolId::kNone : after_.IdOf({file, definition});
}

bool SameRows(const ResolvedFile& was, const ResolvedFile& is) {
  return std::equal(was.symbols.begin(), was.symbols.end(), is.symbols.begin(), is.symbols.end(),
                    SameRow);
}

Difference Compare(const ResolvedFile& was, const ResolvedFile& is, const SymbolMatch& symbols) {
  if (!SameRows(was, is) || !SameParents(was, is, symbols)) return Difference::kRows;
  const bool same = SameEdges(was, is, symbols) && SameUnresolved(was, is, symbols);
  return same ? Difference::kNone : Difference::kEdges;
}

}  // namespace waymark::indexer
