#include "retrieval/symbol_commits.h"

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

constexpr char kAuthorsDrawing[] = R"(
  src/app.py
    function open
    function close
  src/other.py
    function open
)";

graph::CommitFacts CommitBy(std::string author, std::string path, std::vector<std::string> names) {
  graph::CommitFacts facts{.commit = {}, .terms = {"word"}, .touched = {}, .author = author};
  facts.touched.push_back({std::move(path), std::move(names)});
  return facts;
}

std::vector<std::string> AuthorNames(const DrawnGraph& graph, const std::string& symbol) {
  const graph::History history("abc", std::vector{
                                          CommitBy("Ann", "src/app.py", {"close"}),
                                          CommitBy("Bob", "src/app.py", {"open"}),
                                          CommitBy("Cy", "src/app.py", {"open", "close"}),
                                          CommitBy("Cy", "src/app.py", {"open"}),
                                          CommitBy("", "src/app.py", {"open"}),
                                      });
  std::vector<std::string> names;
  for (const Author& author : AuthorsOf(graph.view(), history, graph.At(symbol))) {
    names.push_back(std::string(author.name) + " " + std::to_string(author.commits));
  }
  return names;
}

TEST(AuthorsOf, TheMostCommitsComeFirstThenTheNewest) {
  const DrawnGraph graph(kAuthorsDrawing);

  EXPECT_THAT(AuthorNames(graph, "src/app.py:open"), ElementsAre("Cy 2", "Bob 1"));
  EXPECT_THAT(AuthorNames(graph, "close"), ElementsAre("Ann 1", "Cy 1"));
}

TEST(AuthorsOf, AnotherFilesSymbolOfTheNameHasNone) {
  const DrawnGraph graph(kAuthorsDrawing);

  EXPECT_THAT(AuthorNames(graph, "src/other.py:open"), IsEmpty());
}

}  // namespace
}  // namespace waymark::retrieval
