// Possible uses: the places that may use a symbol without an edge, and why.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retrieval/incompleteness.h"
#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// "shop.py:3 stranger: why", the likeliest first.
std::vector<std::string> PossibleUsesOf(const DrawnGraph& graph, const std::string& name,
                                        FollowedUses followed = {.overridden = false}) {
  Workspace workspace;
  const SymbolId symbols[] = {graph.At(name)};
  Incompleteness missing =
      IncompletenessOfUsers(graph.view(), symbols, /*users=*/{}, followed, workspace);
  RankByLikelihood(graph.view(), missing.possible_uses);
  std::vector<std::string> lines;
  for (const PossibleUse& use : missing.possible_uses) {
    const graph::ReadView& view = graph.view();
    lines.push_back(fmt::format("{} in {}: {}", view.QualifiedName(use.source),
                                view.File(view.FileOf(use.source)).path, WhyOf(use.doubt)));
  }
  return lines;
}

TEST(PossibleUses, AreRankedByLikelihood) {
  const DrawnGraph graph(R"(
a.py
  class Cart
    method total
  class Bill
    method total
  function unsure
  function either
  function anything 'adds the total'
anything ? .* ambiguous Cart
unsure ? total unknown
either ? total ambiguous Cart.total Bill.total
)");

  EXPECT_THAT(PossibleUsesOf(graph, "Cart.total"),
              ElementsAre("either in a.py: may mean it, as one of several symbols",
                          "unsure in a.py: uses its name on something of unknown type",
                          "anything in a.py: uses a member of its type by a computed name"));
  EXPECT_EQ(PossibleUsesOf(graph, "Bill.total").size(), 2U) << "the computed name is one of Cart";
}

TEST(PossibleUses, ByAComputedNameCountIfATextHasTheName) {
  const DrawnGraph graph(R"(
a.py
  class Cart
    method total
    method size
  function anything 'adds the total'
anything ? .* ambiguous Cart
)");
  Workspace workspace;
  const SymbolId size[] = {graph.At("Cart.size")};

  EXPECT_EQ(PossibleUsesOf(graph, "Cart.total").size(), 1U);
  EXPECT_THAT(PossibleUsesOf(graph, "Cart.size"), IsEmpty());
  EXPECT_EQ(IncompletenessOfUsers(graph.view(), size, {}, {}, workspace).completeness(),
            Completeness::kLikelyComplete);
}

TEST(PossibleUses, OfAnyMemberOfAnythingAreADoubtOfTheLanguage) {
  const DrawnGraph graph(R"(
a.py
  class Cart
    method total
    method size
  function plain
  function anything 'reads the total, or plain'
b.go
  class Box
    method total
anything ? .* dynamic
)");
  const auto completeness = [&graph](const std::string& name) {
    Workspace workspace;
    const SymbolId symbols[] = {graph.At(name)};
    return IncompletenessOfUsers(graph.view(), symbols, {}, {}, workspace).completeness();
  };

  EXPECT_THAT(PossibleUsesOf(graph, "Cart.total"), IsEmpty());
  EXPECT_EQ(completeness("Cart.total"), Completeness::kLikelyComplete);
  EXPECT_EQ(completeness("Cart.size"), Completeness::kComplete) << "no text has its name";
  EXPECT_EQ(completeness("plain"), Completeness::kComplete) << "it is no member";
  EXPECT_EQ(completeness("Box.total"), Completeness::kComplete) << "it is of another language";
  const std::vector<LanguageDoubts> doubts = FindLanguageDoubts(graph.view());
  ASSERT_EQ(doubts.size(), 1U);
  EXPECT_EQ(doubts[0].group, NameGroup::kPython);
  EXPECT_EQ(doubts[0].computed_names.size(), 1U);
}

TEST(PossibleUses, AreTheCallsOfWhatASymbolOverrides) {
  const DrawnGraph graph(R"(
a.py
  class Base
    method run
    method stop
  class Job
    method run
    method stop
  function main
Job.run -overrides-> Base.run
Job.stop -overrides-> Base.stop
main -> Base.run
)");

  EXPECT_THAT(PossibleUsesOf(graph, "Job.run"),
              ElementsAre("main in a.py: uses a declaration that it overrides"));
  EXPECT_THAT(PossibleUsesOf(graph, "Job.run", {.overridden = true}), IsEmpty())
      << "the answer follows them";
  EXPECT_THAT(PossibleUsesOf(graph, "Job.stop"), IsEmpty()) << "nothing calls Base.stop";
}

TEST(PossibleUses, ComeFromWhereTheSymbolCanBeNamed) {
  const DrawnGraph c(R"(
a.c
  function hidden
  function near
b.c
  function far
c.h
  function macro
far ? hidden unknown
near ? hidden unknown
macro ? hidden unknown
)");
  EXPECT_THAT(PossibleUsesOf(c, "hidden"),
              ElementsAre("near in a.c: uses its name on something of unknown type",
                          "macro in c.h: uses its name on something of unknown type"));

  const DrawnGraph go(R"(
a/a.go
  function run
  function Run +exported
a/b.go
  function near
b/b.go
  function far
far ? run unknown
far ? Run unknown
near ? run unknown
)");
  EXPECT_THAT(PossibleUsesOf(go, "a/a.go:run"),
              ElementsAre("near in a/b.go: uses its name on something of unknown type"));
  EXPECT_EQ(PossibleUsesOf(go, "a/a.go:Run").size(), 1U);
}

}  // namespace
}  // namespace waymark::retrieval
