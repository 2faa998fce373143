#include "retrieval/impact.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/history.h"
#include "retrieval/blast_radius.h"
#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kImpactShop[] = R"(
  src/shop/price.py
    function price +exported
    function rebate
  src/shop/cart.py
    class Cart +exported
      method total() +exported
  src/web/views.py
    function show
    route_handler /carts
  src/main.py
    function main
  examples/demo.py +example
    function demo +exported
    function main
  tests/test_price.py +test
    function test_price +test
    function helper
  rebate -> price
  Cart.total -> price
  show -> Cart.total
  /carts -handles_route-> show
  src/main.py:main -> show
  demo -> price
  examples/demo.py:main -> demo
  test_price -> price
)";

const DrawnGraph& Shop() {
  static const DrawnGraph graph(kImpactShop);
  return graph;
}

Impact ImpactOf(const DrawnGraph& graph, const std::vector<std::string>& roots,
                BlastOptions options = {}) {
  std::vector<SymbolId> symbols;
  for (const std::string& root : roots) symbols.push_back(graph.At(root));
  options.tells_impact = true;
  const absl::StatusOr<BlastResult> result = ComputeBlastRadius(graph.view(), symbols, options);
  EXPECT_THAT(result, testing::IsOk());
  return result.ok() && result->impact ? *result->impact : Impact();
}

const RiskReason& ReasonOf(const Impact& impact, RiskFactor factor) {
  return impact.risk.reasons.at(static_cast<std::size_t>(factor));
}

TEST(Impact, IsToldOnlyWhenItIsAskedFor) {
  const SymbolId root = Shop().At("price");
  WM_ASSERT_OK_AND_ASSIGN(const BlastResult result,
                          ComputeBlastRadius(Shop().view(), {&root, 1}, {}));

  EXPECT_FALSE(result.impact.has_value());
}

TEST(Impact, NamesPackagesByTheirProductCodeFirst) {
  const Impact impact = ImpactOf(Shop(), {"price"}, {.depth = 2});

  EXPECT_EQ(impact.packages.count, 4U);
  EXPECT_THAT(impact.packages.names, ElementsAre("src/shop", "src/web", "examples", "tests"));
}

TEST(Impact, FilesAtTheTopAreAPackage) {
  const DrawnGraph graph("setup.py\n  function a\n  function b\nb -> a\n");

  EXPECT_THAT(ImpactOf(graph, {"a"}).packages.names, ElementsAre("."));
}

TEST(Impact, CountsThePublicSurfaceOfProductCodeWithWhatChanges) {
  const Impact impact = ImpactOf(Shop(), {"price"});

  EXPECT_THAT(impact.exported.names, ElementsAre("price", "Cart.total"))
      << "the example is no surface";
}

TEST(Impact, TellsRoutesAndEntryPointsThatAreReached) {
  const Impact impact = ImpactOf(Shop(), {"price"});

  EXPECT_THAT(impact.routes.names, ElementsAre("/carts"));
  EXPECT_THAT(impact.entry_points.names, ElementsAre("src/main.py: main"));
  EXPECT_THAT(ImpactOf(Shop(), {"price"}, {.depth = 2}).routes.names, IsEmpty());
}

TEST(Impact, WhatTakesMessagesOrServesCallsIsAnEntryPoint) {
  const DrawnGraph graph(R"(
  a.py
    function price
    function on_order
    function on_other
    class Greeter
      method hello()
    external topic://orders
    external rpc://Greeter
  on_order -> price
  Greeter.hello -> price
  on_order -subscribes-> a.py:topic://orders
  on_other -subscribes-> a.py:topic://orders
  Greeter -implements_rpc-> a.py:rpc://Greeter
)");

  EXPECT_THAT(ImpactOf(graph, {"price"}).entry_points.names,
              ElementsAre("a.py: on_order", "a.py: Greeter"));
}

