#include "ranking/transitions.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "retrieval/declarations.h"
#include "traits/constants.h"
#include "traits/edge_traits.h"
#include "traits/kind_traits.h"

namespace waymark::retrieval {
namespace {

constexpr float kHalf = 0.5F;  // what is cut off after it is added is rounded

std::uint64_t DegreeOf(const graph::ReadView& view, SymbolId symbol) {
  return std::uint64_t{view.OutDegree(symbol)} + view.InDegree(symbol);
}

bool IsHub(const graph::ReadView& view, SymbolId symbol) {
  return DegreeOf(view, symbol) > kMaxWalkDegree;
}

bool IsTestCode(const graph::ReadView& view, SymbolId symbol) {
  return (view.Flags(symbol) & kSymbolTest) != 0;
}

// The order of steps by which the best steps of a hub are chosen.
struct BetterStep {
  const graph::ReadView& view;

  bool operator()(const Step& a, const Step& b) const {
    if (a.weight != b.weight) return a.weight > b.weight;
    if (a.symbol == b.symbol) return a.type != b.type ? a.type < b.type : a.rule < b.rule;
    const bool a_is_test = IsTestCode(view, a.symbol);
    if (a_is_test != IsTestCode(view, b.symbol)) return !a_is_test;
    return view.CompareCanonical(a.symbol, b.symbol) < 0;
  }
};

// Adds the steps from `symbol` over all its edges.
void AppendSteps(const graph::ReadView& view, SymbolId symbol, std::vector<Neighbor>& neighbors,
                 std::vector<Step>& out) {
  const auto append = [&out](float type_weight, const Neighbor& neighbor) {
    const auto confidence = static_cast<float>(ConfidenceThousandths(neighbor.rule));
    const auto weight = static_cast<std::uint32_t>(type_weight * confidence + kHalf);
    if (weight == 0) return;
    out.push_back(Step{
        .symbol = neighbor.symbol, .type = neighbor.type, .rule = neighbor.rule, .weight = weight});
  };
  view.Out(symbol, neighbors);
  for (const Neighbor& neighbor : neighbors) {
    append(TraitsOf(neighbor.type).walk_forward, neighbor);
  }
  view.In(symbol, neighbors);
  for (const Neighbor& neighbor : neighbors) {
    append(TraitsOf(neighbor.type).walk_backward, neighbor);
  }
}

}  // namespace

FollowedHubs::FollowedHubs(const graph::ReadView& view, std::span<const SymbolId> symbols) {
  for (const SymbolId symbol : symbols) {
    Follow(view, symbol);
    for (const SymbolId declaration : DeclarationsOf(view, symbol)) Follow(view, declaration);
  }
}

void FollowedHubs::Follow(const graph::ReadView& view, SymbolId symbol) {
  if (!IsHub(view, symbol) || steps_.count(symbol) != 0) return;
  std::vector<Neighbor> neighbors;
  std::vector<Step> steps;
  AppendSteps(view, symbol, neighbors, steps);
  std::erase_if(steps,
                [&](const Step& step) { return TraitsOf(view.Kind(step.symbol)).holds_files; });
  if (steps.size() > kMaxWalkDegree) {
    left_out_ += steps.size() - kMaxWalkDegree;
    const auto end = steps.begin() + static_cast<std::ptrdiff_t>(kMaxWalkDegree);
    std::nth_element(steps.begin(), end, steps.end(), BetterStep{view});
    steps.erase(end, steps.end());
  }
  steps_.emplace(symbol, std::move(steps));
}

const std::vector<Step>* FollowedHubs::StepsOf(SymbolId symbol) const {
  const auto at = steps_.find(symbol);
  return at == steps_.end() ? nullptr : &at->second;
}

bool Transitions::IsNode(SymbolId symbol) const {
  if (TraitsOf(view_.Kind(symbol)).holds_files) return false;
  return test_code_ == TestCode::kIncluded || !IsTestCode(view_, symbol);
}

std::uint64_t Transitions::Degree(SymbolId symbol) const {
  const std::vector<Step>* const followed = followed_.StepsOf(symbol);
  return followed == nullptr ? DegreeOf(view_, symbol) : followed->size();
}

void Transitions::Towards(SymbolId symbol, std::vector<Step>& out) {
  out.clear();
  if (!IsNode(symbol)) return;
  if (const std::vector<Step>* const followed = followed_.StepsOf(symbol)) {
    out = *followed;
  } else if (!IsHub(view_, symbol)) {
    AppendSteps(view_, symbol, neighbors_, out);
  }
  if (expands_) return;
  std::erase_if(out, [](const Step& step) { return TraitsOf(step.type).expands; });
}

std::uint64_t Transitions::From(SymbolId symbol, std::vector<Step>& out) {
  Towards(symbol, out);
  std::erase_if(out, [this](const Step& step) { return !IsNode(step.symbol); });
  std::uint64_t sum = 0;
  for (const Step& step : out) sum += step.weight;
  return sum;
}

}  // namespace waymark::retrieval
