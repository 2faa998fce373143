#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/history.h"
#include "retrieval/outline.h"
#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;
using ::testing::ElementsAre;

constexpr char kMappedShop[] = R"(
  src/app.py
    function main()
    function run()
  src/shop/cart.py
    class Cart
      method total()
    function price()
  src/shop/mail.py
    function send()
  tests/test_cart.py +test
    function test_total() +test
  src/app.py:main -> run
  run -> Cart.total
  Cart.total -> price
  send -> price
  test_total -> Cart.total
  src/app.py -imports-> src/shop/cart.py
)";

MappedFile FileIn(const FileMap& map, const std::string& path) {
  const auto found = std::find_if(map.files.begin(), map.files.end(),
                                  [&](const MappedFile& file) { return file.path == path; });
  return found == map.files.end() ? MappedFile() : *found;
}

TEST(MapFiles, CountsTheFilesOnBothSidesOfEach) {
  const DrawnGraph graph(kMappedShop);

  WM_ASSERT_OK_AND_ASSIGN(const FileMap map, MapFiles(graph.view(), {}));

  EXPECT_EQ(map.files.size(), 4U);
  EXPECT_EQ(FileIn(map, "src/shop/cart.py").depends_in, 3U);
  EXPECT_EQ(FileIn(map, "src/shop/cart.py").depends_out, 0U);
  EXPECT_EQ(FileIn(map, "src/app.py").depends_in, 0U);
  EXPECT_EQ(FileIn(map, "src/app.py").depends_out, 1U);
  EXPECT_EQ(FileIn(map, "src/shop/cart.py").language, Language::kPython);
}

TEST(MapFiles, JoinsDependencesByDirectory) {
  const DrawnGraph graph(kMappedShop);

  WM_ASSERT_OK_AND_ASSIGN(const FileMap map, MapFiles(graph.view(), {}));

  ASSERT_EQ(map.dependences.size(), 2U);
  EXPECT_EQ(map.dependences[0].from, "src");
  EXPECT_EQ(map.dependences[0].to, "src/shop");
  EXPECT_EQ(map.dependences[0].count, 1U);
  EXPECT_EQ(map.dependences[1].from, "tests");
}

TEST(MapFiles, CountsWhatTestsReachOverFurtherCalls) {
  const DrawnGraph graph(kMappedShop);

  WM_ASSERT_OK_AND_ASSIGN(const FileMap map, MapFiles(graph.view(), {}));

  const MappedFile cart = FileIn(map, "src/shop/cart.py");
  EXPECT_EQ(cart.testable, 3U);
  EXPECT_EQ(cart.tested, 2U) << "Cart.total and, through it, price";
  EXPECT_EQ(FileIn(map, "src/app.py").testable, 2U);
  EXPECT_EQ(FileIn(map, "src/app.py").tested, 0U);
  EXPECT_EQ(FileIn(map, "tests/test_cart.py").testable, 0U);
}

TEST(MapFiles, WithoutTestsNothingIsSaidOfThem) {
  const DrawnGraph graph(R"(
    a.py
      function f()
  )");

  WM_ASSERT_OK_AND_ASSIGN(const FileMap map, MapFiles(graph.view(), {}));

  EXPECT_EQ(FileIn(map, "a.py").testable, 0U);
}

TEST(MapFiles, TheHistoryTellsChangesAndTheirAuthors) {
  const DrawnGraph graph(kMappedShop);
  const auto commit = [](const char* author, const char* path) {
    return graph::CommitFacts{
        .terms = {"word"}, .touched = {{.path = path, .names = {}}}, .author = author};
  };
  const std::vector<graph::CommitFacts> commits = {
      commit("Ann", "src/app.py"), commit("Bob", "src/shop/cart.py"),
      commit("Eve", "src/shop/cart.py"), commit("Eve", "src/shop/cart.py")};
  const graph::History history("head", commits);

  WM_ASSERT_OK_AND_ASSIGN(const FileMap map, MapFiles(graph.view(), {.history = &history}));

  const MappedFile cart = FileIn(map, "src/shop/cart.py");
  EXPECT_EQ(cart.commits, 3U);
  EXPECT_EQ(cart.newest_commit, 1U);
  EXPECT_EQ(cart.owner, "Eve");
  const MappedFile mail = FileIn(map, "src/shop/mail.py");
  EXPECT_EQ(mail.commits, 0U);
  EXPECT_FALSE(mail.newest_commit.has_value());
  EXPECT_EQ(mail.owner, "");
}

TEST(MapFiles, CyclesAndLayersAreThoseOfTheirAnalyses) {
  const DrawnGraph graph(R"(
    a/x.py
      function f()
    b/y.py
      function g()
    c/z.py
      function h()
    f -> g
    a/x.py -imports-> b/y.py
    b/y.py -imports-> c/z.py
    c/z.py -imports-> b/y.py
  )");

  WM_ASSERT_OK_AND_ASSIGN(const FileMap map, MapFiles(graph.view(), {}));

  EXPECT_THAT(map.cycles, ElementsAre(ElementsAre("b/y.py", "c/z.py")));
  ASSERT_FALSE(map.layers.empty());
  EXPECT_THAT(map.layers.back(), ElementsAre("a"));
}

TEST(MapFiles, EndsWhenItIsCancelled) {
  const DrawnGraph graph(kMappedShop);
  const std::atomic<bool> cancelled{true};

  EXPECT_THAT(MapFiles(graph.view(), {.cancelled = &cancelled}).status(),
              testing::StatusIs(absl::StatusCode::kCancelled));
}

}  // namespace
}  // namespace waymark::retrieval
