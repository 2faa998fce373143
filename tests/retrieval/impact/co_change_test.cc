// Symbols that the same commits change.
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/history.h"
#include "retrieval/relations.h"
#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;
using ::testing::ElementsAre;

constexpr char kCoChangeShop[] = R"(
  shop.py
    function add
    function remove
    function total
  price.py
    function price_of
  readme.py
    function main
)";

// `add` is changed by three commits: two with `remove`, all with `price_of`, one with `main`.
graph::History CoChangeHistory() {
  std::vector<graph::CommitFacts> commits(3);
  commits[0].touched = {{"shop.py", {"add", "remove"}}, {"price.py", {"price_of"}}};
  commits[1].touched = {{"shop.py", {"add", "remove"}}, {"price.py", {"price_of", "gone"}}};
  commits[2].touched = {{"shop.py", {"add"}}, {"price.py", {"price_of"}}, {"readme.py", {"main"}}};
  for (std::size_t i = 0; i < commits.size(); ++i) {
    commits[i].commit[0] = static_cast<std::uint8_t>(i + 1);
    commits[i].terms = {"word"};
  }
  return {"", commits};
}

std::vector<std::pair<std::string, float>> CoChanged(const DrawnGraph& graph,
                                                     const graph::History* history,
                                                     const std::string& name) {
  const SymbolId roots[] = {graph.At(name)};
  const auto related =
      FindRelated(graph.view(), roots, {.relation = Relation::kCoChanged, .history = history});
  EXPECT_THAT(related, testing::IsOk());
  std::vector<std::pair<std::string, float>> partners;
  for (const RelatedSymbol& found : related->symbols) {
    if (found.hop > 0) partners.emplace_back(graph.NamesOf({found.symbol})[0], found.confidence);
  }
  EXPECT_TRUE(related->edges.empty());
  return partners;
}

TEST(CoChanged, SymbolsOfAtLeastTwoCommonCommitsComeByTheirShare) {
  const DrawnGraph graph(kCoChangeShop);
  const graph::History history = CoChangeHistory();

  EXPECT_THAT(CoChanged(graph, &history, "add"),
              ElementsAre(std::pair("price_of", 1.0F), std::pair("remove", 2.0F / 3)));
  EXPECT_THAT(CoChanged(graph, &history, "remove"),
              ElementsAre(std::pair("price_of", 1.0F), std::pair("add", 1.0F)));
}

TEST(CoChanged, WhatNoCommitChangedHasNoPartners) {
  const DrawnGraph graph(kCoChangeShop);
  const graph::History history = CoChangeHistory();

  EXPECT_THAT(CoChanged(graph, &history, "total"), ElementsAre());
  EXPECT_THAT(CoChanged(graph, nullptr, "add"), ElementsAre());
}

}  // namespace
}  // namespace waymark::retrieval
