#include "ranking/distances.h"

#include <gtest/gtest.h>

#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using ::waymark::testing::DrawnGraph;

const DrawnGraph& DistancesGraph() {
  static const DrawnGraph graph(R"(
a.py
  function seed
  function near
  function second
  function third
  function guessed
seed -> near
seed -calls:candidate-> guessed
near -calls:unique_global-> second
guessed -> second
second -> third
)");
  return graph;
}

// Distance and rule of a symbol from `seed`; 3 when it was not reached.
Reach ReachOf(std::string_view name) {
  SymbolSlots slots;
  const std::vector<SymbolId> seeds = {DistancesGraph().At("seed")};
  const std::vector<Reach> reached =
      DistancesFrom(DistancesGraph().view(), seeds, FollowedHubs(), slots);
  const std::uint32_t slot = slots.Find(DistancesGraph().At(name));
  return slot == SymbolSlots::kNone ? Reach{.distance = 3, .rule = EdgeRule::kStructure}
                                    : reached[slot];
}

TEST(Distances, CountEdgesFromTheNearestSeed) {
  EXPECT_EQ(ReachOf("seed").distance, 0U);
  EXPECT_EQ(ReachOf("near").distance, 1U);
  EXPECT_EQ(ReachOf("second").distance, 2U);
  EXPECT_EQ(ReachOf("third").distance, 3U);
}

TEST(Distances, TellTheWeakestWayOnTheSurestShortestPath) {
  EXPECT_EQ(ReachOf("near").rule, EdgeRule::kLexicalScope);
  EXPECT_EQ(ReachOf("guessed").rule, EdgeRule::kCandidate);
  EXPECT_EQ(ReachOf("second").rule, EdgeRule::kUniqueGlobal) << "over near, not over guessed";
}

}  // namespace
}  // namespace waymark::retrieval
