#include "question/multipliers.h"

#include <gtest/gtest.h>

#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using ::waymark::testing::DrawnGraph;

const DrawnGraph& MultipliersGraph() {
  static const DrawnGraph graph(R"(
src/a.py
  class Flask
    method route
    field limit
  class Outer +namespace
  class Slice
    method Slice +constructor
    method ~Slice
    method operator==
    method operators
  function route
  var verbose
  function setNextFile
  function caller
tests/b.py +test
  function helper
third_party/c.py +vendored
  function helper
examples/d.py +example
  function helper
caller -> setNextFile
)");
  return graph;
}

double Of(std::string_view question, std::string_view name) {
  const absl::StatusOr<AnalyzedQuestion> analyzed =
      AnalyzeQuestion(MultipliersGraph().view(), question);
  EXPECT_TRUE(analyzed.ok()) << analyzed.status();
  return Multipliers(MultipliersGraph().view(), *analyzed).Of(MultipliersGraph().At(name));
}

TEST(Multipliers, FollowKindAndPlace) {
  EXPECT_DOUBLE_EQ(Of("limits", "src/a.py:route"), 1);
  EXPECT_DOUBLE_EQ(Of("limits", "src/a.py:Flask"), 1);
  EXPECT_DOUBLE_EQ(Of("limits", "Flask.limit"), 0.4);
  EXPECT_DOUBLE_EQ(Of("limits", "verbose"), 0.5);
  EXPECT_DOUBLE_EQ(Of("limits", "Outer"), 0.2);
  EXPECT_DOUBLE_EQ(Of("limits", "third_party/c.py:helper"), 0.5);
  EXPECT_DOUBLE_EQ(Of("limits", "examples/d.py:helper"), 0.5);
  EXPECT_DOUBLE_EQ(Of("limits", "tests/b.py:helper"), 0.3);
}

TEST(Multipliers, DemoteTestsLessWhenTheyAreAskedFor) {
  EXPECT_DOUBLE_EQ(Of("tests of limits", "tests/b.py:helper"), 0.5);
  EXPECT_DOUBLE_EQ(Of("the latest limits", "tests/b.py:helper"), 0.3);
}

TEST(Multipliers, DemoteNamesThatOnlyRepeatTheType) {
  EXPECT_DOUBLE_EQ(Of("limits", "Slice.Slice"), 0.6);
  EXPECT_DOUBLE_EQ(Of("limits", "Slice.~Slice"), 0.6);
  EXPECT_DOUBLE_EQ(Of("limits", "Slice.operator=="), 0.6);
  EXPECT_DOUBLE_EQ(Of("limits", "Slice.operators"), 1);
}

TEST(Multipliers, LiftWhatTheQuestionNames) {
  EXPECT_DOUBLE_EQ(Of("what does `route` do", "src/a.py:route"), 1.5);
  EXPECT_DOUBLE_EQ(Of("what does Flask.route do", "Flask.route"), 1.5);
  EXPECT_DOUBLE_EQ(Of("what does Flask.route do", "src/a.py:route"), 1.25) << "the owner differs";
  EXPECT_DOUBLE_EQ(Of("what is `Flask`", "Flask.route"), 1.25) << "its type is named";
  EXPECT_DOUBLE_EQ(Of("what does the route do", "src/a.py:route"), 1) << "a plain word";
}

TEST(Multipliers, LiftTheCallersOfWhatTheQuestionNames) {
  EXPECT_DOUBLE_EQ(Of("setNextFile is redundant", "caller"), 1.25);
  EXPECT_DOUBLE_EQ(Of("setting files is redundant", "caller"), 1);
}

TEST(Multipliers, LiftTheSymbolsOfANamedFile) {
  EXPECT_DOUBLE_EQ(Of("routing in src/a.py", "src/a.py:route"), 1.5);
  EXPECT_DOUBLE_EQ(Of("routing in src/b.py", "src/a.py:route"), 1);
  EXPECT_DOUBLE_EQ(Of("routing in src/a.py", "src/a.py"), 1.5) << "the file itself is meant";
}

}  // namespace
}  // namespace waymark::retrieval
