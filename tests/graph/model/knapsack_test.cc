#include "graph/knapsack.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

using Items = std::vector<KnapsackItem>;

KnapsackItem TwoLevels(double value, std::uint32_t lower_cost, std::uint32_t upper_cost) {
  KnapsackItem item;
  item[0] = {.value = 0.6 * value, .cost = lower_cost};
  item[1] = {.value = value, .cost = upper_cost};
  return item;
}

std::uint64_t CostOf(const Items& items, const KnapsackChoice& choice) {
  std::uint64_t cost = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (choice.levels[i] != 0) cost += items[i][choice.levels[i] - 1U].cost;
  }
  return cost;
}

double ValueOf(const Items& items, const KnapsackChoice& choice) {
  double value = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (choice.levels[i] != 0) value += items[i][choice.levels[i] - 1U].value;
  }
  return value;
}

// The most that any choice is worth, by trying for each item every level at every budget.
double BestValue(const Items& items, std::size_t budget) {
  std::vector<double> best(budget + 1, 0);
  for (const KnapsackItem& item : items) {
    std::vector<double> with_item = best;
    for (const KnapsackLevel& level : item) {
      if (level.cost > budget) continue;
      for (std::size_t b = level.cost; b <= budget; ++b) {
        with_item[b] = std::max(with_item[b], best[b - level.cost] + level.value);
      }
    }
    best = std::move(with_item);
  }
  return best[budget];
}

// Up to five levels each, some of them missing, of costs and values that rise in no proportion.
Items RandomItems(std::uint32_t seed, int count) {
  std::mt19937 random(seed);
  Items items;
  for (int i = 0; i < count; ++i) {
    KnapsackItem& item = items.emplace_back();
    double value = 0;
    std::uint32_t cost = 0;
    for (KnapsackLevel& level : item) {
      value += static_cast<double>(random() % 100) / (1 + i);
      cost += static_cast<std::uint32_t>(random() % 40);
      if (random() % 4 != 0) level = {.value = value, .cost = cost + 1};
    }
  }
  return items;
}

TEST(Knapsack, TakesAllThatFits) {
  const Items items = {TwoLevels(1, 10, 20), TwoLevels(0.5, 10, 20)};

  EXPECT_THAT(ChooseLevels(items, 40).levels, Each(2));
  EXPECT_DOUBLE_EQ(ChooseLevels(items, 40).value, 1.5);
  EXPECT_THAT(ChooseLevels(items, 9).levels, Each(0));
}

TEST(Knapsack, FallsBackToALowerLevelWhereAHigherOneDoesNotFit) {
  const Items items = {TwoLevels(1, 10, 12), TwoLevels(0.9, 10, 90)};

  EXPECT_THAT(ChooseLevels(items, 30).levels, ElementsAre(2, 1));
}

TEST(Knapsack, PassesOverAnItemThatIsTooLarge) {
  const Items items = {TwoLevels(1, 100, 100), TwoLevels(0.1, 10, 10)};

  EXPECT_THAT(ChooseLevels(items, 50).levels, ElementsAre(0, 2));
}

TEST(Knapsack, PassesOverLevelsThatAnItemDoesNotHave) {
  KnapsackItem item;
  item[1] = {.value = 1, .cost = 10};
  item[4] = {.value = 3, .cost = 30};

  EXPECT_THAT(ChooseLevels(Items{item}, 29).levels, ElementsAre(2));
  EXPECT_THAT(ChooseLevels(Items{item}, 30).levels, ElementsAre(5));
}

TEST(Knapsack, PrefersTheEarlierOfEquals) {
  const Items items(3, TwoLevels(1, 10, 10));

  EXPECT_THAT(ChooseLevels(items, 20).levels, ElementsAre(2, 2, 0));
}

TEST(Knapsack, PrefersOneLargeItemToSmallOnesOfMoreWorthPerToken) {
  const Items items = {TwoLevels(0.2, 1, 1), TwoLevels(9, 100, 100)};

  EXPECT_THAT(ChooseLevels(items, 100).levels, ElementsAre(0, 2));
}

TEST(Knapsack, IsNearTheExactSolutionAndNeverAboveItsBound) {
  double chosen = 0;
  double possible = 0;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const Items items = RandomItems(seed, 12);
    for (std::size_t budget = 0; budget <= 600; budget += 37) {
      const KnapsackChoice choice = ChooseLevels(items, budget);
      const double best = BestValue(items, budget);

      EXPECT_LE(CostOf(items, choice), budget);
      EXPECT_NEAR(choice.value, ValueOf(items, choice), 1e-9);
      EXPECT_LE(choice.value, best + 1e-9) << "seed " << seed << " budget " << budget;
      EXPECT_GE(choice.value, best / 2) << "seed " << seed << " budget " << budget;
      EXPECT_GE(BestWorth(items, budget), best - 1e-9) << "seed " << seed << " budget " << budget;
      chosen += choice.value;
      possible += best;
    }
  }
  EXPECT_GT(possible, 0);
  EXPECT_GE(chosen, 0.98 * possible) << "on average";
}

}  // namespace
}  // namespace waymark
