#include "analysis/leiden.h"

#include <atomic>
#include <random>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::waymark::testing::StatusIs;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

WeightedGraph GraphOf(std::uint32_t size, const Pairs& pairs) {
  std::vector<std::vector<std::uint32_t>> rows(size);
  for (const auto& [a, b] : pairs) {
    rows[a].push_back(b);
    rows[b].push_back(a);
  }
  WeightedGraph graph;
  graph.loops.assign(size, 0);
  for (const std::vector<std::uint32_t>& row : rows) {
    for (const std::uint32_t node : row) graph.edges.push_back({node, 1});
    graph.begins.push_back(static_cast<std::uint32_t>(graph.edges.size()));
  }
  return graph;
}

std::vector<std::uint32_t> Alone(std::uint32_t size) {
  std::vector<std::uint32_t> start(size);
  for (std::uint32_t i = 0; i < size; ++i) start[i] = i;
  return start;
}

std::vector<std::uint32_t> CommunitiesOf(const WeightedGraph& graph,
                                         std::vector<std::uint32_t> start) {
  auto found = FindCommunities(graph, std::move(start), nullptr);
  EXPECT_THAT(found, testing::IsOk());
  return found.ok() ? *std::move(found) : std::vector<std::uint32_t>();
}

// Friendships in a karate club: W. W. Zachary, "An information flow model for conflict and fission
// in small groups", Journal of Anthropological Research 33 (1977). Members are numbered from 0.
WeightedGraph KarateClub() {
  const Pairs pairs = {
      {0, 1},   {0, 2},   {0, 3},   {0, 4},   {0, 5},   {0, 6},   {0, 7},   {0, 8},   {0, 10},
      {0, 11},  {0, 12},  {0, 13},  {0, 17},  {0, 19},  {0, 21},  {0, 31},  {1, 2},   {1, 3},
      {1, 7},   {1, 13},  {1, 17},  {1, 19},  {1, 21},  {1, 30},  {2, 3},   {2, 7},   {2, 8},
      {2, 9},   {2, 13},  {2, 27},  {2, 28},  {2, 32},  {3, 7},   {3, 12},  {3, 13},  {4, 6},
      {4, 10},  {5, 6},   {5, 10},  {5, 16},  {6, 16},  {8, 30},  {8, 32},  {8, 33},  {9, 33},
      {13, 33}, {14, 32}, {14, 33}, {15, 32}, {15, 33}, {18, 32}, {18, 33}, {19, 33}, {20, 32},
      {20, 33}, {22, 32}, {22, 33}, {23, 25}, {23, 27}, {23, 29}, {23, 32}, {23, 33}, {24, 25},
      {24, 27}, {24, 31}, {25, 31}, {26, 29}, {26, 33}, {27, 33}, {28, 31}, {28, 33}, {29, 32},
      {29, 33}, {30, 32}, {30, 33}, {31, 32}, {31, 33}, {32, 33}};
  return GraphOf(34, pairs);
}

// Rings of five nodes that all know each other, each tied to the next by one edge.
WeightedGraph RingOfCliques(std::uint32_t cliques) {
  Pairs pairs;
  for (std::uint32_t clique = 0; clique < cliques; ++clique) {
    for (std::uint32_t a = 0; a < 5; ++a) {
      for (std::uint32_t b = a + 1; b < 5; ++b) pairs.emplace_back(clique * 5 + a, clique * 5 + b);
    }
    pairs.emplace_back(clique * 5, ((clique + 1) % cliques) * 5 + 1);
  }
  return GraphOf(cliques * 5, pairs);
}

TEST(Leiden, FindsThePublishedModularityOfTheKarateClub) {
  const WeightedGraph graph = KarateClub();

  const std::vector<std::uint32_t> communities = CommunitiesOf(graph, Alone(graph.size()));

  // The greatest there is: 0.4198, of four communities.
  EXPECT_GE(Modularity(graph, communities), 0.41);
  EXPECT_LE(Modularity(graph, communities), 0.4199);
}

TEST(Leiden, TellsCliquesApart) {
  const WeightedGraph graph = RingOfCliques(6);

  const std::vector<std::uint32_t> communities = CommunitiesOf(graph, Alone(graph.size()));

  for (std::uint32_t node = 0; node < graph.size(); ++node) EXPECT_EQ(communities[node], node / 5);
}

TEST(Leiden, LeavesAStartThatIsBad) {
  const WeightedGraph graph = RingOfCliques(4);
  const std::vector<std::uint32_t> one(graph.size(), 7);
  std::vector<std::uint32_t> across(graph.size());
  for (std::uint32_t node = 0; node < graph.size(); ++node) across[node] = node % 5;

  for (const std::vector<std::uint32_t>& start : {one, across}) {
    const std::vector<std::uint32_t> communities = CommunitiesOf(graph, start);
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      EXPECT_EQ(communities[node], node / 5);
    }
  }
}

TEST(Leiden, NodesWithoutEdgesStayWhereTheyBegan) {
  EXPECT_THAT(CommunitiesOf(GraphOf(3, {}), {5, 5, 2}), ElementsAre(0, 0, 1));
  EXPECT_THAT(CommunitiesOf(GraphOf(0, {}), {}), ElementsAre());
}

TEST(Leiden, CommunitiesHangTogether) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    Pairs pairs;
    for (int i = 0; i < 150; ++i) {
      const auto a = static_cast<std::uint32_t>(random() % 60);
      const auto b = static_cast<std::uint32_t>(random() % 60);
      if (a != b) pairs.emplace_back(a, b);
    }
    const WeightedGraph graph = GraphOf(60, pairs);
    const std::vector<std::uint32_t> communities = CommunitiesOf(graph, Alone(60));
    EXPECT_EQ(communities, CommunitiesOf(graph, Alone(60)));
    // Spread a mark inside of each community from its first node: it must reach all.
    std::vector<bool> is_marked(60, false);
    std::vector<bool> has_first(60, false);
    for (std::uint32_t first = 0; first < 60; ++first) {
      if (has_first[communities[first]]) continue;
      has_first[communities[first]] = true;
      std::vector<std::uint32_t> open = {first};
      is_marked[first] = true;
      while (!open.empty()) {
        const std::uint32_t node = open.back();
        open.pop_back();
        for (std::uint32_t i = graph.begins[node]; i < graph.begins[node + 1]; ++i) {
          const std::uint32_t other = graph.edges[i].node;
          if (is_marked[other] || communities[other] != communities[node]) continue;
          is_marked[other] = true;
          open.push_back(other);
        }
      }
    }
    for (std::uint32_t node = 0; node < 60; ++node) EXPECT_TRUE(is_marked[node]) << seed;
  }
}

TEST(Leiden, IsCancelled) {
  const std::atomic<bool> cancelled = true;
  const WeightedGraph graph = RingOfCliques(100);

  EXPECT_THAT(FindCommunities(graph, Alone(graph.size()), &cancelled),
              StatusIs(absl::StatusCode::kCancelled));
}

}  // namespace
}  // namespace waymark::retrieval
