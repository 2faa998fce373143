#include "ranking/hits.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Dense>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "traits/edge_traits.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::waymark::testing::DrawnGraph;

// a, b and c are asked about; `shared` is used by all of them, `own` by one, and `run` uses two.
constexpr std::string_view kProgram = R"(
a.cc
  function a
  function b
  function c
b.cc
  function shared
  function own
  function run
  function far
a -> shared
b -> shared
c -> shared
a -> own
run -> a
run -> b
far -> run
)";

std::map<std::string, HubScore> Around(const DrawnGraph& graph,
                                       const std::vector<std::string>& names) {
  std::vector<SymbolId> focus;
  for (const std::string& name : names) focus.push_back(graph.At(name));
  SymbolSlots slots;
  std::map<std::string, HubScore> shares;
  for (const HubScore& share : HitsAround(graph.view(), focus, slots)) {
    shares.emplace(graph.view().Symbol(share.symbol).name, share);
  }
  return shares;
}

TEST(Hubs, WhatAllOfTheFocusUsesIsTheAuthority) {
  const DrawnGraph graph(kProgram);

  const auto shares = Around(graph, {"a", "b", "c"});

  EXPECT_DOUBLE_EQ(shares.at("shared").authority, 1);
  EXPECT_LT(shares.at("own").authority, 0.8);
  EXPECT_DOUBLE_EQ(shares.at("a").hub, 1) << "it uses both";
  EXPECT_GT(shares.at("b").hub, 0.5);
}

TEST(Hubs, TheNeighbourhoodIsOneEdgeDeep) {
  const DrawnGraph graph(kProgram);

  EXPECT_EQ(Around(graph, {"a", "b", "c"}).count("far"), 0U);
}

TEST(Hubs, WithoutEdgesThereAreNone) {
  const DrawnGraph graph("a.cc\n  function a\n  function b\n");

  EXPECT_THAT(Around(graph, {"a", "b"}), IsEmpty());
}

// The definition, in floating point: shares are the dominant singular vectors of the weights.
TEST(Hubs, AreTheDominantSingularVectors) {
  const DrawnGraph graph(kProgram);
  const std::vector<std::string> names = {"a", "b", "c", "shared", "own", "run"};
  const auto n = static_cast<Eigen::Index>(names.size());
  Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(n, n);
  std::vector<Neighbor> neighbors;
  for (Eigen::Index user = 0; user < n; ++user) {
    graph.view().Out(graph.At(names[static_cast<std::size_t>(user)]), neighbors);
    for (const Neighbor& neighbor : neighbors) {
      for (Eigen::Index used = 0; used < n; ++used) {
        if (neighbor.symbol != graph.At(names[static_cast<std::size_t>(used)])) continue;
        weights(user, used) += static_cast<double>(TraitsOf(neighbor.type).walk_forward) *
                               ConfidenceThousandths(neighbor.rule);
      }
    }
  }
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(weights, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Eigen::VectorXd hubs = svd.matrixU().col(0).cwiseAbs();
  Eigen::VectorXd authorities = svd.matrixV().col(0).cwiseAbs();
  hubs /= hubs.maxCoeff();
  authorities /= authorities.maxCoeff();

  const auto shares = Around(graph, {"a", "b", "c"});

  ASSERT_THAT(shares, SizeIs(names.size()));
  for (Eigen::Index i = 0; i < n; ++i) {
    const HubScore& share = shares.at(names[static_cast<std::size_t>(i)]);
    EXPECT_NEAR(share.hub, hubs(i), 0.01) << names[static_cast<std::size_t>(i)];
    EXPECT_NEAR(share.authority, authorities(i), 0.01) << names[static_cast<std::size_t>(i)];
  }
}

}  // namespace
}  // namespace waymark::retrieval
