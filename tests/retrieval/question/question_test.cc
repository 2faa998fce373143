#include "question/question.h"

#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;
using ::waymark::testing::DrawnGraph;
using ::waymark::testing::StatusIs;

// "session" names two symbols, "cookie" one, "drawn" is the repository's own name.
const DrawnGraph& QuestionGraph() {
  static const DrawnGraph graph(R"(
src/web/app.py
  class Session
    method open_session
  function cookie
  function drawn
  function add
  function test_cookie +test
)");
  return graph;
}

AnalyzedQuestion Analyze(std::string_view task) {
  absl::StatusOr<AnalyzedQuestion> analyzed = AnalyzeQuestion(QuestionGraph().view(), task);
  EXPECT_TRUE(analyzed.ok()) << analyzed.status();
  return *std::move(analyzed);
}

float WeightOf(const AnalyzedQuestion& analyzed, std::string_view term) {
  for (const QuestionTerm& row : analyzed.question.terms) {
    if (row.term == term) return row.weight;
  }
  ADD_FAILURE() << "no term " << term;
  return 0;
}

// The formula of the header, with the six symbols outside tests of QuestionGraph(), its file
// included.
float Idf(double document_frequency) {
  return static_cast<float>(
      std::log(1 + (6 - document_frequency + 0.5) / (document_frequency + 0.5)));
}

TEST(Question, WeighsTermsByTheirRarity) {
  const AnalyzedQuestion analyzed = Analyze("sessions and cookies");

  ASSERT_EQ(QuestionGraph().view().Statistics().document_count, 6U);
  EXPECT_FLOAT_EQ(WeightOf(analyzed, "session"), Idf(2));
  EXPECT_FLOAT_EQ(WeightOf(analyzed, "cooki"), Idf(1));
}

TEST(Question, CountsRepeatedWordsByTheirLogarithm) {
  EXPECT_FLOAT_EQ(WeightOf(Analyze("cookie, cookies"), "cooki"),
                  Idf(1) * static_cast<float>(1 + std::log(2.0)));
}

TEST(Question, LooksForThePartsOfAWordThatNamesWriteAsTwo) {
  const AnalyzedQuestion analyzed = Analyze("why is opensession called?");

  EXPECT_FLOAT_EQ(WeightOf(analyzed, "open"), 0.5F * Idf(1));
  EXPECT_FLOAT_EQ(WeightOf(analyzed, "session"), 0.5F * Idf(2));
}

TEST(Question, LeavesWordsWholeThatNoNameHoldsInTwo) {
  std::vector<std::string> terms;
  for (const QuestionTerm& row : Analyze("opencookie, sessionopen").question.terms) {
    terms.push_back(row.term);
  }
  EXPECT_THAT(terms, UnorderedElementsAre("opencooki", "sessionopen"));
}

TEST(Question, CountsAPartAsTheWordItIsWhereTheQuestionHasIt) {
  EXPECT_FLOAT_EQ(WeightOf(Analyze("the session of opensession"), "session"), Idf(2));
}

TEST(Question, DropsHardWordsAndHalvesWeakOnes) {
  const AnalyzedQuestion analyzed = Analyze("how do we add the cookie");

  ASSERT_EQ(analyzed.question.terms.size(), 2U);
  EXPECT_FLOAT_EQ(WeightOf(analyzed, "add"), 0.5F * Idf(1));
}

TEST(Question, HalvesWordsThatOnlyLaterLinesHave) {
  const AnalyzedQuestion analyzed = Analyze("\nOpen cookies\n\nThe session of a cookie was lost.");

  EXPECT_FLOAT_EQ(WeightOf(analyzed, "session"), 0.5F * Idf(2));
  EXPECT_FLOAT_EQ(WeightOf(analyzed, "cooki"), Idf(1) * static_cast<float>(1 + std::log(2.0)));
}

TEST(Question, WeighsDownTheRepositorysOwnName) {
  EXPECT_FLOAT_EQ(WeightOf(Analyze("drawn cookie"), "drawn"), 0.3F * Idf(1));
}

TEST(Question, GivesNoWeightToWordsThatOccurNowhere) {
  const AnalyzedQuestion analyzed = Analyze("cookie zeppelin");

  EXPECT_EQ(WeightOf(analyzed, "zeppelin"), 0);
  EXPECT_GT(WeightOf(analyzed, "cooki"), 0);
}

TEST(Question, FindsTermsThatStandInPathsOnly) { EXPECT_GT(WeightOf(Analyze("web"), "web"), 0); }

TEST(Question, KeepsTheFileThatAnAddressOfTheRepositoryShows) {
  const std::string own = QuestionGraph().view().info().repository;
  const std::string name = own.substr(own.rfind('/') + 1);
  const auto places = [](const std::string& task) { return Analyze(task).question.paths; };
  EXPECT_THAT(places("https://example.com/ada/" + name + "/blob/main/src/web/app.py#L2-L3 fails"),
              Contains("src/web/app.py:2"));
  EXPECT_THAT(places("https://example.com/ada/other/blob/main/src/web/app.py#L2 fails"), IsEmpty());
}

