#include "transitions.h"

#include "constants.h"
#include "edge_traits.h"
#include "kind_traits.h"

namespace waymark::retrieval {
namespace {

constexpr float kHalf = 0.5F;  // what is cut off after it is added is rounded

}  // namespace

bool Transitions::IsNode(SymbolId symbol) const {
  if (TraitsOf(view_.Kind(symbol)).holds_files) return false;
  return test_code_ == TestCode::kIncluded || (view_.Flags(symbol) & kSymbolTest) == 0;
}

void Transitions::Towards(SymbolId symbol, std::vector<Step>& out) {
  out.clear();
  if (!IsNode(symbol)) return;
  if (view_.OutDegree(symbol) + view_.InDegree(symbol) > kMaxWalkDegree) return;
  const auto append = [&out](float type_weight, const Neighbor& neighbor) {
    const auto confidence = static_cast<float>(ConfidenceThousandths(neighbor.rule));
    const auto weight = static_cast<std::uint32_t>(type_weight * confidence + kHalf);
    if (weight == 0) return;
    out.push_back(Step{.symbol = neighbor.symbol, .rule = neighbor.rule, .weight = weight});
  };
  view_.Out(symbol, neighbors_);
  for (const Neighbor& neighbor : neighbors_) {
    append(TraitsOf(neighbor.type).walk_forward, neighbor);
  }
  view_.In(symbol, neighbors_);
  for (const Neighbor& neighbor : neighbors_) {
    append(TraitsOf(neighbor.type).walk_backward, neighbor);
  }
}

std::uint64_t Transitions::From(SymbolId symbol, std::vector<Step>& out) {
  Towards(symbol, out);
  std::erase_if(out, [this](const Step& step) { return !IsNode(step.symbol); });
  std::uint64_t sum = 0;
  for (const Step& step : out) sum += step.weight;
  return sum;
}

}  // namespace waymark::retrieval