TEST(Impact, CountsAllAndNamesTheFirst) {
  std::string drawing = "a.py\n  function root\n";
  std::string edges;
  for (char name = 'a'; name < 'j'; ++name) {
    drawing += std::string("pkg_") + name + "/x.py\n  function " + name + "\n";
    edges += std::string(1, name) + " -> root\n";
  }
  const DrawnGraph graph(drawing + edges);

  const Impact impact = ImpactOf(graph, {"root"});

  EXPECT_EQ(impact.packages.count, 9U);
  EXPECT_THAT(impact.packages.names, ElementsAre("pkg_a", "pkg_b", "pkg_c", "pkg_d", "pkg_e"));
}

TEST(Impact, OwnersAreThoseOfTheFilesReachedAndUnknownWithoutAny) {
  const DrawnGraph graph(R"(
  CODEOWNERS
    external owner://@shop
    external owner://@web
    external owner://@other
  a.py
    function price
  b.py
    function show
  c.py
    function more
  d.py
    function apart
  show -> price
  more -> price
  a.py -owned_by-> CODEOWNERS:owner://@shop
  b.py -owned_by-> CODEOWNERS:owner://@web
  c.py -owned_by-> CODEOWNERS:owner://@web
  d.py -owned_by-> CODEOWNERS:owner://@other
)");

  const Impact impact = ImpactOf(graph, {"price"});

  ASSERT_TRUE(impact.owners.has_value());
  EXPECT_EQ(impact.owners->count, 2U);
  EXPECT_THAT(impact.owners->names, ElementsAre("@web", "@shop")) << "with most files first";
  EXPECT_FALSE(ImpactOf(Shop(), {"price"}).owners.has_value());
}

TEST(Risk, IsTheWeightedMeanOfWhatIsKnown) {
  const Impact impact = ImpactOf(Shop(), {"price"}, {.depth = 1});

  // rebate and Cart.total: ln 3 / ln 201 and ln 3 / ln 51; one test, one hop away.
  EXPECT_EQ(ReasonOf(impact, RiskFactor::kReach).share, 0.21);
  EXPECT_EQ(ReasonOf(impact, RiskFactor::kFanIn).share, 0.28);
  EXPECT_EQ(ReasonOf(impact, RiskFactor::kTests).share, 0.0);
  // price and Cart.total: ln 3 / ln 21.
  EXPECT_EQ(ReasonOf(impact, RiskFactor::kSurface).share, 0.36);
  EXPECT_EQ(ReasonOf(impact, RiskFactor::kHistory).share, std::nullopt);
  EXPECT_EQ(impact.risk.score, 0.21) << "(.3 * .21 + .2 * .28 + .2 * .36) / .9";
  EXPECT_EQ(impact.risk.level, RiskLevel::kLow);
}

TEST(Risk, SaysWhatEachReasonWasToldFrom) {
  const Impact impact = ImpactOf(Shop(), {"price"}, {.depth = 2});

  EXPECT_EQ(
      ReasonOf(impact, RiskFactor::kReach).text,
      "within 2 hops, 3 non-test symbols depend on it; including tests, 5 files in 4 packages");
  EXPECT_EQ(ReasonOf(impact, RiskFactor::kFanIn).text, "2 non-test symbols use it directly");
  EXPECT_EQ(ReasonOf(impact, RiskFactor::kTests).text,
            "1 test is among the dependents, 1 surely, the nearest in 1 hop");
  EXPECT_EQ(ReasonOf(impact, RiskFactor::kSurface).text,
            "2 exported symbols, 0 entry points or routes, 0 overrides");
  EXPECT_EQ(ReasonOf(impact, RiskFactor::kHistory).text,
            "not known: no history of this state was read");
}

TEST(Risk, CountsOverridesInBothDirections) {
  const DrawnGraph graph(R"(
  a.py
    class Base
      method run()
    class Middle
      method run()
    class Last
      method run()
  Middle.run -overrides-> Base.run
  Last.run -overrides-> Middle.run
)");

  EXPECT_EQ(ReasonOf(ImpactOf(graph, {"Middle.run"}), RiskFactor::kSurface).text,
            "0 exported symbols, 0 entry points or routes, 2 overrides");
}

