#include "retrieval/name_prefix.h"

#include <atomic>
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
using ::testing::IsEmpty;
using testing::StatusIs;

constexpr char kNamePrefixShop[] = R"(
  src/shop.py
    class Shop
      method run()
      method stop()
    function shopping()
    function main()
  Shop.run -> Shop.stop
  Shop.run -> main
  main -> Shop.run
)";

std::vector<std::string> PrefixedNames(const DrawnGraph& graph, const RelatedSymbols& found) {
  std::vector<SymbolId> symbols;
  for (const RelatedSymbol& symbol : found.symbols) symbols.push_back(symbol.symbol);
  return graph.NamesOf(symbols);
}

TEST(FindByPrefix, GivesSymbolsInOrderAndTheEdgesAmongThem) {
  const DrawnGraph graph(kNamePrefixShop);
  WM_ASSERT_OK_AND_ASSIGN(const RelatedSymbols found, FindByPrefix(graph.view(), "Shop", {}));

  EXPECT_THAT(PrefixedNames(graph, found), ElementsAre("Shop", "Shop.run", "Shop.stop"));
  EXPECT_EQ(found.omitted, 0U);
  int calls = 0;
  for (const RelatedEdge& edge : found.edges) {
    ASSERT_LT(edge.source, found.symbols.size());
    ASSERT_LT(edge.target, found.symbols.size());
    if (edge.type != EdgeType::kCalls) continue;
    ++calls;
    EXPECT_EQ(edge.source, 1U);
    EXPECT_EQ(edge.target, 2U);
    EXPECT_FALSE(edge.sites.empty());
  }
  EXPECT_EQ(calls, 1);
}

TEST(FindByPrefix, TheLimitIsOfThoseThatComeFirst) {
  const DrawnGraph graph(kNamePrefixShop);
  WM_ASSERT_OK_AND_ASSIGN(const RelatedSymbols first,
                          FindByPrefix(graph.view(), "Shop", {.limit = 2}));

  EXPECT_THAT(PrefixedNames(graph, first), ElementsAre("Shop", "Shop.run"));
  EXPECT_EQ(first.omitted, 1U);
}

TEST(FindByPrefix, WhatNothingBeginsWithGivesNothing) {
  const DrawnGraph graph(kNamePrefixShop);
  WM_ASSERT_OK_AND_ASSIGN(const RelatedSymbols found, FindByPrefix(graph.view(), "Shopper", {}));
  EXPECT_THAT(found.symbols, IsEmpty());

  const std::atomic<bool> cancelled{true};
  EXPECT_THAT(FindByPrefix(graph.view(), "S", {.cancelled = &cancelled}),
              StatusIs(absl::StatusCode::kCancelled));
}

}  // namespace
}  // namespace waymark::retrieval
