// What commits that read like the question add to a ranking.
#include "ranking/similar_commits.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/history.h"
#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using ::waymark::testing::DrawnGraph;

constexpr std::string_view kSimilarCommitsDrawing = R"(
src/app.py
  function narrow "limits requests"
  function helper
src/other.py
  function shape "limits requests"
  function unrelated
)";

graph::CommitFacts CommitAbout(std::uint8_t id, std::vector<std::string> terms, std::string path,
                               std::vector<std::string> names) {
  graph::CommitFacts facts{.commit = {}, .terms = std::move(terms), .touched = {}};
  facts.commit[0] = id;
  facts.touched.push_back({std::move(path), std::move(names)});
  return facts;
}

graph::History HistoryOfCommits(const std::vector<graph::CommitFacts>& commits) {
  return graph::History("abc", commits);
}

std::vector<std::string> CommitRankedNames(const DrawnGraph& graph, const graph::History* history) {
  auto result = RankForTask(graph.view(), "backpressure limits", {.history = history});
  EXPECT_TRUE(result.ok()) << result.status();
  std::vector<SymbolId> symbols;
  if (result.ok()) {
    for (const RankedSymbol& ranked : result->ranking) symbols.push_back(ranked.symbol);
  }
  return graph.NamesOf(symbols);
}

TEST(SimilarCommits, LiftWhatTheyTouched) {
  const DrawnGraph graph(kSimilarCommitsDrawing);
  const graph::History history = HistoryOfCommits({
      CommitAbout(1, {"backpressur", "queue"}, "src/other.py", {"shape"}),
      CommitAbout(2, {"typo"}, "src/app.py", {"narrow"}),
  });

  // The code says the same of both; a commit knows the other word.
  EXPECT_EQ(CommitRankedNames(graph, nullptr)[0], "narrow");
  EXPECT_EQ(CommitRankedNames(graph, &history)[0], "shape");
}

TEST(SimilarCommits, GiveNothingToAFileThatEveryCommitTouches) {
  const DrawnGraph graph(kSimilarCommitsDrawing);
  const graph::History history = HistoryOfCommits({
      CommitAbout(1, {"backpressur"}, "src/app.py", {"narrow"}),
      CommitAbout(2, {"typo"}, "src/app.py", {"helper"}),
  });
  auto analyzed = AnalyzeQuestion(graph.view(), "backpressure");
  ASSERT_TRUE(analyzed.ok());

  CommitNotes notes;
  EXPECT_TRUE(SharesOfSimilarCommits(graph.view(), history, *analyzed, notes).empty());
}

TEST(SimilarCommits, GiveMoreToANameThanToItsFile) {
  const DrawnGraph graph(kSimilarCommitsDrawing);
  const graph::History history = HistoryOfCommits({
      CommitAbout(1, {"backpressur"}, "src/app.py", {"helper"}),
      CommitAbout(2, {"typo"}, "src/other.py", {}),
  });
  auto analyzed = AnalyzeQuestion(graph.view(), "backpressure");
  ASSERT_TRUE(analyzed.ok());

  CommitNotes notes;
  const std::vector<HistoryShare> shares =
      SharesOfSimilarCommits(graph.view(), history, *analyzed, notes);

  double helper = 0;
  double narrow = 0;
  for (const HistoryShare& share : shares) {
    if (share.symbol == graph.At("helper")) helper = share.share;
    if (share.symbol == graph.At("narrow")) narrow = share.share;
  }
  EXPECT_GT(helper, narrow);
  EXPECT_GT(narrow, 0);
}

TEST(SimilarCommits, AreWeighedAnewForAnotherHistory) {
  const DrawnGraph graph(kSimilarCommitsDrawing);
  const graph::History first = HistoryOfCommits({
      CommitAbout(1, {"backpressur"}, "src/app.py", {"helper"}),
      CommitAbout(2, {"typo"}, "src/other.py", {}),
  });
  const graph::History second = HistoryOfCommits({
      CommitAbout(1, {"backpressur", "typo"}, "src/app.py", {"narrow"}),
      CommitAbout(2, {"typo"}, "src/other.py", {}),
      CommitAbout(3, {"typo"}, "src/other.py", {}),
  });
  auto analyzed = AnalyzeQuestion(graph.view(), "backpressure");
  ASSERT_TRUE(analyzed.ok());

  CommitNotes fresh;
  const auto expected = SharesOfSimilarCommits(graph.view(), second, *analyzed, fresh);
  CommitNotes used;
  SharesOfSimilarCommits(graph.view(), first, *analyzed, used);
  const auto shares = SharesOfSimilarCommits(graph.view(), second, *analyzed, used);

  ASSERT_EQ(shares.size(), expected.size());
  ASSERT_FALSE(shares.empty());
  for (std::size_t i = 0; i < shares.size(); ++i) {
    EXPECT_EQ(shares[i].symbol, expected[i].symbol);
    EXPECT_EQ(shares[i].share, expected[i].share);
  }
}

TEST(SimilarCommits, TouchNothingThatIsGone) {
  const DrawnGraph graph(kSimilarCommitsDrawing);
  const graph::History history = HistoryOfCommits({
      CommitAbout(1, {"backpressur"}, "src/gone.py", {"helper"}),
      CommitAbout(2, {"typo"}, "src/other.py", {}),
  });
  auto analyzed = AnalyzeQuestion(graph.view(), "backpressure");
  ASSERT_TRUE(analyzed.ok());

  CommitNotes notes;
  EXPECT_TRUE(SharesOfSimilarCommits(graph.view(), history, *analyzed, notes).empty());
}

}  // namespace
}  // namespace waymark::retrieval
