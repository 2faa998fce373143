// Chooses what to show under a budget: a multi-choice knapsack, solved greedily by value per cost.
//
// Each item is left out or shown at one of its levels. The step from an item's present level to a
// higher one with the highest value per token is taken first; if a step does not fit, a smaller one
// is taken instead. The result is worth at least half of the best one, and mostly all but a few
// hundredths of it; BestWorth() gives an upper bound. Source: Sinha and Zoltners 1979 (the
// relaxation), Kellerer, Pferschy and Pisinger 2004, ch. 11.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace waymark {

inline constexpr std::size_t kMostLevels = 5;
inline constexpr std::uint32_t kNoLevel = 0xFFFFFFFF;  // cost of a level that an item does not have

struct KnapsackLevel {
  double value = 0;
  std::uint32_t cost = kNoLevel;
};

// Values and costs do not decrease from one level to the next.
using KnapsackItem = std::array<KnapsackLevel, kMostLevels>;

struct KnapsackChoice {
  // For each item, in order: the number of its level from 1, or 0 if it is left out.
  std::vector<std::uint8_t> levels;
  double value = 0;
};

// Chooses levels whose cost beyond that of `from`, the present levels, adds up to at most `budget`.
// Items beyond the end of `from` are left out so far. Ties go to the earlier item. Cost: O(n log
// n).
KnapsackChoice ChooseLevels(std::span<const KnapsackItem> items, std::uint64_t budget,
                            std::span<const std::uint8_t> from = {});

// The same in order of the items alone: each at its highest level, until one does not fit.
KnapsackChoice TakeInOrder(std::span<const KnapsackItem> items, std::uint64_t budget,
                           std::span<const std::uint8_t> from = {});

// An upper bound of the value of such a choice: the value if levels may be taken in part. Cost: O(n
// log n).
double BestWorth(std::span<const KnapsackItem> items, std::uint64_t budget,
                 std::span<const std::uint8_t> from = {});

}  // namespace waymark
