#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "permuted_view.h"
#include "retrieval/incompleteness.h"
#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;

constexpr char kOpenReferencesShop[] = R"(
shop.py
  function order
  function pay
  function ship
order ? stock unknown
order ? price unknown
pay ? money external
ship ? parcel unknown
)";

TEST(OpenReferences, AreCountedInTheSymbolsTheyStandIn) {
  const DrawnGraph graph(kOpenReferencesShop);
  Workspace workspace;
  const auto count = [&](const std::vector<SymbolId>& sources) {
    return CountUnresolvedIn(graph.view(), sources, workspace);
  };

  EXPECT_EQ(count({graph.At("order")}), 2U);
  EXPECT_EQ(count({graph.At("pay")}), 0U) << "it leads out of the repository";
  EXPECT_EQ(count({graph.At("order"), graph.At("ship")}), 3U);
}

TEST(OpenReferences, AreThoseOfTheViewThatIsAsked) {
  const DrawnGraph graph(kOpenReferencesShop);
  Workspace workspace;
  for (std::uint32_t seed = 1; seed < 20; ++seed) {
    const PermutedView other(graph.view(), seed);
    const SymbolId order[] = {other.To(graph.At("order"))};
    const SymbolId ship[] = {other.To(graph.At("ship"))};

    EXPECT_EQ(CountUnresolvedIn(other, order, workspace), 2U) << seed;
    EXPECT_EQ(CountUnresolvedIn(other, ship, workspace), 1U) << seed;
  }
}

}  // namespace
}  // namespace waymark::retrieval
