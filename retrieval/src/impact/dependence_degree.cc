#include "impact/dependence_degree.h"

#include <algorithm>

#include "traits/edge_traits.h"

namespace waymark::retrieval {
void DistinctDependence(std::span<const Neighbor> neighbors, SymbolId self,
                        std::vector<SymbolId>& out) {
  out.clear();
  for (const Neighbor& neighbor : neighbors) {
    if (neighbor.symbol != self && TraitsOf(neighbor.type).carries_dependence) {
      out.push_back(neighbor.symbol);
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

}  // namespace waymark::retrieval
