// How many symbols depend on one directly: the cheap, bounded sign of a blast radius.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// More are not told apart.
inline constexpr std::uint32_t kMaxDependants = 255;

// Counts symbols one after the other. Not thread-safe: it keeps buffers.
class DependantCounter {
 public:
  // The view must outlive this.
  explicit DependantCounter(const graph::ReadView& view) : view_(view) {}

  // Distinct symbols, 0..kMaxDependants, with an edge that carries dependence (edge_traits.cc) to
  // `symbol` or one of its declarations; itself and its declarations do not count. A symbol of more
  // than kMaxCountedEdges incoming edges is not looked at: it has kMaxDependants.
  // Cost: O(kMaxCountedEdges), mostly some 100 ns.
  std::uint32_t Of(SymbolId symbol);

 private:
  void Collect(SymbolId symbol);

  const graph::ReadView& view_;
  std::vector<SymbolId> own_;  // the symbol, then its declarations
  std::vector<SymbolId> dependants_;
  std::vector<Neighbor> neighbors_;
};

}  // namespace waymark::retrieval
