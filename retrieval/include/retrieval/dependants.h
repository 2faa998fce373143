// Number of symbols that depend directly on a symbol: a cheap, bounded estimate of its blast
// radius.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Counts stop at this number.
inline constexpr std::uint32_t kMaxDependants = 255;

// Counts for one symbol after the other. Not thread-safe: it keeps buffers.
class DependantCounter {
 public:
  // The view must outlive this.
  explicit DependantCounter(const graph::ReadView& view) : view_(view) {}

  // Number of distinct symbols, 0..kMaxDependants, with an edge that carries dependence
  // (edge_traits.cc) to `symbol` or one of its declarations. The symbol and its declarations do not
  // count. A symbol with more than kMaxCountedEdges incoming edges gets kMaxDependants without a
  // count. Cost: O(kMaxCountedEdges), mostly some 100 ns.
  std::uint32_t Of(SymbolId symbol);

 private:
  void Collect(SymbolId symbol);

  const graph::ReadView& view_;
  std::vector<SymbolId> own_;  // the symbol, then its declarations
  std::vector<SymbolId> dependants_;
  std::vector<Neighbor> neighbors_;
};

}  // namespace waymark::retrieval
