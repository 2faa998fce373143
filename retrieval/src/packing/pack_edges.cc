#include "packing/pack_edges.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "retrieval/declarations.h"
#include "traits/edge_traits.h"

namespace waymark::retrieval {
namespace {

void SortAndDeduplicate(std::vector<PackedEdge>& edges) {
  const auto order = [](const PackedEdge& e) {
    return std::tuple(std::max(e.source, e.target), e.source, e.target, e.type, e.rule);
  };
  std::sort(edges.begin(), edges.end(),
            [&](const PackedEdge& a, const PackedEdge& b) { return order(a) < order(b); });
  const auto same_edge = [](const PackedEdge& a, const PackedEdge& b) {
    return a.source == b.source && a.target == b.target && a.type == b.type;
  };
  edges.erase(std::unique(edges.begin(), edges.end(), same_edge), edges.end());
}

}  // namespace

std::vector<PackedEdge> EdgesAmong(const graph::ReadView& view,
                                   std::span<const PackedSymbol> symbols) {
  std::unordered_map<std::uint32_t, std::uint32_t> index_of;
  for (std::uint32_t i = 0; i < symbols.size(); ++i) {
    index_of.emplace(ToIndex(symbols[i].ranked.symbol), i);
  }
  std::vector<Neighbor> neighbors;
  std::vector<Neighbor> scratch;
  std::vector<PackedEdge> edges;
  for (std::uint32_t source = 0; source < symbols.size(); ++source) {
    view.Out(symbols[source].ranked.symbol, neighbors);
    for (const Neighbor& neighbor : neighbors) {
      if (!TraitsOf(neighbor.type).packed) continue;
      const auto target = index_of.find(ToIndex(DefinitionOf(view, neighbor.symbol, scratch)));
      if (target == index_of.end()) continue;
      const PublishedType published = PublishedAs(neighbor.type);
      PackedEdge& edge = edges.emplace_back(PackedEdge{.source = source,
                                                       .target = target->second,
                                                       .type = published.type,
                                                       .rule = neighbor.rule});
      if (published.is_exchanged) std::swap(edge.source, edge.target);
    }
  }
  SortAndDeduplicate(edges);
  return edges;
}

}  // namespace waymark::retrieval
