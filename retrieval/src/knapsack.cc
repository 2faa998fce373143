#include "knapsack.h"

#include <algorithm>
#include <limits>

namespace waymark::retrieval {
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

// Of all levels that fit the budget by themselves, by value per token.
std::vector<Increment> IncrementsOf(std::span<const KnapsackItem> items, std::uint64_t budget) {
  std::vector<Increment> increments;
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    for (std::size_t from = 0; from < kMostLevels; ++from) {
      const KnapsackLevel& low = LevelOf(items[i], from);
      if (low.cost == kNoLevel) continue;
      for (std::size_t to = from + 1; to <= kMostLevels; ++to) {
        const KnapsackLevel& high = LevelOf(items[i], to);
        if (high.cost == kNoLevel || high.cost > budget) continue;
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

// The most that one item alone is worth.
KnapsackChoice BestAlone(std::span<const KnapsackItem> items, std::uint64_t budget) {
  KnapsackChoice best;
  best.levels.assign(items.size(), 0);
  for (std::size_t i = 0; i < items.size(); ++i) {
    for (std::size_t level = 0; level < kMostLevels; ++level) {
      const auto& [value, cost] = items[i][level];
      if (cost == kNoLevel || cost > budget || value <= best.value) continue;
      best.levels.assign(items.size(), 0);
      best.levels[i] = static_cast<std::uint8_t>(level + 1);
      best.value = value;
    }
  }
  return best;
}

}  // namespace

KnapsackChoice ChooseLevels(std::span<const KnapsackItem> items, std::uint64_t budget) {
  KnapsackChoice choice;
  choice.levels.assign(items.size(), 0);
  std::uint64_t left = budget;
  for (const Increment& increment : IncrementsOf(items, budget)) {
    if (choice.levels[increment.item] != increment.from || increment.cost > left) continue;
    left -= increment.cost;
    choice.levels[increment.item] = increment.to;
    choice.value += increment.value;
  }
  KnapsackChoice alone = BestAlone(items, budget);
  return alone.value > choice.value ? alone : choice;
}

// The steps of an item that this takes are those of the upper hull of its levels: of all steps from
// where it stands, the one of most value per token comes first.
double BestWorth(std::span<const KnapsackItem> items, std::uint64_t budget) {
  std::vector<std::uint8_t> levels(items.size(), 0);
  std::uint64_t left = budget;
  double value = 0;
  for (const Increment& increment : IncrementsOf(items, budget)) {
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

}  // namespace waymark::retrieval
