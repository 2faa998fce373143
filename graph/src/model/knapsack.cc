#include "graph/knapsack.h"

#include <algorithm>
#include <limits>

namespace waymark {
namespace {

// A step from one level of an item to a higher one, as numbers from 1; 0: left out.
struct Increment {
  std::uint32_t item = 0;
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  std::uint32_t cost = 0;
  double value = 0;

  double density() const {
    return cost == 0 ? std::numeric_limits<double>::infinity() : value / cost;
  }
};

constexpr KnapsackLevel kLeftOut = {.value = 0, .cost = 0};

const KnapsackLevel& LevelOf(const KnapsackItem& item, std::size_t number) {
  return number == 0 ? kLeftOut : item[number - 1];
}

// Sets the items to their starting levels and computes their value.
KnapsackChoice StandAt(std::span<const KnapsackItem> items, std::span<const std::uint8_t> from) {
  KnapsackChoice choice;
  choice.levels.assign(from.begin(), from.end());
  choice.levels.resize(items.size(), 0);
  for (std::size_t i = 0; i < items.size(); ++i) {
    choice.value += LevelOf(items[i], choice.levels[i]).value;
  }
  return choice;
}

// All steps from the starting levels to levels that fit the budget by themselves, by value per
// token.
std::vector<Increment> IncrementsOf(std::span<const KnapsackItem> items, std::uint64_t budget,
                                    const std::vector<std::uint8_t>& levels) {
  std::vector<Increment> increments;
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    const std::uint32_t paid = LevelOf(items[i], levels[i]).cost;
    for (std::size_t from = levels[i]; from < kMostLevels; ++from) {
      const KnapsackLevel& low = LevelOf(items[i], from);
      if (low.cost == kNoLevel) continue;
      for (std::size_t to = from + 1; to <= kMostLevels; ++to) {
        const KnapsackLevel& high = LevelOf(items[i], to);
        if (high.cost == kNoLevel || high.cost - paid > budget) continue;
        increments.push_back({.item = i,
                              .from = static_cast<std::uint8_t>(from),
                              .to = static_cast<std::uint8_t>(to),
                              .cost = high.cost - low.cost,
                              .value = high.value - low.value});
      }
    }
  }
  std::stable_sort(
      increments.begin(), increments.end(),
      [](const Increment& a, const Increment& b) { return a.density() > b.density(); });
  return increments;
}

// The single step with the greatest value.
KnapsackChoice BestAlone(std::span<const KnapsackItem> items, std::uint64_t budget,
                         const KnapsackChoice& stand) {
  KnapsackChoice best = stand;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const KnapsackLevel& now = LevelOf(items[i], stand.levels[i]);
    for (std::size_t level = stand.levels[i]; level < kMostLevels; ++level) {
      const auto& [value, cost] = items[i][level];
      const double worth = stand.value + value - now.value;
      if (cost == kNoLevel || cost - now.cost > budget || worth <= best.value) continue;
      best = stand;
      best.levels[i] = static_cast<std::uint8_t>(level + 1);
      best.value = worth;
    }
  }
  return best;
}

}  // namespace

KnapsackChoice ChooseLevels(std::span<const KnapsackItem> items, std::uint64_t budget,
                            std::span<const std::uint8_t> from) {
  const KnapsackChoice stand = StandAt(items, from);
  KnapsackChoice choice = stand;
  std::uint64_t left = budget;
  for (const Increment& increment : IncrementsOf(items, budget, stand.levels)) {
    if (choice.levels[increment.item] != increment.from || increment.cost > left) continue;
    left -= increment.cost;
    choice.levels[increment.item] = increment.to;
    choice.value += increment.value;
  }
  KnapsackChoice alone = BestAlone(items, budget, stand);
  return alone.value > choice.value ? alone : choice;
}

KnapsackChoice TakeInOrder(std::span<const KnapsackItem> items, std::uint64_t budget,
                           std::span<const std::uint8_t> from) {
  KnapsackChoice choice = StandAt(items, from);
  std::uint64_t left = budget;
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::size_t highest = kMostLevels;
    while (highest > choice.levels[i] && items[i][highest - 1].cost == kNoLevel) --highest;
    const KnapsackLevel& now = LevelOf(items[i], choice.levels[i]);
    const KnapsackLevel& then = LevelOf(items[i], highest);
    if (then.cost - now.cost > left) break;
    left -= then.cost - now.cost;
    choice.levels[i] = static_cast<std::uint8_t>(highest);
    choice.value += then.value - now.value;
  }
  return choice;
}

// The steps of an item that this takes are those of the upper hull of its levels: the first one has
// the highest value per token of all steps from its starting level.
double BestWorth(std::span<const KnapsackItem> items, std::uint64_t budget,
                 std::span<const std::uint8_t> from) {
  auto [levels, value] = StandAt(items, from);
  std::uint64_t left = budget;
  for (const Increment& increment : IncrementsOf(items, budget, std::vector(levels))) {
    if (levels[increment.item] != increment.from) continue;
    if (increment.cost > left) {
      return value + increment.density() * static_cast<double>(left);
    }
    left -= increment.cost;
    levels[increment.item] = increment.to;
    value += increment.value;
  }
  return value;
}

}  // namespace waymark
