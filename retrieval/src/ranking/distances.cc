#include "ranking/distances.h"

#include <cstddef>

#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

// Whether a path over `a` has higher confidence than one over `b`; ties go to the lower number.
bool IsSurer(EdgeRule a, EdgeRule b) {
  const int surety_a = ConfidenceThousandths(a);
  const int surety_b = ConfidenceThousandths(b);
  return surety_a != surety_b ? surety_a > surety_b : a < b;
}

EdgeRule LessSure(EdgeRule a, EdgeRule b) { return IsSurer(a, b) ? b : a; }

}  // namespace

std::vector<Reach> DistancesFrom(const graph::ReadView& view, std::span<const SymbolId> seeds,
                                 const FollowedHubs& followed, SymbolSlots& slots,
                                 std::vector<LastStep>* last_steps) {
  Transitions transitions(view, TestCode::kIncluded, followed);
  std::vector<SymbolId> symbols;
  std::vector<Reach> reached;
  std::vector<Step> steps;
  slots.Reset(view.symbol_bound());
  const auto arrive = [last_steps](std::uint32_t slot, const LastStep& last_step) {
    if (last_steps == nullptr) return;
    if (slot == last_steps->size()) last_steps->emplace_back();
    (*last_steps)[slot] = last_step;
  };
  for (const SymbolId seed : seeds) {
    if (slots.Find(seed) != SymbolSlots::kNone) continue;
    const auto slot = static_cast<std::uint32_t>(symbols.size());
    slots.Set(seed, slot);
    arrive(slot, {.symbol = seed, .from = slot});
    symbols.push_back(seed);
    reached.push_back(Reach{});
  }
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const Reach from = reached[i];
    if (from.distance + 1 >= kDistanceHorizon) break;
    transitions.Towards(symbols[i], steps);
    for (const Step& step : steps) {
      const Reach to{.distance = from.distance + 1, .rule = LessSure(from.rule, step.rule)};
      std::uint32_t slot = slots.Find(step.symbol);
      if (slot == SymbolSlots::kNone) {
        if (!transitions.IsNode(step.symbol)) continue;
        slot = static_cast<std::uint32_t>(symbols.size());
        slots.Set(step.symbol, slot);
        symbols.push_back(step.symbol);
        reached.push_back(to);
      } else if (reached[slot].distance == to.distance && IsSurer(to.rule, reached[slot].rule)) {
        reached[slot].rule = to.rule;
      } else {
        continue;
      }
      arrive(slot,
             {.symbol = step.symbol, .from = static_cast<std::uint32_t>(i), .type = step.type});
    }
  }
  return reached;
}

}  // namespace waymark::retrieval
