// The walk by local push against the power iteration of its definition.
#include "ranking/walk.h"

#include <algorithm>
#include <random>
#include <vector>

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "testing/memory_view.h"

namespace waymark::retrieval {
namespace {

using ::testing::Contains;
using ::testing::Key;
using ::testing::Not;
using ::waymark::testing::DrawnGraph;
using ::waymark::testing::MemorySymbol;
using ::waymark::testing::MemoryView;

constexpr double kTightTolerance = 1e-9;

// p = a * s + (1 - a) * P' p by iteration; a node without steps steps to itself.
Eigen::VectorXd PowerIteration(const graph::ReadView& view, Transitions& transitions,
                               const std::vector<WalkSeed>& seeds) {
  const auto n = static_cast<Eigen::Index>(view.symbol_bound());
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<Step> steps;
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto sum =
        static_cast<double>(transitions.From(SymbolId{static_cast<std::uint32_t>(i)}, steps));
    if (steps.empty()) entries.emplace_back(i, i, 1.0);
    for (const Step& step : steps) {
      entries.emplace_back(static_cast<Eigen::Index>(ToIndex(step.symbol)), i, step.weight / sum);
    }
  }
  Eigen::SparseMatrix<double> transposed(n, n);
  transposed.setFromTriplets(entries.begin(), entries.end());

  Eigen::VectorXd restart = Eigen::VectorXd::Zero(n);
  for (const WalkSeed& seed : seeds) {
    restart[static_cast<Eigen::Index>(ToIndex(seed.symbol))] = seed.weight;
  }
  restart /= restart.sum();
  Eigen::VectorXd p = restart;
  for (int i = 0; i < 300; ++i) p = kRestart * restart + (1 - kRestart) * (transposed * p);
  return p;
}

Eigen::VectorXd ByPush(const graph::ReadView& view, Transitions& transitions,
                       const std::vector<WalkSeed>& seeds, const WalkOptions& options) {
  SymbolSlots slots;
  Eigen::VectorXd p = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(view.symbol_bound()));
  for (const WalkShare& share : WalkWithRestart(view, transitions, seeds, options, slots)) {
    p[static_cast<Eigen::Index>(ToIndex(share.symbol))] = share.share;
  }
  return p;
}

// `symbols` functions in files of ten, with three edges each of mixed types and rules.
void FillRandomly(MemoryView& view, std::uint32_t symbols, std::uint32_t seed) {
  constexpr EdgeType kTypes[] = {EdgeType::kCalls, EdgeType::kReferences, EdgeType::kExtends,
                                 EdgeType::kAccessesField};
  constexpr EdgeRule kRules[] = {EdgeRule::kLexicalScope, EdgeRule::kUniqueGlobal,
                                 EdgeRule::kCandidate};
  std::mt19937 random(seed);
  std::vector<SymbolId> ids;
  for (std::uint32_t i = 0; i < symbols; ++i) {
    if (i % 10 == 0) view.AddFile("f" + std::to_string(i) + ".py", Language::kPython);
    MemorySymbol symbol;
    symbol.name = "s" + std::to_string(i);
    symbol.file = FileId{i / 10};
    symbol.range.begin.line = i % 10 + 2;
    ids.push_back(view.AddSymbol(symbol));
  }
  for (std::uint32_t i = 0; i < 3 * symbols; ++i) {
    view.AddEdge(ids[random() % symbols], ids[random() % symbols], kTypes[random() % 4],
                 kRules[random() % 3]);
  }
  view.Finish();
}

TEST(Walk, EqualsThePowerIteration) {
  for (const std::uint32_t seed : {1U, 2U, 3U}) {
    MemoryView view;
    FillRandomly(view, 200, seed);
    const FollowedHubs none;
    Transitions transitions(view, TestCode::kLeftOut, none);
    const std::vector<WalkSeed> seeds = {{.symbol = SymbolId{3}, .weight = 2},
                                         {.symbol = SymbolId{50}, .weight = 1}};
    const WalkOptions options{.tolerance = kTightTolerance, .max_rounds = 200};

    const Eigen::VectorXd expected = PowerIteration(view, transitions, seeds);
    const Eigen::VectorXd pushed = ByPush(view, transitions, seeds, options);

    EXPECT_LT((expected - pushed).cwiseAbs().maxCoeff(), 1e-5) << "seed " << seed;
    EXPECT_NEAR(pushed.sum(), 1, 1e-3);
  }
}

TEST(Walk, StaysCloseToThePowerIterationAtItsWorkingTolerance) {
  MemoryView view;
  FillRandomly(view, 500, 4);
  const FollowedHubs none;
  Transitions transitions(view, TestCode::kLeftOut, none);
  const std::vector<WalkSeed> seeds = {{.symbol = SymbolId{7}, .weight = 1}};

  const Eigen::VectorXd expected = PowerIteration(view, transitions, seeds);
  const Eigen::VectorXd pushed = ByPush(view, transitions, seeds, WalkOptions{});

  EXPECT_LT((expected - pushed).cwiseAbs().maxCoeff(), 2e-3);
}

std::map<std::string, double> SharesFrom(const DrawnGraph& graph, std::string_view seed,
                                         TestCode test_code = TestCode::kLeftOut) {
  const FollowedHubs none;
  Transitions transitions(graph.view(), test_code, none);
  SymbolSlots slots;
  const std::vector<WalkSeed> seeds = {{.symbol = graph.At(seed), .weight = 1}};
  std::map<std::string, double> shares;
  for (const WalkShare& share :
       WalkWithRestart(graph.view(), transitions, seeds, WalkOptions{}, slots)) {
    shares[graph.NameOf(share.symbol)] = share.share;
  }
  return shares;
}

TEST(Walk, FavoursCalleesOverCallersAndSureEdgesOverCandidates) {
  const DrawnGraph graph(R"(
a.py
  function seed
  function callee
  function caller
  function maybe
seed -> callee
caller -> seed
seed -calls:candidate-> maybe
)");
  const auto shares = SharesFrom(graph, "seed");

  EXPECT_GT(shares.at("seed"), shares.at("callee"));
  EXPECT_GT(shares.at("callee"), shares.at("caller"));
  EXPECT_GT(shares.at("caller"), shares.at("maybe"));
}

TEST(Walk, DoesNotCrossFilesAsNodesNorTests) {
  const DrawnGraph graph(R"(
a.py
  function seed
  function neighbour
tests/b.py +test
  function check
check -> seed
)");
  EXPECT_THAT(SharesFrom(graph, "seed"), Not(Contains(Key("neighbour"))));
  EXPECT_THAT(SharesFrom(graph, "seed"), Not(Contains(Key("check"))));
  EXPECT_THAT(SharesFrom(graph, "seed", TestCode::kIncluded), Contains(Key("check")));
}

TEST(Walk, EndsInALoneSeed) {
  const DrawnGraph graph("a.py\n  function seed\n");

  EXPECT_NEAR(SharesFrom(graph, "seed").at("seed"), 1, 1e-6);
}

}  // namespace
}  // namespace waymark::retrieval
