#include "ranking/channels.h"

#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ranking/bm25f.h"
#include "testing/drawn_graph.h"
#include "text/fixed_point.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::Key;
using ::testing::Not;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;
using ::waymark::testing::DrawnGraph;

using Scores = std::map<std::string, double>;

// Scores of a question of these stemmed terms, each of weight 1.
std::vector<LexicalScore> LexicalScoresFor(const DrawnGraph& graph,
                                           const std::vector<std::string>& terms,
                                           Parts without = {}) {
  std::vector<ScoreCell> cells;
  Bm25f sums(cells, graph.view().symbol_bound(), terms.size() * kFixedOne);
  Workspace workspace;
  ChannelFeeder feeder(graph.view(), sums, workspace.buffers(), without);
  for (const std::string& term : terms) {
    feeder.Feed(term);
    sums.FinishTerm(kFixedOne);
  }
  return sums.TakeScores();
}

// The same by qualified name.
Scores ScoresFor(const DrawnGraph& graph, const std::vector<std::string>& terms,
                 Parts without = {}) {
  Scores scores;
  for (const LexicalScore& row : LexicalScoresFor(graph, terms, without)) {
    scores[graph.NameOf(row.symbol)] = row.score;
  }
  return scores;
}

TEST(Channels, ScoreOwnFieldsByTheFormula) {
  const DrawnGraph graph(R"(
jar.py
  function cookie
  function other
)");
  // Names: jar py, cookie, other: four words in three names.
  const double mean = 4.0 / 3;
  const double x = 2.5 / (1 - 0.65 + 0.65 * 1 / mean);
  const double share = x / (5 + x);

  const Scores scores = ScoresFor(graph, {"cooki"});

  ASSERT_THAT(scores, ElementsAre(Pair("cookie", Gt(0))));
  EXPECT_NEAR(scores.at("cookie"), share * (1 + 0.4), 1e-3);
}

TEST(Channels, RankANameAboveDocumentationAboveABody) {
  const DrawnGraph graph(R"(
a.py
  function cookie
  function second "cookie"
  function third {cookie}
  function fourth
)");
  const Scores scores = ScoresFor(graph, {"cooki"});

  EXPECT_GT(scores.at("cookie"), scores.at("second"));
  EXPECT_GT(scores.at("second"), scores.at("third"));
  EXPECT_THAT(scores, Not(Contains(Key("fourth"))));
}

TEST(Channels, PreferAShortFieldToALongOne) {
  const DrawnGraph graph(R"(
a.py
  function brief "cookie jar"
  function wordy "cookie and a great many other words that are here to make it long"
)");
  const Scores scores = ScoresFor(graph, {"cooki"});

  EXPECT_GT(scores.at("brief"), scores.at("wordy"));
}

TEST(Channels, PreferTwoTermsOnceToOneTermTwice) {
  const DrawnGraph graph(R"(
a.py
  function both "session cookie"
  function twice "cookie cookie"
)");
  const Scores scores = ScoresFor(graph, {"cooki", "session"});

  EXPECT_GT(scores.at("both"), scores.at("twice"));
}

TEST(Channels, PushATypesNameToItsMembersAtEveryDepth) {
  const DrawnGraph graph(R"(
a.py
  class Cookie
    method encode
    class Inner
      method decode
  function other
)");
  EXPECT_THAT(
      ScoresFor(graph, {"cooki"}),
      UnorderedElementsAre(Pair("Cookie", Gt(0)), Pair("Cookie.encode", Gt(0)),
                           Pair("Cookie.Inner", Gt(0)), Pair("Cookie.Inner.decode", Gt(0))));
}

TEST(Channels, PushAMembersNameToItsTypeOnly) {
  const DrawnGraph graph(R"(
a.py
  class Jar
    method cookie
    method other
)");
  EXPECT_THAT(ScoresFor(graph, {"cooki"}),
              UnorderedElementsAre(Pair("Jar", Gt(0)), Pair("Jar.cookie", Gt(0))));
}

