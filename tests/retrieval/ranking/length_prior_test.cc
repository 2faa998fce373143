#include "ranking/length_prior.h"

#include <cmath>

#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

using ::waymark::testing::DrawnGraph;

TEST(LengthPrior, GrowsWithTheLinesOfAFunctionAndNotWithThoseOfAType) {
  const DrawnGraph graph(R"(
a.py
  function long
    function within
    function other
  function short
  class Small
  class Large
    method one
    method two
)");
  const auto factor = [&](std::string_view name) {
    return LengthPrior(graph.view(), graph.At(name));
  };

  EXPECT_DOUBLE_EQ(factor("short"), std::pow(1 / kLengthPriorUnit, kLengthPriorPower));
  EXPECT_DOUBLE_EQ(factor("a.py:long"), std::pow(3 / kLengthPriorUnit, kLengthPriorPower));
  EXPECT_DOUBLE_EQ(factor("Small"),
                   std::pow(kLengthPriorTypeLines / kLengthPriorUnit, kLengthPriorPower));
  EXPECT_DOUBLE_EQ(factor("Large"), factor("Small"));
}

}  // namespace
}  // namespace waymark::retrieval
