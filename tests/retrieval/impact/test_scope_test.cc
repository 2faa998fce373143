#include "retrieval/test_scope.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;
using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

TEST(FindCoveringTests, FindsTheTestsAmongWhatDepends) {
  const DrawnGraph graph(R"(
  src/shop.py
    function price()
    function total()
  tests/test_shop.py +test
    function setup()
    function test_price() +test
    function test_total() +test
    function test_other() +test
  total -> price
  setup -> total
  test_price -> price
  test_total -> setup
)");
  const SymbolId price[] = {graph.At("price")};

  WM_ASSERT_OK_AND_ASSIGN(const TestScope scope,
                          FindCoveringTests(graph.view(), price, {.depth = 6}));

  std::vector<std::string> ways;
  for (const CoveringTest& test : scope.tests) {
    std::string& way = ways.emplace_back(graph.NameOf(test.symbol));
    for (std::uint32_t i = test.entry; scope.blast.entries[i].hop != 0;) {
      i = scope.blast.entries[i].via;
      way += " > " + graph.NameOf(scope.blast.entries[i].symbol);
    }
  }
  EXPECT_THAT(ways, ElementsAre("test_price > price", "test_total > setup > total > price"));
  // A test that only reaches the symbol by way of others may not run it.
  EXPECT_FLOAT_EQ(scope.tests[0].confidence, scope.blast.entries[scope.tests[0].entry].confidence);
  EXPECT_FLOAT_EQ(scope.tests[1].confidence,
                  scope.blast.entries[scope.tests[1].entry].confidence * 0.8F * 0.8F);
}

TEST(FindCoveringTests, ReturnsNothingButTestsAndTheirWays) {
  const DrawnGraph graph(R"(
  src/shop.py
    function price()
    function total()
    function page()
  tests/test_shop.py +test
    function test_total() +test
  total -> price
  page -> price
  test_total -> total
)");
  const SymbolId price[] = {graph.At("price")};

  WM_ASSERT_OK_AND_ASSIGN(const TestScope scope, FindCoveringTests(graph.view(), price, {}));

  EXPECT_EQ(scope.blast.entries.size(), 3U);
  EXPECT_EQ(scope.blast.affected_symbols, 3U);
  EXPECT_EQ(scope.blast.omitted, 1U);
}

TEST(FindCoveringTests, AFileOfCppStandsForTheBlocksBehindItsMacros) {
  const DrawnGraph graph(R"(
  src/vec.cc
    function grow()
  tests/framework.h
    function SCENARIO(name) +macro
  tests/vec_test.cc +test
  tests/scenarios.cc +test
  tests/print.cc +test
    function print()
  vec_test.cc -> grow
  scenarios.cc -> grow
  scenarios.cc -> SCENARIO
  print -> grow
  vec_test.cc ? TEST_CASE external
)");
  const SymbolId grow[] = {graph.At("grow")};

  WM_ASSERT_OK_AND_ASSIGN(const TestScope scope, FindCoveringTests(graph.view(), grow, {}));

  std::vector<std::string> files;
  for (const CoveringTest& test : scope.tests) files.push_back(graph.NameOf(test.symbol));
  EXPECT_THAT(files, UnorderedElementsAre("tests/scenarios.cc", "tests/vec_test.cc"));
}

TEST(FindCoveringTests, AFileWhoseTestsAreBlocksStandsForThem) {
  const DrawnGraph graph(R"(
  lib/site.rb
    function render()
  test/helper.rb +test
    function site()
  test/test_site.rb +test
    class TestSite
      method setup()
  site -> render
  TestSite -> site
  setup -> site
)");
  const SymbolId render[] = {graph.At("render")};

  WM_ASSERT_OK_AND_ASSIGN(const TestScope scope, FindCoveringTests(graph.view(), render, {}));

  ASSERT_EQ(scope.tests.size(), 1U);
  EXPECT_EQ(graph.view().QualifiedName(scope.tests[0].symbol), "test/test_site.rb");
}

TEST(FindCoveringTests, ATestThatChangesCoversItself) {
  const DrawnGraph graph("tests/test_a.py +test\n  function test_a() +test\n");
  const SymbolId roots[] = {graph.At("test_a")};

  WM_ASSERT_OK_AND_ASSIGN(const TestScope scope, FindCoveringTests(graph.view(), roots, {}));

  ASSERT_EQ(scope.tests.size(), 1U);
  EXPECT_EQ(scope.tests[0].hop, 0U);
}

// "test > ... > symbol" of each test that may reach the symbol.
std::vector<std::string> PossibleChains(const DrawnGraph& graph, const std::string& name) {
  const SymbolId symbols[] = {graph.At(name)};
  const auto scope = FindCoveringTests(graph.view(), symbols, {.depth = 6});
  EXPECT_THAT(scope, testing::IsOk());
  const auto possible = FindPossibleTests(graph.view(), symbols, {.depth = 6}, *scope);
  EXPECT_THAT(possible, testing::IsOk());
  std::vector<std::string> chains;
  for (const PossibleTest& test : *possible) {
    std::string& chain = chains.emplace_back();
    for (const SymbolId step : test.chain) {
      chain += (chain.empty() ? "" : " > ") + graph.NameOf(step);
    }
  }
  return chains;
}

TEST(FindPossibleTests, FollowsAnUnresolvedReferenceOfTheName) {
  const DrawnGraph graph(R"(
  src/shop.py
    function price()
    function total()
  tests/test_shop.py +test
    function cart()
    function test_price() +test
    function test_cart() +test
    function test_total() +test
    function test_other() +test
  total -> price
  test_total -> total
  test_cart -> cart
  cart ? price unknown
  test_price ? total unknown
  test_other ? discount unknown
)");

  EXPECT_THAT(PossibleChains(graph, "price"),
              ElementsAre("test_cart > cart > price", "test_price > total > price"));
}

TEST(FindPossibleTests, AReferenceThatLeavesTheRepositoryLeadsNowhere) {
  const DrawnGraph graph(R"(
  src/shop.py
    function price()
  tests/test_shop.py +test
    function test_price() +test
  test_price ? price external
)");

  EXPECT_THAT(PossibleChains(graph, "price"), ElementsAre());
}

TEST(FindPossibleTests, UsersOfATypeMayReachAMethodThatRunsFromOutside) {
  const DrawnGraph graph(R"(
  src/app.py
    class App
      method dispatch()
      method __call__()
  tests/test_app.py +test
    function app()
    function test_page() +test
    function test_other() +test
  __call__ -> dispatch
  app -> App
  test_page -> app
)");

  EXPECT_THAT(PossibleChains(graph, "dispatch"),
              ElementsAre("test_page > app > App.__call__ > App.dispatch"));
}

}  // namespace
}  // namespace waymark::retrieval
