#include "transitions.h"

#include <cmath>

#include "constants.h"
#include "edge_traits.h"
#include "kind_traits.h"

namespace waymark::retrieval {

bool Transitions::IsNode(SymbolId symbol) const {
  if (TraitsOf(view_.Kind(symbol)).holds_files) return false;
  return test_code_ == TestCode::kIncluded || (view_.Flags(symbol) & kSymbolTest) == 0;
}

std::uint64_t Transitions::Append(float type_weight, const Neighbor& neighbor,
                                  std::vector<Step>& out) const {
  const auto confidence = static_cast<float>(ConfidenceThousandths(neighbor.rule));
  const auto weight = static_cast<std::uint32_t>(std::lround(type_weight * confidence));
  if (weight == 0 || !IsNode(neighbor.symbol)) return 0;
  out.push_back(Step{.symbol = neighbor.symbol, .rule = neighbor.rule, .weight = weight});
  return weight;
}

std::uint64_t Transitions::From(SymbolId symbol, std::vector<Step>& out) {
  out.clear();
  if (!IsNode(symbol)) return 0;
  if (view_.OutDegree(symbol) + view_.InDegree(symbol) > kMaxWalkDegree) return 0;
  std::uint64_t sum = 0;
  view_.Out(symbol, neighbors_);
  for (const Neighbor& neighbor : neighbors_) {
    sum += Append(TraitsOf(neighbor.type).walk_forward, neighbor, out);
  }
  view_.In(symbol, neighbors_);
  for (const Neighbor& neighbor : neighbors_) {
    sum += Append(TraitsOf(neighbor.type).walk_backward, neighbor, out);
  }
  return sum;
}

}  // namespace waymark::retrieval
