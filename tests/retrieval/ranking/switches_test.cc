// Each part of a ranking can be left out, and makes a difference to some question when it is.
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "graph/history.h"
#include "retrieval/context.h"
#include "retrieval/difference.h"
#include "retrieval/relevance_judgements.h"
#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using ::waymark::testing::DrawnGraph;

const DrawnGraph& SwitchesGraph() {
  static const DrawnGraph graph(R"(
src/session.h
  class Store
    method Load(key) +decl "reads what was kept"
src/session.cc
  method Store::Load(key) {decode payload}
src/app.py
  class Session "what a user has between requests"
    method save(user) "writes it to a cookie" {encode jar} 'cannot save the session' # flush later
    method load(user) "reads it" {decode}
    method drop {decode jar}
  class SignedSession
    method sign
  class LiveReload
  function encode(int)
  function encode(string)
  function add_header "adds a header"
  function refresh
  var refreshed
src/views/page.py
  class LiveReload
  function show "shows a page of the user"
  function ctx_manager
  function session_page {cookie}
  function drawn_page
  function fetch_all
  function obtain_all
tests/test_session.py +test
  class TestSession
    method test_save "saves the session"
docs/guide.md
  resource Keeping # of every page between visits
src/session.h:Store::Load -declares-> src/session.cc:Store::Load
Keeping -documents:prose_mention-> Session.save
SignedSession -extends-> Session
Session.save -> refresh
show -> Session.load
refresh -> show
session_page -> show
test_save -> Session.save
test_save -> refresh
)");
  return graph;
}

// The file of the view that is read: what `save` quotes stands on its line.
std::optional<std::string> TextOf(const FileRow& /*file*/) {
  const std::uint32_t at =
      SwitchesGraph().view().Symbol(SwitchesGraph().At("Session.save")).range.begin.line;
  return std::string(at - 1, '\n') + "def save(): fail('cannot save the session')\n" +
         std::string(100, '\n');
}

std::string SwitchLineOf(std::string_view name) {
  return fmt::format("{}",
                     SwitchesGraph().view().Symbol(SwitchesGraph().At(name)).range.begin.line);
}

graph::History MakeHistory() {
  graph::CommitFacts facts{.commit = {}, .terms = {"backpressur"}, .touched = {}};
  facts.commit[0] = 1;
  facts.touched.push_back({"src/views/page.py", {"show"}});
  graph::CommitFacts other{.commit = {}, .terms = {"typo"}, .touched = {}};
  other.commit[0] = 2;
  other.touched.push_back({"src/app.py", {"refresh"}});
  const std::vector<graph::CommitFacts> commits = {facts, other};
  return graph::History("abc", commits);
}

using PartScores = std::vector<std::pair<std::string, float>>;

PartScores RankingOf(const Inquiry& inquiry, Parts without) {
  static const graph::History history = MakeHistory();
  static const FileText text = TextOf;
  static const auto judgement =
      MakeJudgement({SwitchesGraph().view(), text}, "keep the cookie",
                    SwitchesGraph().At("refresh"), true, JudgementSource::kExplicit);
  EXPECT_TRUE(judgement.ok()) << judgement.status();
  const RelevanceJudgements judgements{.said = std::span(&*judgement, 1), .text = text};
  const auto ranked =
      RankFor(SwitchesGraph().view(), inquiry,
              {.without = without, .history = &history, .judgements = &judgements, .text = &text});
  EXPECT_TRUE(ranked.ok()) << ranked.status();
  PartScores scores;
  if (!ranked.ok()) return scores;
  for (const RankedSymbol& symbol : ranked->ranking) {
    scores.emplace_back(SwitchesGraph().NameOf(symbol.symbol), symbol.score);
  }
  return scores;
}

struct Case {
  Part part;
  std::string task;
};

