#include "retrieval/file_tests.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/history.h"
#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// "evidence confidence name" of each.
std::vector<std::string> TestsOf(const DrawnGraph& graph, const std::string& path,
                                 const graph::History* history = nullptr) {
  const FileId changed[] = {*graph.view().FindFile(path)};
  std::vector<std::string> rows;
  for (const FileTest& test : FindTestsOfFiles(graph.view(), history, changed)) {
    rows.push_back(std::string(Name(test.evidence)) + " " +
                   std::to_string(static_cast<int>(test.confidence * 100 + 0.5F)) + " " +
                   graph.view().QualifiedName(test.symbol));
  }
  return rows;
}

graph::History HistoryOfPaths(const std::vector<std::vector<std::string>>& commits) {
  std::vector<graph::CommitFacts> facts;
  for (const std::vector<std::string>& paths : commits) {
    graph::CommitFacts& commit = facts.emplace_back();
    for (const std::string& path : paths) commit.touched.push_back({.path = path, .names = {}});
  }
  return {"", facts};
}

TEST(FindTestsOfFiles, FindsTheTestsOfAFileNamedAfterTheChangedOne) {
  const DrawnGraph graph(R"(
  src/selection_policies.go
    function choose()
  src/selection_policies_test.go +test
    function TestChoose +test
    function helper()
  src/other_test.go +test
    function TestOther +test
)");

  EXPECT_THAT(TestsOf(graph, "src/selection_policies.go"),
              ElementsAre("named_after 50 TestChoose"));
}

TEST(FindTestsOfFiles, KnowsTheSubjectHoweverItsNameIsWritten) {
  const DrawnGraph graph(R"(
  src/main/JsonReader.java
    function read()
  src/test/JsonReaderTest.java +test
    function readsAll +test
  src/test/LatestReaderTest.java +test
    function other +test
)");

  EXPECT_THAT(TestsOf(graph, "src/main/JsonReader.java"), ::testing::SizeIs(1));
}

TEST(FindTestsOfFiles, CallsTheFrontFileOfADirectoryByTheDirectory) {
  const DrawnGraph graph(R"(
  shop/cart/__init__.py
    function total()
  tests/test_cart.py +test
    function test_total() +test
  tests/test_init.py +test
    function test_init() +test
)");

  EXPECT_THAT(TestsOf(graph, "shop/cart/__init__.py"), ElementsAre("named_after 50 test_total"));
}

TEST(FindTestsOfFiles, OfSeveralOfTheSameNameTakesTheNearest) {
  const DrawnGraph graph(R"(
  shop/mail/format.py
    function text()
  tests/mail/test_format.py +test
    function test_near() +test
  tests/page/test_format.py +test
    function test_far() +test
)");

  EXPECT_THAT(TestsOf(graph, "shop/mail/format.py"), ElementsAre("named_after 50 test_near"));
}

TEST(FindTestsOfFiles, FindsTestsThatOftenChangedWithTheFile) {
  const DrawnGraph graph(R"(
  shop/session.py
    function open()
  tests/test_basic.py +test
    function test_login() +test
  tests/test_once.py +test
    function test_once() +test
)");
  const graph::History history = HistoryOfPaths({{"shop/session.py", "tests/test_basic.py"},
                                                 {"shop/session.py", "tests/test_basic.py"},
                                                 {"shop/session.py", "tests/test_once.py"},
                                                 {"shop/session.py"},
                                                 {"tests/test_once.py"}});

  EXPECT_THAT(TestsOf(graph, "shop/session.py", &history),
              ElementsAre("changed_with 25 test_login"));
}

TEST(FindTestsOfFiles, BelongsToNoTestFile) {
  const DrawnGraph graph(R"(
  tests/test_basic.py +test
    function test_login() +test
)");

  EXPECT_THAT(TestsOf(graph, "tests/test_basic.py"), IsEmpty());
}

TEST(FindTestsOfFiles, OfTestsThatAreBlocksNamesTheFileButNoHelper) {
  const DrawnGraph graph(R"(
  lib/cleaner.rb
    function clean()
  test/test_cleaner.rb +test
    class TestCleaner
  test/cleaner.rb +test
    function directory()
  TestCleaner -> directory
)");

  EXPECT_THAT(TestsOf(graph, "lib/cleaner.rb"), ElementsAre("named_after 50 test/test_cleaner.rb"));
}

}  // namespace
}  // namespace waymark::retrieval
