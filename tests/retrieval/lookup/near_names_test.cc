#include "lookup/near_names.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retrieval/edit_distance.h"
#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::waymark::testing::DrawnGraph;

TEST(EditDistance, CountsTheFourKindsOfSlip) {
  EXPECT_EQ(EditDistance("route", "route", 3), 0U);
  EXPECT_EQ(EditDistance("route", "rote", 3), 1U);
  EXPECT_EQ(EditDistance("route", "routes", 3), 1U);
  EXPECT_EQ(EditDistance("route", "roots", 3), 2U);
  EXPECT_EQ(EditDistance("route", "ruote", 3), 1U);
}

TEST(EditDistance, IgnoresCase) { EXPECT_EQ(EditDistance("DBImpl", "dbimpl", 1), 0U); }

TEST(EditDistance, StopsAtItsLimit) {
  EXPECT_EQ(EditDistance("abcdef", "uvwxyz", 2), 3U);
  EXPECT_EQ(EditDistance("a", "abcdefgh", 2), 3U);
}

TEST(EditDistance, ComparesVeryLongNamesByTheirBeginning) {
  const std::string a(1000, 'a');
  EXPECT_EQ(EditDistance(a, a + "b", 2), 0U);
}

TEST(NearNames, AreClosestFirstThenInByteOrder) {
  const DrawnGraph graph(R"(
a.py
  function route
  function routes
  function router
  function unrelated
)");

  EXPECT_THAT(NearNames(graph.view(), "Route", 10), ElementsAre("route", "router", "routes"));
  EXPECT_THAT(NearNames(graph.view(), "Route", 1), ElementsAre("route"));
  EXPECT_THAT(NearNames(graph.view(), "zeppelin", 10), IsEmpty());
}

}  // namespace
}  // namespace waymark::retrieval
