#include "question/commit_scope.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retrieval/context.h"
#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;
using ::waymark::testing::DrawnGraph;

TEST(CommitScopes, StandInFrontOfAColon) {
  EXPECT_THAT(CommitScopes("time: lock once\n\nio: not this"), ElementsAre("time"));
  EXPECT_THAT(CommitScopes("net/http, log: close bodies"), ElementsAre("net", "http", "log"));
  EXPECT_THAT(CommitScopes("  Parser.cc: skip blanks"), ElementsAre("parser.cc"));
}

TEST(CommitScopes, StandBehindTheKindOfAChange) {
  EXPECT_THAT(CommitScopes("fix(css): keep order"), ElementsAre("css"));
  EXPECT_THAT(CommitScopes("feat(dev-server)!: drop it"), ElementsAre("dev-server"));
}

TEST(CommitScopes, StandInBrackets) {
  EXPECT_THAT(CommitScopes("[io] flush on close"), ElementsAre("io"));
}

TEST(CommitScopes, AreNoKindsOfChangesOrMessages) {
  for (const std::string_view text :
       {"fix: keep order", "feat!: drop it", "test: more", "fix(tests): more",
        "error: no such file", "docs: say more", "[wip", "TypeError (x: y"}) {
    EXPECT_THAT(CommitScopes(text), IsEmpty()) << text;
  }
}

TEST(CommitScopes, AreNoRunningText) {
  for (const std::string_view text :
       {"I found this: it fails", "std::vector is slow", "see a:b", "", "how does \"x\": work",
        "a-name-of-a-part-that-is-longer-than-all-of-them: text"}) {
    EXPECT_THAT(CommitScopes(text), IsEmpty()) << text;
  }
}

const DrawnGraph& CommitScopeGraph() {
  static const DrawnGraph graph(R"(
src/fs/lock.rs
  function take_lock "takes the lock twice"
src/runtime/time/wheel.rs
  function turn_lock "takes the lock twice"
src/Time.rs
  function stop_lock "takes the lock twice"
src/timer.rs
  function more "of a timer"
)");
  return graph;
}

TEST(FilesOfPart, LieInItsDirectoryOrAreCalledSo) {
  std::vector<std::string> paths;
  for (const FileId file : FilesOfPart(CommitScopeGraph().view(), "time")) {
    paths.emplace_back(CommitScopeGraph().view().File(file).path);
  }
  EXPECT_THAT(paths, UnorderedElementsAre("src/Time.rs", "src/runtime/time/wheel.rs"));
  EXPECT_THAT(FilesOfPart(CommitScopeGraph().view(), "tim"), IsEmpty());
  EXPECT_THAT(FilesOfPart(CommitScopeGraph().view(), "--"), IsEmpty());
}

// The score of the second row; the first has 1.
double SecondScore(std::string_view task) {
  const absl::StatusOr<ContextResult> result = RankForTask(CommitScopeGraph().view(), task, {});
  EXPECT_TRUE(result.ok()) << result.status();
  if (!result.ok() || result->ranking.size() < 2) return 0;
  EXPECT_EQ(CommitScopeGraph().NameOf(result->ranking[0].symbol), "take_lock");
  return result->ranking[1].score / result->ranking[0].score;
}

TEST(CommitScope, PutsWhatIsThereHigherThanTheWordAlone) {
  EXPECT_LT(SecondScore("fs: lock twice"), SecondScore("fs lock twice"));
}

}  // namespace
}  // namespace waymark::retrieval
