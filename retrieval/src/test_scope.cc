#include "retrieval/test_scope.h"

#include <limits>

#include "graph/status.h"

namespace waymark::retrieval {

absl::StatusOr<TestScope> FindCoveringTests(const graph::ReadView& view,
                                            std::span<const SymbolId> symbols,
                                            BlastOptions options) {
  options.limit = std::numeric_limits<std::uint32_t>::max();
  TestScope scope;
  WM_ASSIGN_OR_RETURN(scope.ways, ComputeBlastRadius(view, symbols, options));
  for (std::uint32_t i = 0; i < scope.ways.entries.size(); ++i) {
    const BlastEntry& entry = scope.ways.entries[i];
    if ((view.Flags(entry.symbol) & kSymbolTestCase) == 0) continue;
    scope.tests.push_back(
        {.symbol = entry.symbol, .hop = entry.hop, .confidence = entry.confidence, .entry = i});
  }
  return scope;
}

}  // namespace waymark::retrieval