const std::vector<Case>& Cases() {
  static const std::vector<Case> cases = {
      {Part::kName, "session"},
      {Part::kSignature, "user"},
      {Part::kDocumentation, "cookie"},
      {Part::kIdentifiers, "decode"},
      {Part::kStrings, "cannot save"},
      {Part::kComments, "flush"},
      {Part::kScope, "session"},
      {Part::kPath, "views"},
      {Part::kMembers, "sign"},
      {Part::kCallers, "page"},
      {Part::kTests, "save"},
      {Part::kCallees, "show"},
      {Part::kProse, "page"},
      {Part::kNamedFiles, "cookie in src/app.py"},
      {Part::kSimilarNames, "the cookie of ctx_mngr"},
      {Part::kQuoted, "it says 'cannot save the session'"},
      {Part::kRarity, "header of the session"},
      {Part::kEmphasis, "add a cookie\n\nto the page"},
      {Part::kCompounds, "livereload"},
      {Part::kSynonyms, "fetch"},
      {Part::kTraceWords, "cookie\n  File \"src/views/page.py\", line " + SwitchLineOf("show")},
      {Part::kAddresses, "see https://example.org/drawn/blob/main/src/views/page.py#L" +
                             SwitchLineOf("session_page") + " for the cookie"},
      {Part::kPlaces, "cookie at src/views/page.py:" + SwitchLineOf("drawn_page")},
      {Part::kTestIds, "tests/test_session.py::TestSession::test_save keeps the cookie"},
      {Part::kAskedTests, "the tests that save the session"},
      {Part::kCommitScope, "views: session"},
      {Part::kDeclarations, "load what was kept"},
      {Part::kCoverage, "save the user session"},
      {Part::kStaticPrior, "saves session"},
      {Part::kLengthPrior, "session"},
      {Part::kExactNames, "what `refresh` does for the session"},
      {Part::kCohesion, "session"},
      {Part::kFileWords, "session header"},
      {Part::kHistory, "backpressure of the user page"},
      {Part::kWalk, "cookie"},
      {Part::kExpansion, "cookie"},
      {Part::kDuplicates, "encode"},
      {Part::kDiversity, "session"},
      {Part::kTopOrder, "session user"},
      {Part::kFeedback, "keep the cookie"},
      {Part::kFusion, "cookie at src/views/page.py:" + SwitchLineOf("drawn_page")},
  };
  return cases;
}

TEST(Switches, EachChangesTheRankingOfSomeTask) {
  for (const auto& [part, task] : Cases()) {
    const Inquiry inquiry{.tasks = {task}, .around = {}, .named = {}};
    EXPECT_NE(RankingOf(inquiry, {}), RankingOf(inquiry, Parts::Of(part)))
        << NameOf(part) << " and '" << task << "'";
  }
}

TEST(Switches, EachOfARankingAroundSymbolsChangesOne) {
  const Inquiry inquiry{
      .tasks = {},
      .around = {SwitchesGraph().At("Session"), SwitchesGraph().At("Session.save"),
                 SwitchesGraph().At("Session.drop"), SwitchesGraph().At("refreshed"),
                 SwitchesGraph().At("src/app.py:LiveReload"),
                 SwitchesGraph().At("src/views/page.py:LiveReload")},
      .named = {}};
  for (const PartRow& row : AllParts()) {
    if (!row.in_around) continue;
    EXPECT_NE(RankingOf(inquiry, {}), RankingOf(inquiry, Parts::Of(row.part))) << row.name;
  }
}

TEST(Switches, OfFusionLeavesTheFirstOfSeveralRankings) {
  const Inquiry first{.tasks = {"session"}, .around = {}, .named = {}};
  const Inquiry both{
      .tasks = {"session", "page"}, .around = {SwitchesGraph().At("refreshed")}, .named = {}};
  const Parts without = Parts::Of(Part::kFusion);

  EXPECT_NE(RankingOf(both, {}), RankingOf(first, {}));
  EXPECT_EQ(RankingOf(both, without), RankingOf(first, without));
}

TEST(Switches, AreAllLookedAt) {
  // What a ranking does not have: pack_test.cc.
  std::set<Part> seen = {Part::kPacking};
  for (const Case& one : Cases()) seen.insert(one.part);
  for (const PartRow& row : AllParts()) {
    EXPECT_EQ(seen.count(row.part) != 0 || row.in_around, true) << row.name;
    EXPECT_TRUE(row.in_words || row.in_around || row.part == Part::kPacking) << row.name;
  }
}

}  // namespace
}  // namespace waymark::retrieval
