#include "question/compounds.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "question/question.h"
#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using ::testing::Contains;
using ::testing::Not;
using ::waymark::testing::DrawnGraph;

const DrawnGraph& CompoundsGraph() {
  static const DrawnGraph graph(R"(
src/server.py
  class LiveReload
  class Server
    method Shutdown
    method login
    method down
)");
  return graph;
}

std::vector<std::string> TermsOf(std::string_view task) {
  const absl::StatusOr<AnalyzedQuestion> analyzed = AnalyzeQuestion(CompoundsGraph().view(), task);
  EXPECT_TRUE(analyzed.ok()) << analyzed.status();
  std::vector<std::string> terms;
  if (!analyzed.ok()) return terms;
  for (const QuestionTerm& term : analyzed->question.terms) terms.push_back(term.term);
  return terms;
}

TEST(Compounds, PartsOfAWordThatANameWritesAsTwoAreFound) {
  graph::Tokenizer tokenizer;
  EXPECT_THAT(CompoundParts(CompoundsGraph().view(), "livereload", "livereload", tokenizer),
              ::testing::ElementsAre("live", "reload"));
  EXPECT_THAT(CompoundParts(CompoundsGraph().view(), "shutdown", "shutdown", tokenizer),
              ::testing::IsEmpty());
}

TEST(Compounds, NeighboursThatANameWritesAsOneAreFoundWhateverTheEndingOfTheFirst) {
  EXPECT_THAT(TermsOf("how the server shuts down"), Contains("shutdown"));
  EXPECT_THAT(TermsOf("shutting-down of the server"), Contains("shutdown"));
  EXPECT_THAT(TermsOf("users log in"), Contains("login"));
}

TEST(Compounds, WordsThatAreNoNeighboursStayTwo) {
  EXPECT_THAT(TermsOf("shut, down"), Not(Contains("shutdown")));
  EXPECT_THAT(TermsOf("shut it down"), Not(Contains("shutdown")));
}

TEST(Compounds, WhatNoNameWritesAsOneStaysTwo) {
  EXPECT_THAT(TermsOf("the server down"), Not(Contains("serverdown")));
}

}  // namespace
}  // namespace waymark::retrieval
