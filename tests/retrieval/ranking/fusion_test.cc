#include "ranking/fusion.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::waymark::testing::DrawnGraph;

const DrawnGraph& FusionGraph() {
  static const DrawnGraph graph(R"(
a.py
  function first
  function second
  function third
  function pointed_at
)");
  return graph;
}

std::vector<RankedSymbol> FusedRanking() {
  return {
      RankedSymbol{.symbol = FusionGraph().At("first"),
                   .score = 1,
                   .parts = {.lexical = 0.8F, .walk = 0.2F}},
      RankedSymbol{.symbol = FusionGraph().At("second"), .score = 0.9F, .parts = {.lexical = 0.9F}},
      RankedSymbol{.symbol = FusionGraph().At("third"), .score = 0.1F, .parts = {.lexical = 0.1F}}};
}

std::vector<RankedSymbol> FusePlaces(const std::vector<SymbolId>& places) {
  return Fuse(FusionGraph().view(), FusedRanking(), places, {}, {});
}

std::vector<std::string> FusedNames(const std::vector<RankedSymbol>& ranking) {
  std::vector<SymbolId> symbols;
  for (const RankedSymbol& ranked : ranking) symbols.push_back(ranked.symbol);
  return FusionGraph().NamesOf(symbols);
}

TEST(Fusion, PutsFirstWhatBothRankingsHold) {
  EXPECT_THAT(FusedNames(FusePlaces({FusionGraph().At("third")})),
              ElementsAre("third", "first", "second"));
}

TEST(Fusion, AddsWhatOnlyTheQuestionPointsAt) {
  const std::vector<RankedSymbol> fused =
      FusePlaces({FusionGraph().At("second"), FusionGraph().At("pointed_at")});

  EXPECT_THAT(FusedNames(fused), ElementsAre("second", "first", "pointed_at", "third"));
  EXPECT_EQ(fused[2].distance, 0U);
}

TEST(Fusion, JoinsNamesThatTheQuestionNearlyWritesAsARankingOfTheirOwn) {
  const std::vector<SymbolId> similar = {FusionGraph().At("third")};
  const std::vector<RankedSymbol> fused =
      Fuse(FusionGraph().view(), FusedRanking(), {}, similar, {});

  EXPECT_THAT(FusedNames(fused), ElementsAre("third", "first", "second"));
  EXPECT_EQ(fused[0].distance, 0U);
}

TEST(Fusion, SumsReciprocalRanks) {
  const std::vector<RankedSymbol> fused = FusePlaces({FusionGraph().At("third")});

  EXPECT_FLOAT_EQ(fused[0].score, 1);
  EXPECT_NEAR(fused[1].score, (1.0 / 61) / (1.0 / 63 + 1.0 / 61), 1e-6);
  EXPECT_NEAR(fused[1].parts.lexical, 0.8 * fused[1].score, 1e-6);
}

TEST(Fusion, PutsFirstWhatWasNeededForTheSameTask) {
  const std::vector<LearnedRelevance> learned = {{FusionGraph().At("third"), 1.0}};
  const std::vector<RankedSymbol> fused =
      Fuse(FusionGraph().view(), FusedRanking(), {}, {}, learned);

  EXPECT_THAT(FusedNames(fused), ElementsAre("third", "first", "second"));
  EXPECT_NEAR(fused[0].parts.learned, (1.0 / 61) / (1.0 / 63 + 1.0 / 61), 1e-6);
}

TEST(Fusion, MovesLittleWhereATaskIsHardlyAlike) {
  const std::vector<LearnedRelevance> learned = {{FusionGraph().At("third"), 0.01}};

  EXPECT_THAT(FusedNames(Fuse(FusionGraph().view(), FusedRanking(), {}, {}, learned)),
              ElementsAre("first", "second", "third"));
}

TEST(Fusion, PutsNoiseLastAndAddsNone) {
  const std::vector<LearnedRelevance> learned = {{FusionGraph().At("first"), -1.0},
                                                 {FusionGraph().At("pointed_at"), -0.5}};
  const std::vector<RankedSymbol> fused =
      Fuse(FusionGraph().view(), FusedRanking(), {}, {}, learned);

  EXPECT_THAT(FusedNames(fused), ElementsAre("second", "third", "first"));
  EXPECT_LT(fused[2].parts.learned, 0);
  EXPECT_GT(fused[2].score, 0);
}

TEST(Fusion, TellsPartsThatSumToTheScore) {
  const std::vector<SymbolId> places = {FusionGraph().At("pointed_at"), FusionGraph().At("first")};
  const std::vector<SymbolId> similar = {FusionGraph().At("third")};
  const std::vector<LearnedRelevance> learned = {{FusionGraph().At("second"), -1.5},
                                                 {FusionGraph().At("first"), 0.5}};
  for (const RankedSymbol& fused :
       Fuse(FusionGraph().view(), FusedRanking(), places, similar, learned)) {
    float sum = 0;
    for (const ScorePartRow& row : kScoreParts) sum += fused.parts.*row.part;
    EXPECT_NEAR(sum, fused.score, 1e-6) << FusionGraph().NameOf(fused.symbol);
    EXPECT_EQ(fused.parts.places > 0, fused.symbol == places[0] || fused.symbol == places[1]);
    EXPECT_EQ(fused.parts.similar_names > 0, fused.symbol == similar[0]);
    EXPECT_EQ(fused.parts.learned < 0, fused.symbol == learned[0].symbol);
  }
}

TEST(Fusion, JoinsWhatWasUnderstoodOfEachTask) {
  std::vector<ContextResult> results(2);
  results[0].question.terms = {{.term = "login", .as_written = "login", .weight = 1}};
  results[1].question.terms = {{.term = "login", .as_written = "logins", .weight = 2},
                               {.term = "page", .as_written = "pages", .weight = 3}};
  results[1].question.paths = {"page.py"};
  results[1].question.about_tests = true;

  const Question joined = JoinRankings(FusionGraph().view(), std::move(results)).question;

  ASSERT_EQ(joined.terms.size(), 2U);
  EXPECT_EQ(joined.terms[0].as_written, "login");
  EXPECT_EQ(joined.terms[1].term, "page");
  EXPECT_THAT(joined.paths, ElementsAre("page.py"));
  EXPECT_TRUE(joined.about_tests);
}

TEST(Fusion, OfNothingIsEmpty) {
  EXPECT_THAT(Fuse(FusionGraph().view(), {}, {}, {}, {}), IsEmpty());
}

}  // namespace
}  // namespace waymark::retrieval
