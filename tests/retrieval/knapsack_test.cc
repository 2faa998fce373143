#include "knapsack.h"

#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::retrieval {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

std::uint64_t CostOf(const std::vector<KnapsackItem>& items, const std::vector<Level>& levels) {
  std::uint64_t cost = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (levels[i] == Level::kLower) cost += items[i].lower_cost;
    if (levels[i] == Level::kUpper) cost += items[i].upper_cost;
  }
  return cost;
}

double ValueOf(const std::vector<KnapsackItem>& items, const std::vector<Level>& levels) {
  double value = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (levels[i] == Level::kLower) value += 0.6 * items[i].value;
    if (levels[i] == Level::kUpper) value += items[i].value;
  }
  return value;
}

std::vector<KnapsackItem> RandomItems(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<KnapsackItem> items;
  for (int i = 0; i < 40; ++i) {
    const auto lower = static_cast<std::uint32_t>(10 + random() % 60);
    const auto more = static_cast<std::uint32_t>(random() % 80);
    items.push_back({.value = 1.0 / (1 + i), .lower_cost = lower, .upper_cost = lower + more});
  }
  return items;
}

TEST(Knapsack, TakesAllThatFits) {
  const std::vector<KnapsackItem> items = {{.value = 1, .lower_cost = 10, .upper_cost = 20},
                                           {.value = 0.5, .lower_cost = 10, .upper_cost = 20}};

  EXPECT_THAT(ChooseLevels(items, 40), Each(Level::kUpper));
  EXPECT_THAT(ChooseLevels(items, 9), Each(Level::kNone));
}

TEST(Knapsack, FallsBackToTheLowerLevelWhereTheUpperDoesNotFit) {
  const std::vector<KnapsackItem> items = {{.value = 1, .lower_cost = 10, .upper_cost = 12},
                                           {.value = 0.9, .lower_cost = 10, .upper_cost = 90}};

  EXPECT_THAT(ChooseLevels(items, 30), ElementsAre(Level::kUpper, Level::kLower));
}

TEST(Knapsack, PassesOverAnItemThatIsTooLarge) {
  const std::vector<KnapsackItem> items = {{.value = 1, .lower_cost = 100, .upper_cost = 100},
                                           {.value = 0.1, .lower_cost = 10, .upper_cost = 10}};

  EXPECT_THAT(ChooseLevels(items, 50), ElementsAre(Level::kNone, Level::kUpper));
}

TEST(Knapsack, PrefersTheEarlierOfEquals) {
  const std::vector<KnapsackItem> items(3, {.value = 1, .lower_cost = 10, .upper_cost = 10});

  EXPECT_THAT(ChooseLevels(items, 20), ElementsAre(Level::kUpper, Level::kUpper, Level::kNone));
}

TEST(Knapsack, NeverExceedsItsBudgetAndLosesNothingByAMuchLargerOne) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const std::vector<KnapsackItem> items = RandomItems(seed);
    double previous = 0;
    for (std::uint64_t budget = 0; budget < 4000; budget += 139) {
      const std::vector<Level> levels = ChooseLevels(items, budget);

      EXPECT_LE(CostOf(items, levels), budget);
      // 139 is the cost of the dearest item: one step of the budget always buys one more.
      EXPECT_GE(ValueOf(items, levels), previous) << "seed " << seed << " budget " << budget;
      previous = ValueOf(items, levels);
    }
  }
}

}  // namespace
}  // namespace waymark::retrieval
