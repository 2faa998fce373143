// Rankings around symbols.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retrieval/context.h"
#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;
using ::waymark::testing::DrawnGraph;
using ::waymark::testing::StatusIs;

constexpr std::string_view kAroundDrawing = R"(
src/app.py
  function begin
  function middle
  function end
src/other.py
  function apart
begin -> middle
middle -> end
)";

std::vector<std::string> NamesAround(const DrawnGraph& graph, std::vector<SymbolId> focus,
                                     std::size_t max_symbols = 0) {
  auto result = RankAround(graph.view(), focus, {.max_symbols = max_symbols});
  EXPECT_TRUE(result.ok()) << result.status();
  std::vector<SymbolId> symbols;
  if (result.ok()) {
    for (const RankedSymbol& ranked : result->ranking) symbols.push_back(ranked.symbol);
  }
  return graph.NamesOf(symbols);
}

TEST(RankAround, FollowsTheGraphFromWhatItIsAbout) {
  const DrawnGraph graph(kAroundDrawing);

  // What is used comes before what uses; what is not connected does not come.
  EXPECT_THAT(NamesAround(graph, {graph.At("middle")}), ElementsAre("middle", "end", "begin"));
  EXPECT_THAT(NamesAround(graph, {graph.At("apart")}), ElementsAre("apart"));
}

TEST(RankAround, PutsAllThatItIsAboutFirst) {
  const DrawnGraph graph(kAroundDrawing);

  const std::vector<std::string> names =
      NamesAround(graph, {graph.At("apart"), graph.At("begin"), graph.At("apart")});

  // Nothing leads away from `apart`, so that it keeps all that the walk brings there.
  EXPECT_THAT(names, ElementsAre("apart", "begin", "middle", "end"));
}

// What three named functions have in common comes before what one of them uses alone, which the
// walk gives more: its whole mass goes there.
constexpr std::string_view kCommon = R"(
src/app.py
  function a
  function b
  function c
src/base.py
  function common
  function x
  function y
  function z
src/own.py
  function own
a -> common
a -> x
a -> z
b -> common
b -> y
c -> own
)";

TEST(RankAround, PrefersWhatMuchOfItHasInCommon) {
  const DrawnGraph graph(kCommon);
  const std::vector<SymbolId> focus = {graph.At("a"), graph.At("b"), graph.At("c")};
  const auto first_found = [&](Parts without) {
    auto result = RankAround(graph.view(), focus, {.without = without});
    EXPECT_TRUE(result.ok()) << result.status();
    const RankedSymbol& found = result->ranking.at(3);
    return std::pair(graph.NamesOf({found.symbol}).front(), found.parts.hubs);
  };

  EXPECT_EQ(first_found({}).first, "common");
  EXPECT_GT(first_found({}).second, 0);
  EXPECT_EQ(first_found(Parts::Of(Part::kHubs)).first, "own");
}

// `used` has three callers in product code and 1,100 in tests; `wraps` is what it uses.
std::string DrawHub() {
  std::string drawing = "src/app.py\n  function used\n  function wraps\n";
  for (int i = 0; i < 3; ++i) drawing += fmt::format("  function caller{}\n", i);
  drawing += "tests/test_app.py +test\n";
  for (int i = 0; i < 1100; ++i) drawing += fmt::format("  function test{} +test\n", i);
  drawing += "used -> wraps\n";
  for (int i = 0; i < 1100; ++i) drawing += fmt::format("test{} -> used\n", i);
  for (int i = 0; i < 3; ++i) drawing += fmt::format("caller{} -> used\n", i);
  return drawing;
}

TEST(RankAround, ShowsTheBestOfWhatIsAroundAHub) {
  const DrawnGraph graph(DrawHub());

  auto result = RankAround(graph.view(), std::vector{graph.At("used")}, {});

  ASSERT_TRUE(result.ok());
  ASSERT_GT(result->ranking.size(), 5U);
  std::vector<SymbolId> first;
  for (std::size_t i = 0; i < 5; ++i) {
    first.push_back(result->ranking[i].symbol);
    EXPECT_LE(result->ranking[i].distance, 1U);
  }
  EXPECT_THAT(graph.NamesOf(first),
              UnorderedElementsAre("used", "wraps", "caller0", "caller1", "caller2"));
  // 1,104 edges to symbols, of which 1,024 are followed.
  EXPECT_EQ(result->not_followed, 80U);
  EXPECT_EQ(result->ranking.size() + result->omitted, 1U + 1024U);
}

TEST(RankAround, FollowsTheDeclarationsOfAHub) {
  std::string drawing = "a.h\n  function run +decl\na.cc\n  function run\nb.cc\n";
  for (int i = 0; i < 1100; ++i) drawing += fmt::format("  function user{}\n", i);
  drawing += "a.h:run -declares-> a.cc:run\n";
  for (int i = 0; i < 1100; ++i) drawing += fmt::format("user{} -> a.h:run\n", i);
  const DrawnGraph graph(drawing);

  auto result = RankAround(graph.view(), std::vector{graph.At("a.cc:run")}, {});

  ASSERT_TRUE(result.ok());
  EXPECT_GT(result->ranking.size(), 1000U);
  EXPECT_GT(result->not_followed, 0U);
}

TEST(RankAround, SaysNothingOfEdgesThatItFollowsAll) {
  const DrawnGraph graph(kAroundDrawing);

  auto result = RankAround(graph.view(), std::vector{graph.At("middle")}, {});

  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->not_followed, 0U);
}

TEST(RankAround, CountsWhatIsLeftOut) {
  const DrawnGraph graph(kAroundDrawing);

  auto result = RankAround(graph.view(), std::vector{graph.At("middle")}, {.max_symbols = 1});

  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->ranking.size(), 1U);
  EXPECT_EQ(result->omitted, 2U);
}

TEST(RankAround, NeedsSomethingToBeAbout) {
  const DrawnGraph graph(kAroundDrawing);

  EXPECT_THAT(RankAround(graph.view(), {}, {}), StatusIs(absl::StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace waymark::retrieval
