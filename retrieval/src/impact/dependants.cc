#include "retrieval/dependants.h"

#include <algorithm>
#include <cstddef>

#include "traits/constants.h"
#include "traits/edge_traits.h"

namespace waymark::retrieval {

// Adds the symbols that depend on `symbol`, and adds its declarations to own_.
void DependantCounter::Collect(SymbolId symbol) {
  view_.In(symbol, neighbors_);
  for (const Neighbor& edge : neighbors_) {
    if (edge.type == EdgeType::kDeclares) own_.push_back(edge.symbol);
    if (TraitsOf(edge.type).carries_dependence) dependants_.push_back(edge.symbol);
  }
}

std::uint32_t DependantCounter::Of(SymbolId symbol) {
  own_.assign(1, symbol);
  dependants_.clear();
  std::uint64_t edges = 0;
  for (std::size_t i = 0; i < own_.size(); ++i) {
    edges += view_.InDegree(own_[i]);
    if (edges > kMaxCountedEdges) return kMaxDependants;
    Collect(own_[i]);
  }
  std::sort(dependants_.begin(), dependants_.end());
  dependants_.erase(std::unique(dependants_.begin(), dependants_.end()), dependants_.end());
  for (const SymbolId own : own_) std::erase(dependants_, own);
  return static_cast<std::uint32_t>(std::min<std::size_t>(dependants_.size(), kMaxDependants));
}

}  // namespace waymark::retrieval
