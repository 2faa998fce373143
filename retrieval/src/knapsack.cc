#include "knapsack.h"

#include <algorithm>
#include <cstddef>

#include "constants.h"

namespace waymark::retrieval {
namespace {

// A step from one level of an item to a higher one.
struct Increment {
  std::uint32_t item = 0;
  Level from = Level::kNone;
  Level to = Level::kNone;
  double density = 0;  // value per token
};

double Density(double value, std::uint32_t cost) { return value / std::max(cost, 1U); }

void AddIncrements(std::span<const KnapsackItem> items, std::vector<Increment>& increments) {
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    const KnapsackItem& item = items[i];
    const double lower = Density(kPlaceValue * item.value, item.lower_cost);
    const double rest = Density((1 - kPlaceValue) * item.value, item.upper_cost - item.lower_cost);
    const double whole = Density(item.value, item.upper_cost);
    increments.push_back({.item = i, .from = Level::kNone, .to = Level::kLower, .density = lower});
    // The upgrade is worth more per token than the lower level: the two are taken as one step.
    if (rest > lower) {
      increments.push_back(
          {.item = i, .from = Level::kNone, .to = Level::kUpper, .density = whole});
    }
    increments.push_back({.item = i, .from = Level::kLower, .to = Level::kUpper, .density = rest});
  }
  std::stable_sort(increments.begin(), increments.end(),
                   [](const Increment& a, const Increment& b) { return a.density > b.density; });
}

std::uint32_t CostOf(const KnapsackItem& item, Level level) {
  if (level == Level::kNone) return 0;
  return level == Level::kLower ? item.lower_cost : item.upper_cost;
}

}  // namespace

std::vector<Level> ChooseLevels(std::span<const KnapsackItem> items, std::uint64_t budget) {
  std::vector<Increment> increments;
  AddIncrements(items, increments);
  std::vector<Level> levels(items.size(), Level::kNone);
  for (const Increment& increment : increments) {
    if (levels[increment.item] != increment.from) continue;
    const KnapsackItem& item = items[increment.item];
    const std::uint64_t cost = CostOf(item, increment.to) - CostOf(item, increment.from);
    if (cost > budget) continue;
    budget -= cost;
    levels[increment.item] = increment.to;
  }
  return levels;
}

}  // namespace waymark::retrieval
