// The digest of a file's part of a graph, read through a view: what ReadView::FileRoot promises, in
// the plainest form. Not the store's bytes.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "graph/hash.h"
#include "graph/read_view.h"

namespace waymark::testing {

inline std::string PositionText(Position position) {
  return fmt::format("{}:{}", position.line, position.column);
}

inline std::string OutgoingText(const graph::ReadView& view, const Neighbor& neighbor) {
  std::vector<Position> sites;
  view.Sites(neighbor, sites);
  std::string text =
      fmt::format("{} {} {}", static_cast<int>(neighbor.type), static_cast<int>(neighbor.rule),
                  view.Identity(neighbor.symbol).ToHex());
  for (const Position site : sites) text += " " + PositionText(site);
  return text;
}

inline RootHash FileDigest(const graph::ReadView& view, FileId file) {
  const FileRow row = view.File(file);
  FieldHasher hasher("file digest");
  hasher.Add(row.path).Add(row.content).Add(std::uint64_t{row.flags});
  std::vector<SymbolId> symbols;
  std::vector<Neighbor> out;
  view.SymbolsOf(file, symbols);
  for (const SymbolId id : symbols) {
    const SymbolRow symbol = view.Symbol(id);
    hasher.Add(view.Identity(id)).Add(std::uint64_t{symbol.flags}).Add(view.Signature(id));
    hasher.Add(PositionText(symbol.range.begin)).Add(PositionText(symbol.range.end));
    hasher.Add(PositionText(symbol.name_position));
    view.Out(id, out);
    std::vector<std::string> edges;
    for (const Neighbor& neighbor : out) edges.push_back(OutgoingText(view, neighbor));
    std::sort(edges.begin(), edges.end());
    for (const std::string& edge : edges) hasher.Add(edge);
  }
  view.VisitUnresolved([&](std::string_view name, const UnresolvedRow& reference) {
    if (view.FileOf(reference.source) != file) return true;
    hasher.Add(name)
        .Add(PositionText(reference.site))
        .Add(std::uint64_t{reference.candidates_count});
    return true;
  });
  return hasher.Finish<RootHash>();
}

}  // namespace waymark::testing