TEST(Channels, PushPathsToTheSymbolsOfAFile) {
  const DrawnGraph graph(R"(
cookies/jar.py
  function open
b.py
  function close
)");
  const Scores scores = ScoresFor(graph, {"cooki"});

  EXPECT_THAT(scores, Contains(Key("open")));
  EXPECT_THAT(scores, Not(Contains(Key("close"))));
}

TEST(Channels, PushNamesAlongCallsBothWays) {
  const DrawnGraph graph(R"(
a.py
  function cookie
  function callee
  function caller
  function stranger
cookie -> callee
caller -> cookie
stranger -imports-> cookie
)");
  EXPECT_THAT(
      ScoresFor(graph, {"cooki"}),
      UnorderedElementsAre(Pair("cookie", Gt(0)), Pair("callee", Gt(0)), Pair("caller", Gt(0))));
}

TEST(Channels, DiluteATestsNameByWhatTheTestReaches) {
  const DrawnGraph graph(R"(
a.py
  function tested
  function called
  function cookie_caller
tests/b.py +test
  function cookie_test
cookie_test -> tested
cookie_caller -> called
)");
  const Scores scores = ScoresFor(graph, {"cooki"});

  // 0.5 shared by one symbol is diluted to 0.25; the caller's 0.3 is not.
  EXPECT_LT(scores.at("tested"), scores.at("called"));
  EXPECT_GT(scores.at("tested"), 0);

  const Scores of_callers = ScoresFor(graph, {"cooki"}, Parts::Of(Part::kTests));
  EXPECT_EQ(of_callers.at("called"), scores.at("called"));
  EXPECT_FALSE(of_callers.contains("tested"));
}

TEST(Channels, GiveNothingForATermThatOccursNowhere) {
  const DrawnGraph graph("a.py\n  function cookie\n");

  EXPECT_TRUE(ScoresFor(graph, {"zeppelin"}).empty());
}

double ScoreOf(const std::vector<std::uint64_t>& amounts) {
  std::vector<ScoreCell> cells;
  Bm25f sums(cells, 1, kFixedOne);
  for (const std::uint64_t amount : amounts) sums.Add(SymbolId{0}, amount);
  sums.FinishTerm(kFixedOne);
  return sums.TakeScores().at(0).score;
}

TEST(Bm25f, AddsUpToTheSameWhateverTheOrder) {
  EXPECT_EQ(ScoreOf({1, 77777, 3, 0xFFFFFFFFFFULL, 12}),
            ScoreOf({12, 0xFFFFFFFFFFULL, 3, 77777, 1}));
  EXPECT_LT(ScoreOf({77777}), ScoreOf({77778 * 2}));
}

TEST(Bm25f, GivesItsCellsBackZero) {
  std::vector<ScoreCell> cells;
  {
    Bm25f sums(cells, 2, kFixedOne);
    sums.Add(SymbolId{0}, kFixedOne);
    sums.FinishTerm(kFixedOne);
    sums.Add(SymbolId{1}, kFixedOne);
  }
  for (const ScoreCell& cell : cells) {
    EXPECT_EQ(cell.term_sum, 0U);
    EXPECT_EQ(cell.score, 0U);
    EXPECT_EQ(cell.covered, 0U);
  }
}

TEST(LengthNorm, IsTheSameInsideAndOutsideItsTable) {
  const LengthNorm norm(1.0, 100.0);

  EXPECT_NEAR(FromFixed(norm(100)), 1.0, 1e-4);
  EXPECT_NEAR(FromFixed(norm(1000)), 1.0 / (0.35 + 6.5), 1e-4);
  EXPECT_GT(norm(127), norm(128));
}

double ScoreOf(const DrawnGraph& graph, const std::vector<std::string>& terms,
               std::string_view name) {
  for (const LexicalScore& row : LexicalScoresFor(graph, terms)) {
    if (row.symbol == graph.At(name)) return row.score;
  }
  return 0;
}

