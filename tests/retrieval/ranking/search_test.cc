#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retrieval/lookup.h"
#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::waymark::testing::DrawnGraph;

std::vector<std::string> HitNames(const DrawnGraph& graph, std::string_view query,
                                  std::size_t limit = 20) {
  std::vector<SymbolId> symbols;
  for (const SearchHit& hit : SearchSymbols(graph.view(), query, limit).hits) {
    symbols.push_back(hit.symbol);
  }
  return graph.NamesOf(symbols);
}

TEST(SearchSymbols, OrdersTheClassesOfMatch) {
  const DrawnGraph graph(R"(
a.py
  function url_map
  function URL_MAP
  function url_mapping
  function map_from_url
  function unroll_imap
  function unrelated
)");

  EXPECT_THAT(HitNames(graph, "url_map"),
              ElementsAre("url_map", "URL_MAP", "url_mapping", "map_from_url", "unroll_imap"));
}

TEST(SearchSymbols, MatchesWordsInAnyOrder) {
  const DrawnGraph graph(R"(
a.py
  method full_dispatch_request
  method request_context
)");

  EXPECT_THAT(HitNames(graph, "request dispatch"), ElementsAre("full_dispatch_request"));
}

TEST(SearchSymbols, RestrictsToTheScopeThatIsNamed) {
  const DrawnGraph graph(R"(
a.py
  class Flask
    method run
  class Job
    method run
)");

  EXPECT_THAT(HitNames(graph, "job.ru"), ElementsAre("Job.run"));
}

TEST(SearchSymbols, PutsProductCodeBeforeTestsAndFunctionsBeforeFields) {
  const DrawnGraph graph(R"(
a.py
  field limit
b.py +test
  function limit
c.py
  function limit
)");

  const std::vector<SearchHit> hits = SearchSymbols(graph.view(), "Limit", 20).hits;

  ASSERT_EQ(hits.size(), 3U);
  EXPECT_EQ(hits[0].symbol, graph.At("c.py:limit"));
  EXPECT_EQ(hits[1].symbol, graph.At("a.py:limit"));
  EXPECT_EQ(hits[2].symbol, graph.At("b.py:limit"));
}

TEST(SearchSymbols, PutsATypeBeforeItsConstructor) {
  const DrawnGraph graph(R"(
a.cc
  method Job +constructor
a.h
  class Job
)");

  const std::vector<SearchHit> hits = SearchSymbols(graph.view(), "job", 20).hits;

  ASSERT_EQ(hits.size(), 2U);
  EXPECT_EQ(hits[0].symbol, graph.At("a.h:Job"));
}

TEST(SearchSymbols, CountsTheMatchesThatItDoesNotShow) {
  const DrawnGraph graph("a.py\n  function get\n  function get_all\n  function budget\n");

  EXPECT_EQ(SearchSymbols(graph.view(), "get", 1).omitted, 2U);
  EXPECT_EQ(SearchSymbols(graph.view(), "get", 3).omitted, 0U);
}

TEST(SearchSymbols, FindsFilesByPath) {
  const DrawnGraph graph("src/app.py\n  function app\n");

  EXPECT_THAT(HitNames(graph, "src/app.py"), ElementsAre("src/app.py"));
}

TEST(SearchSymbols, KeepsTheBestWhenThereAreTooMany) {
  const DrawnGraph graph(R"(
a.py
  function getter
  function get
  function get_all
)");

  EXPECT_THAT(HitNames(graph, "get", 1), ElementsAre("get"));
  EXPECT_THAT(HitNames(graph, "get", 0), IsEmpty());
  EXPECT_THAT(HitNames(graph, " . ", 5), IsEmpty());
}

}  // namespace
}  // namespace waymark::retrieval