TEST(Question, WeighsNoWordsOfATrace) {
  const AnalyzedQuestion analyzed = Analyze(
      "Traceback (most recent call last):\n  File \"/lib/web/app.py\", line 2, in open_session\n"
      "KeyError: cookie");
  for (const QuestionTerm& term : analyzed.question.terms) {
    EXPECT_NE(term.as_written, "Traceback");
    EXPECT_NE(term.as_written, "File");
    EXPECT_NE(term.as_written, "recent");
  }
}

TEST(Question, IsAboutTestsWhenItNamesOne) {
  EXPECT_TRUE(Analyze("test_cookie is slow").question.about_tests);
  EXPECT_FALSE(Analyze("open_session is slow").question.about_tests);
}

TEST(Question, MeansATestThatItIsAboutAndNoneThatItMentions) {
  const AnalyzedQuestion about = Analyze("test_cookie is slow");
  const AnalyzedQuestion mentions = Analyze("the session is slow\n\nCovered by test_cookie.");

  EXPECT_THAT(about.places, SizeIs(1));
  EXPECT_THAT(mentions.places, IsEmpty());
  EXPECT_TRUE(mentions.question.about_tests);
}

TEST(Question, IsAboutTestsByWholeWordsOnly) {
  EXPECT_TRUE(Analyze("Tests for the cookie").question.about_tests);
  EXPECT_TRUE(Analyze("mock the session").question.about_tests);
  EXPECT_FALSE(Analyze("inspect the latest cookie").question.about_tests);
  EXPECT_FALSE(Analyze("test_session in the contest").question.about_tests);
  EXPECT_FALSE(Analyze("the session of web::test::Session").question.about_tests);
  EXPECT_TRUE(Analyze("the session of a test.").question.about_tests);
}

TEST(Question, KeepsOnlyPathsOfTheView) {
  const AnalyzedQuestion analyzed = Analyze("cookie in web/app.py and other/app.py or read/write");

  EXPECT_THAT(analyzed.question.paths, ElementsAre("web/app.py"));
  EXPECT_THAT(analyzed.files, ElementsAre(FileId{0}));
}

TEST(Question, TakesAPathWithoutItsExtension) {
  EXPECT_THAT(Analyze("cookies of web/app.{py,pyi}").question.paths, ElementsAre("web/app"));
  EXPECT_THAT(Analyze("cookies of the app").question.paths, IsEmpty());
}

TEST(Question, LeavesOutAddressesOfTheWorld) {
  EXPECT_THAT(Analyze("cookie https://example.org/session#drawn").question.terms.size(), 1U);
}

TEST(Question, ReadsNamesThatHoldSigns) {
  const auto terms = [](std::string_view task) {
    std::vector<std::string> found;
    for (const QuestionTerm& term : Analyze(task).question.terms) found.push_back(term.term);
    return found;
  };
  EXPECT_THAT(terms("the C++ cookie"), UnorderedElementsAre("cpp", "cooki"));
  EXPECT_THAT(terms("C++20"), UnorderedElementsAre("cpp"));
  EXPECT_THAT(terms("c#"), UnorderedElementsAre("csharp"));
  EXPECT_THAT(terms(".NET 8"), UnorderedElementsAre("dotnet", "net"));
  EXPECT_THAT(terms("cookie of example.net, abc# and i++"),
              Not(AnyOf(Contains("dotnet"), Contains("csharp"), Contains("cpp"))));
}

TEST(Question, LooksForTheNumberOfAWordThatItShortens) {
  EXPECT_THAT(Analyze("i18n").question.terms, SizeIs(1));
  EXPECT_EQ(Analyze("i18n").question.terms[0].as_written, "i18n");
  EXPECT_THAT(Analyze("cookie of v2").question.terms, SizeIs(1)) << "a version";
}

TEST(Question, OfOneLetterMeansWhatIsCalledSoAlone) {
  const DrawnGraph graph(R"(
src/globals.py
  var g
  function f
src/h.py
  function start
)");
  const auto analyze = [&](std::string_view task, Parts without = {}) {
    return AnalyzeQuestion(graph.view(), task, without);
  };
  ASSERT_TRUE(analyze("g").ok());
  EXPECT_THAT(analyze("g")->places, ElementsAre(graph.At("g")));
  EXPECT_FALSE(analyze("x").ok());
  ASSERT_TRUE(analyze("h.py").ok()) << "a file";
  EXPECT_FALSE(analyze("g", Parts::Of(Part::kExactNames)).ok());
}

TEST(Question, WithoutAWordIsRefusedWithTheReason) {
  EXPECT_THAT(AnalyzeQuestion(QuestionGraph().view(), "  ?! "),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("holds no word")));
  EXPECT_THAT(AnalyzeQuestion(QuestionGraph().view(), "what is it"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("the 3 words of the task are all too common")));
}

}  // namespace
}  // namespace waymark::retrieval
