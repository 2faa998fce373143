#include "retrieval/hotspots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;

constexpr char kHotspotsShop[] = R"(
  src/core/price.py
    function price()
    function round()
  src/shop/cart.py
    function total()
    function add()
  src/mail/mail.py
    function send()
  price -> round
  total -> price
  add -> price
  send -> price
  send -> total
)";

TEST(FindHotspots, CountsDependentsDependenciesAndDirectories) {
  const DrawnGraph graph(kHotspotsShop);

  WM_ASSERT_OK_AND_ASSIGN(const Hotspots found, FindHotspots(graph.view(), {}));

  EXPECT_EQ(found.total, 3U);
  ASSERT_EQ(found.symbols.size(), 3U);
  const Hotspot& price = found.symbols[0];
  EXPECT_EQ(graph.NameOf(price.symbol), "price");
  EXPECT_EQ(price.fan_in, 3U);
  EXPECT_EQ(price.fan_out, 1U);
  EXPECT_EQ(price.cross_cut, 2U);
  EXPECT_EQ(price.score, 100.0F);
}

TEST(FindHotspots, ScoresByTheLogarithmsOfTheThree) {
  const DrawnGraph graph(kHotspotsShop);

  WM_ASSERT_OK_AND_ASSIGN(const Hotspots found, FindHotspots(graph.view(), {}));

  // total: ln 2 / ln 4 of dependents, all of dependencies, ln 2 / ln 3 of directories.
  ASSERT_EQ(graph.NameOf(found.symbols[1].symbol), "total");
  EXPECT_NEAR(found.symbols[1].score, 100 * (0.5 / 2 + 0.25 + 0.25 * 0.63093), 0.005);
}

TEST(FindHotspots, KeepsTheBest) {
  const DrawnGraph graph(kHotspotsShop);

  WM_ASSERT_OK_AND_ASSIGN(const Hotspots found, FindHotspots(graph.view(), {.limit = 1}));

  EXPECT_EQ(found.symbols.size(), 1U);
  EXPECT_EQ(found.total, 3U);
}

}  // namespace
}  // namespace waymark::retrieval