// `show` calls something named `render` that nothing tells more about.
TEST(Risk, OfAnIncompleteAnswerIsTheWorstThatItsPossibleUsesAllow) {
  const DrawnGraph graph(R"(
  a.py
    class Page
      method render()
  b.py
    function show
    function main
  main -> show
  show ? render unknown
)");

  const Impact impact = ImpactOf(graph, {"Page.render"});

  EXPECT_EQ(ReasonOf(impact, RiskFactor::kReach).share, 0.21) << "show and main";
  EXPECT_EQ(ReasonOf(impact, RiskFactor::kReach).text,
            "within 3 hops, 0 non-test symbols depend on it; including tests, 0 files in 0 "
            "packages; with the possible uses: within 3 hops, 2 non-test symbols depend on it; "
            "including tests, 1 file in 1 package");
  EXPECT_EQ(ReasonOf(impact, RiskFactor::kFanIn).share, 0.18) << "show";
  EXPECT_EQ(ReasonOf(impact, RiskFactor::kTests).share, 1.0);
}

TEST(Risk, IsUnknownWhereSyntaxMayRunWhatChanges) {
  const DrawnGraph graph(R"(
  a.py
    class Cart
      method __len__()
)");

  EXPECT_EQ(ImpactOf(graph, {"Cart.__len__"}).risk.level, RiskLevel::kUnknown);
}

TEST(Risk, IsHigherWhereNoTestIsNear) {
  const DrawnGraph graph(R"(
  a.py
    function tested
    function far
    function bare
    function one
    function two
  tests/t.py +test
    function test_it +test
  one -> far
  two -> one
  test_it -> two
  test_it -> tested
)");

  EXPECT_EQ(ReasonOf(ImpactOf(graph, {"tested"}), RiskFactor::kTests).share, 0.0);
  EXPECT_EQ(ReasonOf(ImpactOf(graph, {"far"}), RiskFactor::kTests).share, 0.5);
  EXPECT_EQ(ReasonOf(ImpactOf(graph, {"far"}), RiskFactor::kTests).text,
            "1 test is among the dependents, none surely, the nearest in 3 hops")
      << "each hop after the first may not run";
  EXPECT_EQ(ReasonOf(ImpactOf(graph, {"bare"}), RiskFactor::kTests).share, 1.0);
  EXPECT_EQ(ReasonOf(ImpactOf(graph, {"test_it"}), RiskFactor::kTests).text, "only tests change");
  const Impact chosen = ImpactOf(graph, {"bare"}, {.edge_types = {EdgeType::kExtends}});
  EXPECT_EQ(ReasonOf(chosen, RiskFactor::kTests).share, std::nullopt)
      << "who calls it was not asked";
}

TEST(Risk, CountsTheCommitsThatChangedWhatChanges) {
  const auto commit = [](std::string path, std::vector<std::string> names) {
    graph::CommitFacts facts{.commit = {}, .terms = {"word"}, .touched = {}};
    facts.touched.push_back({std::move(path), std::move(names)});
    return facts;
  };
  const std::vector<graph::CommitFacts> commits = {
      commit("src/shop/price.py", {"price"}), commit("src/shop/price.py", {"rebate"}),
      commit("src/shop/cart.py", {"price"}), commit("src/shop/price.py", {"price", "rebate"})};
  const graph::History history("abc", commits);

  EXPECT_EQ(ReasonOf(ImpactOf(Shop(), {"price"}, {.history = &history}), RiskFactor::kHistory).text,
            "changed by 2 of the last 4 commits");
  const Impact both = ImpactOf(Shop(), {"price", "rebate"}, {.history = &history});
  EXPECT_EQ(ReasonOf(both, RiskFactor::kHistory).text, "changed by 3 of the last 4 commits");
  const Impact file = ImpactOf(Shop(), {"src/shop/cart.py"}, {.history = &history});
  EXPECT_EQ(ReasonOf(file, RiskFactor::kHistory).text, "changed by 1 of the last 4 commits");
}

}  // namespace
}  // namespace waymark::retrieval
