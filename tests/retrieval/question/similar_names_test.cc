#include "question/similar_names.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "question/question.h"
#include "retrieval/context.h"
#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::waymark::testing::DrawnGraph;

const DrawnGraph& SimilarNamesGraph() {
  static const DrawnGraph graph(R"(
src/context.py
  class ContextManager
    method open_database
    method _close_database
  function configure
src/pool.py
  class ConnectionPool
  function Connection
  var connections
tests/pool_test.py +test
  function connectionx
)");
  return graph;
}

SimilarNames FindSimilar(std::string_view task) {
  const absl::StatusOr<AnalyzedQuestion> analyzed =
      AnalyzeQuestion(SimilarNamesGraph().view(), task);
  EXPECT_TRUE(analyzed.ok()) << analyzed.status();
  if (!analyzed.ok()) return {};
  return FindSimilarNames(SimilarNamesGraph().view(), *analyzed,
                          Multipliers(SimilarNamesGraph().view(), *analyzed));
}

std::vector<std::string> SimilarFound(std::string_view task) {
  return SimilarNamesGraph().NamesOf(FindSimilar(task).symbols);
}

TEST(NameLikeness, IsOfSlipsAndShortenedWords) {
  EXPECT_EQ(NameLikeness("open_database", "OpenDatabase", false), 1);
  EXPECT_GT(NameLikeness("opne_database", "open_database", false), 0.9);
  EXPECT_GT(NameLikeness("ctx_mgr", "ContextManager", false), 0.25);
  EXPECT_GT(NameLikeness("opne_database", "open_database", false),
            NameLikeness("open_db", "open_database", false));
  EXPECT_EQ(NameLikeness("ctx_mgr", "ContextPoolManager", false), 0);
  EXPECT_EQ(NameLikeness("ctx", "cat", false), 0);
}

TEST(NameLikeness, AllowsMoreSlipsInLongerNames) {
  EXPECT_EQ(NameLikeness("laod", "load", false), 0);
  EXPECT_GT(NameLikeness("lodaer", "loader", false), 0);
  EXPECT_EQ(NameLikeness("lodrae", "loader", false), 0);
  EXPECT_GT(NameLikeness("ConectionPol", "ConnectionPool", false), 0);
}

TEST(NameLikeness, OfAWordOfRunningTextIsOfOneSlip) {
  EXPECT_GT(NameLikeness("conection", "Connection", true), 0);
  EXPECT_EQ(NameLikeness("conectoin", "Connection", true), 0);
  EXPECT_GT(NameLikeness("conectoin", "Connection", false), 0);
}

TEST(NameLikeness, OfSeveralWordsIsOfAsMany) {
  EXPECT_EQ(NameLikeness("isSSE", "Issue", false), 0);
  EXPECT_GT(NameLikeness("handle_errors", "HandleError", false), 0);
}

TEST(NameLikeness, OfOneShortWordIsNoLongerName) {
  EXPECT_EQ(NameLikeness("min", "main", false), 0);
  EXPECT_EQ(NameLikeness("fsync", "fdatasync", false), 0);
}

TEST(SimilarNames, AreFoundForIdentifiersThatNothingIsCalled) {
  EXPECT_THAT(SimilarFound("leak in ctx_mgr"), ElementsAre("ContextManager"));
  EXPECT_THAT(SimilarFound("`ConectionPool` is never closed"), ElementsAre("ConnectionPool"));
  EXPECT_THAT(SimilarFound("close_databse() fails"), ElementsAre("ContextManager._close_database"));
  EXPECT_THAT(FindSimilar("leak in ctx_mgr").understood,
              ElementsAre("ctx_mgr (like ContextManager)"));
}

TEST(SimilarNames, AreNotSoughtForAWordThatLongerNamesHave) {
  const DrawnGraph graph(R"(
src/pools.py
  class PooledConnection
  class Pooler
)");
  const absl::StatusOr<AnalyzedQuestion> analyzed =
      AnalyzeQuestion(graph.view(), "rename `pooled`");
  ASSERT_TRUE(analyzed.ok()) << analyzed.status();
  const SimilarNames found =
      FindSimilarNames(graph.view(), *analyzed, Multipliers(graph.view(), *analyzed));
  EXPECT_THAT(found.understood, IsEmpty());
}

TEST(SimilarNames, AreFoundForWordsThatNothingHas) {
  EXPECT_THAT(SimilarFound("the conection is lost"), ElementsAre("Connection"));
}

TEST(SimilarNames, AreNotSoughtForAWordThatDocumentsHaveNorFoundInNamespaces) {
  const DrawnGraph graph(R"(
src/log.py
  class Logger
  package obsolete +namespace
guide.md
  resource Guide # it takes no longer
)");
  const auto understood = [&](std::string_view task) {
    const absl::StatusOr<AnalyzedQuestion> analyzed = AnalyzeQuestion(graph.view(), task);
    EXPECT_TRUE(analyzed.ok()) << analyzed.status();
    return FindSimilarNames(graph.view(), *analyzed, Multipliers(graph.view(), *analyzed))
        .understood;
  };
  EXPECT_THAT(understood("no longer needed"), IsEmpty());
  EXPECT_THAT(understood("the loggar"), ElementsAre("loggar (like Logger)"));
  EXPECT_THAT(understood("obsolte code"), IsEmpty());
}

TEST(SimilarNames, PutWhatStandsHigherBeforeTests) {
  EXPECT_THAT(SimilarFound("the connectionz is lost"),
              ElementsAre("Connection", "connections", "connectionx"));
}

TEST(SimilarNames, AreLeftToTheWordsWhereANameHasTheSameLetters) {
  EXPECT_THAT(SimilarFound("OpenDatabase fails"), IsEmpty());
  EXPECT_THAT(SimilarFound("open_database fails"), IsEmpty());
}

TEST(SimilarNames, OfTestsRankNoHigherThanThoseThatAreWritten) {
  const DrawnGraph graph(R"(
src/pool.py
  function close_pool_twice "close the pool twice, and twice again"
  function close_pool "close the pool twice"
  function pool_closes "the pool closes twice"
tests/pool_test.py +test
  function test_close_pool_twice +test
)");
  const auto rank_in = [&](std::string_view task) {
    const absl::StatusOr<ContextResult> result = RankForTask(graph.view(), task, {});
    EXPECT_TRUE(result.ok()) << result.status();
    std::size_t rank = 0;
    while (graph.NameOf(result->ranking.at(rank).symbol) != "test_close_pool_twice") ++rank;
    return rank;
  };
  EXPECT_LE(rank_in("test_close_pool_twice fails"), rank_in("test_close_pol_twice fails"));
  EXPECT_EQ(rank_in("test_close_pool_twice fails"), 0U);
}

TEST(SimilarNames, JoinTheRankingUnlessLeftOut) {
  const auto ranked = [](Parts without) {
    const absl::StatusOr<ContextResult> result =
        RankForTask(SimilarNamesGraph().view(), "configure the ctx_mgr", {.without = without});
    EXPECT_TRUE(result.ok()) << result.status();
    std::vector<SymbolId> symbols;
    for (const RankedSymbol& row : result->ranking) symbols.push_back(row.symbol);
    return SimilarNamesGraph().NamesOf(symbols);
  };
  EXPECT_THAT(ranked({}), Contains("ContextManager"));
  EXPECT_THAT(ranked(Parts::Of(Part::kSimilarNames)), Not(Contains("ContextManager")));
}

}  // namespace
}  // namespace waymark::retrieval