TEST(Channels, AddUpADeclarationAndItsDefinition) {
  const DrawnGraph graph(R"(
db.h
  class DB
    method Get +decl "reads"
db.cc
  method DB::Get {snapshot}
other.cc
  function both "reads" {snapshot}
  function single {snapshot}
db.h:DB::Get -declares-> db.cc:DB::Get
)");
  const std::vector<std::string> terms = {"read", "snapshot"};

  const double score = ScoreOf(graph, terms, "db.cc:DB::Get");

  EXPECT_DOUBLE_EQ(score, ScoreOf(graph, terms, "both"));
  EXPECT_GT(score, ScoreOf(graph, terms, "single"));
  EXPECT_EQ(ScoreOf(graph, terms, "db.h:DB::Get"), 0);
}

TEST(Channels, CountTheNameOfADeclarationOnce) {
  const DrawnGraph graph(R"(
db.h
  function Open +decl
db.cc
  function Open
other.cc
  function Open
db.h:Open -declares-> db.cc:Open
)");
  EXPECT_DOUBLE_EQ(ScoreOf(graph, {"open"}, "db.cc:Open"),
                   ScoreOf(graph, {"open"}, "other.cc:Open"));
}

TEST(Channels, FindTheSymbolsOfANamedFile) {
  const DrawnGraph graph(R"(
a.py
  function first
b.py
  function second
)");
  std::vector<ScoreCell> cells;
  Workspace workspace;
  Bm25f sums(cells, graph.view().symbol_bound(), kFixedOne);
  ChannelFeeder feeder(graph.view(), sums, workspace.buffers());
  const FileId named[] = {*graph.view().FindFile("b.py")};
  feeder.FeedFiles(named);
  sums.FinishTerm(kFixedOne);

  std::vector<std::string> found;
  for (const LexicalScore& row : sums.TakeScores()) found.push_back(graph.NameOf(row.symbol));
  EXPECT_THAT(found, UnorderedElementsAre("b.py", "second"));
}

TEST(Channels, LendTheWordsOfASectionToWhatItNames) {
  const DrawnGraph graph(R"(
a.py
  function once
  function often
  function either
  function other
guide.md
  resource Cookies # signing
  resource More # elsewhere
Cookies -documents:prose_mention-> once
Cookies -documents:prose_mention-> often
Cookies -documents:candidate-> either
More -documents:prose_mention-> often
)");
  const Scores by_text = ScoresFor(graph, {"sign"});
  EXPECT_THAT(by_text, UnorderedElementsAre(Pair("once", Gt(0)), Pair("often", Gt(0)),
                                            Pair("either", Gt(0))));
  EXPECT_GT(by_text.at("once"), by_text.at("often"));
  EXPECT_GT(by_text.at("once"), by_text.at("either"));
  EXPECT_EQ(ScoresFor(graph, {"cooki"}).size(), 3U);
}

TEST(Channels, TakeDocumentsForNoUsesAndNoCode) {
  constexpr std::string_view kCode = R"(
a.py
  function cookie
  function second "cookie"
  function caller {cookie}
caller -> cookie
)";
  constexpr std::string_view kDocuments = R"(
cookie.md
  resource cookie # cookie cookie
  resource Other # cookie
cookie.md:cookie -documents:prose_mention-> a.py:cookie
Other -documents:prose_mention-> second
)";
  const DrawnGraph code(kCode);
  const DrawnGraph documented(std::string(kCode) + std::string(kDocuments));
  std::vector<ScoreCell> cells;
  Workspace workspace;
  Bm25f sums(cells, documented.view().symbol_bound(), kFixedOne);
  ChannelFeeder feeder(documented.view(), sums, workspace.buffers(), Parts::Of(Part::kProse));
  feeder.Feed("cooki");
  sums.FinishTerm(kFixedOne);
  std::map<std::string, double> scores;
  for (const LexicalScore& row : sums.TakeScores()) {
    scores[documented.NameOf(row.symbol)] = row.score;
  }
  EXPECT_EQ(scores, ScoresFor(code, {"cooki"}));
}

}  // namespace
}  // namespace waymark::retrieval
