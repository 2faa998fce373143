#include "retrieval/test_scope.h"

#include <limits>
#include <unordered_set>

#include "graph/status.h"
#include "impact/run_confidence.h"
#include "impact/test_units.h"

namespace waymark::retrieval {

absl::StatusOr<TestScope> FindCoveringTests(const graph::ReadView& view,
                                            std::span<const SymbolId> symbols,
                                            BlastOptions options) {
  options.limit = std::numeric_limits<std::uint32_t>::max();
  options.only_tests = true;
  TestScope scope;
  WM_ASSIGN_OR_RETURN(scope.blast, ComputeBlastRadius(view, symbols, options));
  TestUnits units(view);
  std::unordered_set<SymbolId> known;  // files of blocks are reached by many ways
  for (std::uint32_t i = 0; i < scope.blast.entries.size(); ++i) {
    const BlastEntry& entry = scope.blast.entries[i];
    const SymbolId unit = units.Of(entry.symbol);
    if (unit == SymbolId::kNone || !known.insert(unit).second) continue;
    scope.tests.push_back({.symbol = unit,
                           .hop = entry.hop,
                           .confidence = RunConfidence(entry.confidence, entry.hop),
                           .entry = i});
  }
  return scope;
}

}  // namespace waymark::retrieval
