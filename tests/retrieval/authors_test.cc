#include "retrieval/authors.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kDrawing[] = R"(
  src/app.py
    function open
    function close
  src/other.py
    function open
)";

graph::CommitFacts Commit(std::string author, std::string path, std::vector<std::string> names) {
  graph::CommitFacts facts{.commit = {}, .terms = {"word"}, .touched = {}, .author = author};
  facts.touched.push_back({std::move(path), std::move(names)});
  return facts;
}

std::vector<std::string> Names(const DrawnGraph& graph, const std::string& symbol) {
  const graph::History history("abc", std::vector{
                                          Commit("Ann", "src/app.py", {"close"}),
                                          Commit("Bob", "src/app.py", {"open"}),
                                          Commit("Cy", "src/app.py", {"open", "close"}),
                                          Commit("Cy", "src/app.py", {"open"}),
                                          Commit("", "src/app.py", {"open"}),
                                      });
  std::vector<std::string> names;
  for (const Author& author : AuthorsOf(graph.view(), history, graph.At(symbol))) {
    names.push_back(std::string(author.name) + " " + std::to_string(author.commits));
  }
  return names;
}

TEST(AuthorsOf, TheMostCommitsComeFirstThenTheNewest) {
  const DrawnGraph graph(kDrawing);

  EXPECT_THAT(Names(graph, "src/app.py:open"), ElementsAre("Cy 2", "Bob 1"));
  EXPECT_THAT(Names(graph, "close"), ElementsAre("Ann 1", "Cy 1"));
}

TEST(AuthorsOf, AnotherFilesSymbolOfTheNameHasNone) {
  const DrawnGraph graph(kDrawing);

  EXPECT_THAT(Names(graph, "src/other.py:open"), IsEmpty());
}

}  // namespace
}  // namespace waymark::retrieval
