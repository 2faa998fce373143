// Choosing what to show under a budget: a multi-choice knapsack, solved greedily by value per cost.
//
// Each item is left out or shown at one of its levels. From whatever level an item has, the step to
// a higher one that gives most value per token is taken first; where a step does not fit, a smaller
// one stands in. The outcome is worth at least half of the best one, and mostly all but a few
// hundredths of it: BestWorth() tells how much more there could be.
// Source: Sinha and Zoltners 1979 (the relaxation), Kellerer, Pferschy and Pisinger 2004, ch. 11.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace waymark::retrieval {

inline constexpr std::size_t kMostLevels = 5;
inline constexpr std::uint32_t kNoLevel = 0xFFFFFFFF;  // cost of a level that an item does not have

struct KnapsackLevel {
  double value = 0;
  std::uint32_t cost = kNoLevel;
};

// Values and costs do not fall from one level to the next.
using KnapsackItem = std::array<KnapsackLevel, kMostLevels>;

struct KnapsackChoice {
  // Of each item, in their order: the number of its level from 1, 0 when it is left out.
  std::vector<std::uint8_t> levels;
  double value = 0;
};

// What the levels cost beyond those of `from`, which items have already (short of some: these are
// left out so far), adds up to at most `budget`. Ties go to the earlier item. Cost: O(n log n).
KnapsackChoice ChooseLevels(std::span<const KnapsackItem> items, std::uint64_t budget,
                            std::span<const std::uint8_t> from = {});

// The same by their order alone: each item at its highest level, until one does not fit.
KnapsackChoice TakeInOrder(std::span<const KnapsackItem> items, std::uint64_t budget,
                           std::span<const std::uint8_t> from = {});

// What no such choice is worth more than: the value when levels may be taken in part. Cost: O(n log
// n).
double BestWorth(std::span<const KnapsackItem> items, std::uint64_t budget,
                 std::span<const std::uint8_t> from = {});

}  // namespace waymark::retrieval
