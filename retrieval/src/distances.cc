#include "distances.h"

#include <cstddef>

#include "constants.h"

namespace waymark::retrieval {
namespace {

// Whether a path over `a` is surer than one over `b`; the number decides between equals.
bool IsSurer(EdgeRule a, EdgeRule b) {
  const int surety_a = ConfidenceThousandths(a);
  const int surety_b = ConfidenceThousandths(b);
  return surety_a != surety_b ? surety_a > surety_b : a < b;
}

EdgeRule LessSure(EdgeRule a, EdgeRule b) { return IsSurer(a, b) ? b : a; }

}  // namespace

std::vector<Reach> DistancesFrom(const graph::ReadView& view, std::span<const SymbolId> seeds,
                                 const FollowedHubs& followed, SymbolSlots& slots) {
  Transitions transitions(view, TestCode::kIncluded, followed);
  std::vector<SymbolId> symbols;
  std::vector<Reach> reached;
  std::vector<Step> steps;
  slots.Reset(view.symbol_bound());
  for (const SymbolId seed : seeds) {
    if (slots.Find(seed) != SymbolSlots::kNone) continue;
    slots.Set(seed, static_cast<std::uint32_t>(symbols.size()));
    symbols.push_back(seed);
    reached.push_back(Reach{});
  }
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const Reach from = reached[i];
    if (from.distance + 1 >= kDistanceHorizon) break;
    transitions.Towards(symbols[i], steps);
    for (const Step& step : steps) {
      const Reach to{.distance = from.distance + 1, .rule = LessSure(from.rule, step.rule)};
      const std::uint32_t slot = slots.Find(step.symbol);
      if (slot == SymbolSlots::kNone) {
        if (!transitions.IsNode(step.symbol)) continue;
        slots.Set(step.symbol, static_cast<std::uint32_t>(symbols.size()));
        symbols.push_back(step.symbol);
        reached.push_back(to);
      } else if (reached[slot].distance == to.distance && IsSurer(to.rule, reached[slot].rule)) {
        reached[slot].rule = to.rule;
      }
    }
  }
  return reached;
}

}  // namespace waymark::retrieval
