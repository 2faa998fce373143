// The whole ranking: what comes first, and what must not matter.
#include "retrieval/context.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAreArray;
using ::testing::Ge;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::Not;
using ::waymark::testing::DrawnGraph;
using ::waymark::testing::StatusIs;

constexpr std::string_view kSessions = R"(
src/sessions.py
  class SessionInterface "stores the session of a request"
    method open_session(app, request) "opens the session from the cookie" {get_cookie loads}
    method save_session(app, session, response) "writes the session to a cookie" {set_cookie dumps}
  class NullSession
    method fail
)";
constexpr std::string_view kViews = R"(
src/views.py
  class View "a view that answers a request"
    method dispatch_request
  function as_view
)";
constexpr std::string_view kTests = R"(
tests/test_sessions.py +test
  function test_save_session "saves the session"
)";
constexpr std::string_view kSessionEdges = R"(
dispatch_request -> open_session
as_view -> dispatch_request
test_save_session -> SessionInterface.save_session
)";
constexpr std::string_view kTask = "how is the session saved to the cookie";

std::string Drawing(std::initializer_list<std::string_view> parts) {
  std::string drawing;
  for (const std::string_view part : parts) drawing += part;
  return drawing;
}

std::vector<RankedSymbol> Rank(const DrawnGraph& graph, std::string_view task,
                               const ContextOptions& options = {}) {
  absl::StatusOr<ContextResult> result = RankForTask(graph.view(), task, options);
  EXPECT_TRUE(result.ok()) << result.status();
  return result.ok() ? std::move(result->ranking) : std::vector<RankedSymbol>{};
}

std::vector<std::string> RankedNames(const DrawnGraph& graph, std::string_view task) {
  std::vector<SymbolId> symbols;
  for (const RankedSymbol& ranked : Rank(graph, task)) symbols.push_back(ranked.symbol);
  return graph.NamesOf(symbols);
}

TEST(RankForTask, PutsFirstWhatTheTaskIsAbout) {
  const DrawnGraph graph(Drawing({kSessions, kViews, kTests, kSessionEdges}));

  const std::vector<std::string> names = RankedNames(graph, kTask);

  ASSERT_GE(names.size(), 3U);
  EXPECT_EQ(names[0], "SessionInterface.save_session");
}

TEST(RankForTask, NormalisesScoresAndTheirParts) {
  const DrawnGraph graph(Drawing({kSessions, kViews, kTests, kSessionEdges}));

  const std::vector<RankedSymbol> ranking = Rank(graph, kTask);

  EXPECT_FLOAT_EQ(ranking[0].score, 1);
  for (const RankedSymbol& ranked : ranking) {
    EXPECT_THAT(ranked.score, AllOf(Ge(0), Le(1)));
    const ScoreParts& parts = ranked.parts;
    EXPECT_NEAR(ranked.score, parts.lexical + parts.cohesion + parts.history + parts.walk, 1e-5);
  }
}

TEST(RankForTask, FindsNeighboursThatHoldNoWordOfTheTask) {
  const DrawnGraph graph(
      Drawing({kSessions, kViews, kSessionEdges.substr(0, kSessionEdges.find("test"))}));

  EXPECT_THAT(RankedNames(graph, "open cookie"), Contains("as_view"));
}

TEST(RankForTask, TellsDistanceAndProvenance) {
  const DrawnGraph graph(Drawing({kSessions, kViews, kTests, kSessionEdges}));

  for (const RankedSymbol& ranked : Rank(graph, kTask)) {
    EXPECT_TRUE(ranked.distance < kDistanceHorizon || ranked.distance == kFarDistance);
    if (ranked.distance == 0) {
      EXPECT_EQ(ranked.provenance, Provenance::kStructural);
    }
  }
}

TEST(RankForTask, IsNotReorderedAtItsHeadByAnUnrelatedFile) {
  const DrawnGraph without(Drawing({kSessions, kViews, kTests, kSessionEdges}));
  const DrawnGraph with(
      Drawing({kSessions, kViews, kTests, "src/zebra.py\n  function stripes\n", kSessionEdges}));

  // Every document more makes all words rarer, some more than others: near ties may turn.
  const auto head = [](std::vector<std::string> names) {
    names.resize(std::min<std::size_t>(names.size(), 5));
    return names;
  };
  EXPECT_THAT(head(RankedNames(with, kTask)), ElementsAreArray(head(RankedNames(without, kTask))));
}

TEST(RankForTask, DoesNotDependOnTheOrderOfInsertion) {
  const DrawnGraph forward(Drawing({kSessions, kViews, kTests, kSessionEdges}));
  const DrawnGraph backward(Drawing({kTests, kViews, kSessions, kSessionEdges}));

  const std::vector<RankedSymbol> a = Rank(forward, kTask);
  const std::vector<RankedSymbol> b = Rank(backward, kTask);

  EXPECT_THAT(RankedNames(backward, kTask), ElementsAreArray(RankedNames(forward, kTask)));
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].score, b[i].score) << i;
}

