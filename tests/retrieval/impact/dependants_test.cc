#include "retrieval/dependants.h"

#include <string>

#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

using ::waymark::testing::DrawnGraph;

std::uint32_t Dependants(const DrawnGraph& graph, std::string_view name) {
  return DependantCounter(graph.view()).Of(graph.At(name));
}

TEST(DependantCounter, CountsEachDependantOnce) {
  const DrawnGraph graph(R"(
a.py
  function used
  function first
  function second
first -> used
first -references-> used
second -> used
used -> first
)");
  EXPECT_EQ(Dependants(graph, "used"), 2U);
  EXPECT_EQ(Dependants(graph, "first"), 1U);
  EXPECT_EQ(Dependants(graph, "second"), 0U);
}

TEST(DependantCounter, LeavesOutTheSymbolItselfAndWhatContainsIt) {
  const DrawnGraph graph(R"(
a.py
  class Tree
    method walk
walk -> walk
)");
  EXPECT_EQ(Dependants(graph, "walk"), 0U);
}

TEST(DependantCounter, CountsWhatRefersToADeclaration) {
  const DrawnGraph graph(R"(
db.h
  function Open +decl
db.cc
  function Open
main.cc
  function main
db.h:Open -declares-> db.cc:Open
main -> db.h:Open
)");
  EXPECT_EQ(Dependants(graph, "db.cc:Open"), 1U);
}

TEST(DependantCounter, DoesNotTellManyApart) {
  std::string drawing = "a.py\n  function hub\n";
  std::string edges;
  for (std::uint32_t i = 0; i <= kMaxCountedEdges; ++i) {
    const std::string name = "user" + std::to_string(i) + "_";
    drawing += "  function " + name + "\n";
    edges += name + " -> hub\n";
  }
  const DrawnGraph graph(drawing + edges);

  EXPECT_EQ(Dependants(graph, "hub"), kMaxDependants);
}

}  // namespace
}  // namespace waymark::retrieval
