// Choosing what to show under a budget: a multi-choice knapsack, solved greedily by value per cost.
//
// Each item has two levels. An item is taken whole (its upper level) or at its lower level,
// whichever gives more value per token first; the lower one stands in where the upper one does not
// fit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace waymark::retrieval {

enum class Level : std::uint8_t { kNone, kLower, kUpper };

struct KnapsackItem {
  double value = 0;  // of the upper level; the lower one is worth kPlaceValue of it
  std::uint32_t lower_cost = 0;
  std::uint32_t upper_cost = 0;  // >= lower_cost
};

// The level of each item, in the order of `items`; the costs of the chosen levels add up to at most
// `budget`. Ties go to the earlier item. Cost: O(n log n).
std::vector<Level> ChooseLevels(std::span<const KnapsackItem> items, std::uint64_t budget);

}  // namespace waymark::retrieval