TEST(RankForTask, GivesTheSameWithAWorkspaceThatWasUsedBefore) {
  const DrawnGraph graph(Drawing({kSessions, kViews, kTests, kSessionEdges}));
  const DrawnGraph other(kViews);
  Workspace workspace;

  const std::vector<RankedSymbol> fresh = Rank(graph, kTask);
  Rank(other, "request view", {.workspace = &workspace});
  Rank(graph, "request view", {.workspace = &workspace});
  const std::vector<RankedSymbol> again = Rank(graph, kTask, {.workspace = &workspace});

  ASSERT_EQ(fresh.size(), again.size());
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    EXPECT_EQ(fresh[i].symbol, again[i].symbol);
    EXPECT_EQ(fresh[i].score, again[i].score);
  }
}

TEST(RankForTask, DemotesTestsLessWhenTheyAreAskedFor) {
  const DrawnGraph graph(Drawing({kSessions, kViews, kTests, kSessionEdges}));
  const auto score_of_test = [&](std::string_view task) {
    for (const RankedSymbol& ranked : Rank(graph, task)) {
      if (ranked.symbol == graph.At("test_save_session")) return ranked.score;
    }
    return 0.0F;
  };
  EXPECT_NE(RankedNames(graph, "save session")[0], "test_save_session");
  EXPECT_GT(score_of_test("the tests that save session"), score_of_test("save session"));
}

TEST(RankForTask, ShowsADefinitionOnceForItsDeclarations) {
  const DrawnGraph graph(R"(
db.h
  class DB
    method Get +decl "reads the value of a key"
db.cc
  method DB::Get {key}
db.h:DB::Get -declares-> db.cc:DB::Get
)");
  const std::vector<std::string> names = RankedNames(graph, "get the value of a key");

  EXPECT_EQ(std::count(names.begin(), names.end(), "DB::Get"), 1);
  EXPECT_EQ(Rank(graph, "get the value of a key")[0].symbol, graph.At("db.cc:DB::Get"));
}

TEST(RankForTask, ShowsOverloadsOfAFileOnce) {
  const DrawnGraph graph(R"(
a.cc
  function encode(int)
  function encode(string)
b.cc
  function encode(float)
)");
  EXPECT_EQ(RankedNames(graph, "encode").size(), 2U);
}

TEST(RankForTask, KeepsAsManyAsAsked) {
  const DrawnGraph graph(Drawing({kSessions, kViews, kTests, kSessionEdges}));

  const absl::StatusOr<ContextResult> all = RankForTask(graph.view(), kTask, {});
  const absl::StatusOr<ContextResult> two = RankForTask(graph.view(), kTask, {.max_symbols = 2});

  ASSERT_TRUE(all.ok() && two.ok());
  EXPECT_EQ(two->ranking.size(), 2U);
  EXPECT_EQ(two->omitted + 2, all->omitted + all->ranking.size()) << "the rest is counted";
}

TEST(RankForTask, OfWordsThatOccurNowhereIsEmpty) {
  const DrawnGraph graph(kViews);

  EXPECT_THAT(Rank(graph, "zeppelin"), IsEmpty());
}

TEST(RankForTask, PutsWhereATraceStoppedBeforeWhatSharesItsWords) {
  const DrawnGraph graph(Drawing({kSessions, kViews, kTests, kSessionEdges}));
  const std::uint32_t line = graph.view().Symbol(graph.At("as_view")).range.begin.line;
  const std::string trace =
      "saving the session to the cookie fails\n  File \"src/views.py\", line " +
      std::to_string(line);

  ASSERT_NE(RankedNames(graph, kTask).front(), "as_view");
  EXPECT_EQ(RankedNames(graph, trace).front(), "as_view");
}

TEST(RankForTask, RefusesAnEmptyTask) {
  const DrawnGraph graph(kViews);

  EXPECT_THAT(RankForTask(graph.view(), "", {}),
              StatusIs(absl::StatusCode::kInvalidArgument, Not("")));
}

TEST(RankForTask, StopsWhenCancelled) {
  const DrawnGraph graph(kViews);
  const std::atomic<bool> cancelled = true;

  EXPECT_THAT(RankForTask(graph.view(), "view", {.cancelled = &cancelled}),
              StatusIs(absl::StatusCode::kCancelled, Not("")));
}

TEST(RankForTask, AnswersWithWhatDocumentsNameAndNeverWithThem) {
  const DrawnGraph graph(Drawing({kSessions, kViews, R"(
docs/guide.md
  resource Saving # persistence of everything between visits
Saving -documents:prose_mention-> save_session
)"}));

  EXPECT_THAT(RankedNames(graph, "persistence of the session"),
              Contains("SessionInterface.save_session"));
  for (const char* task : {"persistence of the session", "saving in docs/guide.md",
                           "the session of docs/guide.md:1"}) {
    EXPECT_THAT(RankedNames(graph, task), Not(Contains("docs/guide.md"))) << task;
    EXPECT_THAT(RankedNames(graph, task), Not(Contains("Saving"))) << task;
  }
}

}  // namespace
}  // namespace waymark::retrieval
