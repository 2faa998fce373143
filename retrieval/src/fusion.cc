#include "fusion.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include "constants.h"

namespace waymark::retrieval {
namespace {

float ShareOf(std::size_t index) {
  return static_cast<float>(1 / (kFusionOffset + static_cast<double>(index) + 1));
}

// Gives `symbol` another score; its parts keep their proportions.
void Rescore(float score, RankedSymbol& symbol) {
  const float scale = symbol.score > 0 ? score / symbol.score : 0;
  symbol.lexical *= scale;
  symbol.cohesion *= scale;
  symbol.history *= scale;
  symbol.walk *= scale;
  symbol.score = score;
}

}  // namespace

std::vector<RankedSymbol> FuseWithPlaces(const graph::ReadView& view,
                                         std::vector<RankedSymbol> ranking,
                                         std::span<const SymbolId> places) {
  std::unordered_map<SymbolId, std::size_t> index_of;
  index_of.reserve(ranking.size() + places.size());
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    index_of.emplace(ranking[i].symbol, i);
    Rescore(ShareOf(i), ranking[i]);
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto [at, is_new] = index_of.emplace(places[i], ranking.size());
    if (is_new) ranking.push_back(RankedSymbol{.symbol = places[i]});
    RankedSymbol& ranked = ranking[at->second];
    ranked.score += ShareOf(i);
    ranked.distance = 0;
  }
  std::sort(ranking.begin(), ranking.end(), [&](const RankedSymbol& a, const RankedSymbol& b) {
    if (a.score != b.score) return a.score > b.score;
    return view.CompareCanonical(a.symbol, b.symbol) < 0;
  });
  if (ranking.empty()) return ranking;
  const float best = ranking.front().score;
  for (RankedSymbol& ranked : ranking) Rescore(ranked.score / best, ranked);
  return ranking;
}

}  // namespace waymark::retrieval
