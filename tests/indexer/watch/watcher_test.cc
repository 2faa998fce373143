#include "indexer/watcher.h"

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "testing/turned_clock.h"
#include "testing/wait_for.h"

namespace waymark::indexer {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::StatusIs;
using testing::TempDir;
using testing::TurnedClock;
using ::testing::UnorderedElementsAre;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

class WatcherTest : public ::testing::Test {
 protected:
  WatcherTest() {
    options_.root = fs::canonical(directory_.path());
    options_.quiet = milliseconds(10);
    options_.git_quiet = milliseconds(40);
    options_.poll_interval = milliseconds(20);
    options_.now = clock_.Hands();
  }

  void Start() { WM_ASSERT_OK_AND_ASSIGN(watcher_, Watcher::Start(options_)); }

  void Write(const std::string& path, const std::string& text = "x = 1\n") {
    directory_.WriteFile(path, text);
  }

  void Git(const std::string& arguments) const {
    const std::string command = fmt::format(
        "git -C '{}' -c user.name=t -c user.email=t@example.com -c init.defaultBranch=main {} "
        ">/dev/null 2>&1",
        directory_.path().string(), arguments);
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }

  // The next batch: turns the clock until it is there. All that was done before the call is in it,
  // or in one that could be had before, since the clock stands otherwise.
  WatchBatch Next() {
    std::optional<WatchBatch> batch;
    EXPECT_TRUE(testing::WaitFor([&] {
      clock_.Turn(milliseconds(10));
      batch = watcher_->Next(Clock::now() + milliseconds(1));
      return batch.has_value();
    })) << "no batch came";
    return std::move(batch).value_or(WatchBatch());
  }

  // A file whose events come after all that were before.
  std::string WriteMarker() {
    std::string marker = fmt::format("marker{}.py", ++markers_);
    std::ofstream(options_.root / marker) << "x = 1\n";
    return marker;
  }

  // Paths of all batches up to now.
  std::set<std::string> AllPaths() {
    const std::string marker = WriteMarker();
    std::set<std::string> paths;
    while (paths.count(marker) == 0 && !HasFailure()) {
      const WatchBatch batch = Next();
      EXPECT_FALSE(batch.rescan);
      paths.insert(batch.paths.begin(), batch.paths.end());
    }
    paths.erase(marker);
    return paths;
  }

  // Whether nothing that happened before is a batch.
  bool IsSilent() {
    const std::string marker = WriteMarker();
    const WatchBatch batch = Next();
    return !batch.rescan && !batch.head_moved && batch.paths == std::vector<std::string>{marker};
  }

  // Whether the watcher delivers nothing although its clock was turned by `time` and it has looked
  // at it since: twice a round.
  bool HoldsBackFor(milliseconds time) {
    constexpr std::uint64_t kLooksOfSomeRounds = 6;
    clock_.Turn(time);
    const std::uint64_t before = clock_.looks();
    EXPECT_TRUE(testing::WaitFor([&] { return clock_.looks() >= before + kLooksOfSomeRounds; }));
    return !watcher_->Next(Clock::now()).has_value();
  }

  TempDir directory_;
  TurnedClock clock_;
  int markers_ = 0;
  WatchOptions options_;
  std::unique_ptr<Watcher> watcher_;
};

TEST_F(WatcherTest, TellsWhatIsWrittenAndDeleted) {
  Write("kept.py");
  Write("old.py");
  Start();
  Write("sub.py");
  Write("kept.py", "y = 2\n");
  fs::remove(directory_.path() / "old.py");

  const WatchBatch batch = Next();

  EXPECT_FALSE(batch.rescan);
  EXPECT_THAT(batch.paths, ElementsAre("kept.py", "old.py", "sub.py"));
  EXPECT_TRUE(IsSilent());
}

TEST_F(WatcherTest, TellsBothNamesOfARename) {
  Write("a/one.py");
  Write("b/two.py");
  Start();
  fs::rename(directory_.path() / "a/one.py", directory_.path() / "b/new.py");

  EXPECT_THAT(Next().paths, ElementsAre("a/one.py", "b/new.py"));
}

TEST_F(WatcherTest, PendingCountsAWriteThatHasJustEnded) {
  Write("a.py");
  Start();
  EXPECT_THAT(watcher_->Pending().paths, IsEmpty());

  Write("a.py", "y = 2\n");

  EXPECT_THAT(watcher_->Pending().paths, ElementsAre("a.py"));
  EXPECT_FALSE(watcher_->Pending().everything);
}

TEST_F(WatcherTest, WhatPendingSawFirstIsABatchAllTheSame) {
  Start();
  for (int i = 0; i < 20; ++i) {
    Write("a.py", fmt::format("y = {}\n", i));
    watcher_->Pending();
    ASSERT_THAT(Next().paths, ElementsAre("a.py"));
  }
}

TEST_F(WatcherTest, FilesThatCannotBeIndexedAreNoEvents) {
  Start();
  Write("notes.txt");
  Write("picture.png");

  EXPECT_TRUE(IsSilent());
}

TEST_F(WatcherTest, MissesNothingInADirectoryThatAppearsWithAllItHolds) {
  Start();
  std::set<std::string> expected;
  for (int i = 0; i < 40; ++i) {
    for (int j = 0; j < 5; ++j) {
      const std::string path = fmt::format("new{}/deep/er/f{}.py", i, j);
      Write(path);
      expected.insert(path);
    }
  }

  EXPECT_EQ(AllPaths(), expected);
}

TEST_F(WatcherTest, TellsWhatADirectoryHoldsThatIsMovedIn) {
  const TempDir elsewhere;
  elsewhere.WriteFile("package/inner/a.py", "x = 1\n");
  Start();
  fs::rename(elsewhere.path() / "package", directory_.path() / "package");
  EXPECT_THAT(Next().paths, ElementsAre("package/inner/a.py"));

  Write("package/inner/b.py");

  EXPECT_THAT(Next().paths, ElementsAre("package/inner/b.py"));
}

TEST_F(WatcherTest, TellsOfADirectoryThatIsMovedOut) {
  const TempDir elsewhere;
  Write("package/inner/a.py");
  Start();
  const std::size_t watches = watcher_->state().watches;
  fs::rename(directory_.path() / "package", elsewhere.path() / "package");

  EXPECT_THAT(Next().paths, ElementsAre("package"));
  EXPECT_EQ(watcher_->state().watches, watches - 2);
}

TEST_F(WatcherTest, FollowsADirectoryThatIsRenamed) {
  Write("old/inner/a.py");
  Start();
  fs::rename(directory_.path() / "old", directory_.path() / "new");
  EXPECT_THAT(Next().paths, ElementsAre("new/inner/a.py", "old"));

  Write("new/inner/a.py", "y = 2\n");

  EXPECT_THAT(Next().paths, ElementsAre("new/inner/a.py"));
}

TEST_F(WatcherTest, TellsEveryFileOfATreeThatIsDeleted) {
  Write("keep.py");
  for (int i = 0; i < 20; ++i) Write(fmt::format("gone/d{}/f.py", i));
  Start();
  fs::remove_all(directory_.path() / "gone");

  const std::set<std::string> paths = AllPaths();

  for (int i = 0; i < 20; ++i) EXPECT_EQ(paths.count(fmt::format("gone/d{}/f.py", i)), 1U);
  EXPECT_EQ(paths.count("keep.py"), 0U);
  EXPECT_EQ(watcher_->state().watches, 1U);
}

TEST_F(WatcherTest, ABurstOfTenThousandFilesIsComplete) {
  for (int i = 0; i < 100; ++i) Write(fmt::format("d{}/first.py", i));
  Start();
  for (int i = 0; i < 10'000; ++i) {
    Write(fmt::format("d{}/f{}.py", i % 100, i));
    // The kernel keeps 16,384 events, and a watcher that gets no processor takes none of them.
    if (i % 1'000 == 0) watcher_->Pending();
  }

  EXPECT_EQ(AllPaths().size(), 10'000U);
}

TEST_F(WatcherTest, MoreThanItNamesIsARescan) {
  Start();
  for (std::size_t i = 0; i <= kMaxTouchedPaths; ++i) Write(fmt::format("f{}.py", i));

  const WatchBatch batch = Next();

  EXPECT_TRUE(batch.rescan);
  EXPECT_THAT(batch.paths, IsEmpty());
}

TEST_F(WatcherTest, IgnoredDirectoriesAreNotWatched) {
  Write(".gitignore", "out/\n*.gen.py\n");
  for (const char* path : {"src/a.py", "out/deep/b.py", "node_modules/x/c.py", ".git/d/e.py"}) {
    Write(path);
  }
  Start();
  EXPECT_EQ(watcher_->state().watches, 2U);

  Write("out/deep/b.py", "y = 2\n");
  Write("src/a.gen.py");

  EXPECT_TRUE(IsSilent());
}

TEST_F(WatcherTest, AChangedIgnoreFileIsARescanAndIsObeyedFromThenOn) {
  Write("src/a.py");
  Write("out/b.py");
  Start();
  EXPECT_EQ(watcher_->state().watches, 3U);

  Write(".waymarkignore", "out/\n");
  EXPECT_TRUE(Next().rescan);

  EXPECT_EQ(watcher_->state().watches, 2U);
  Write("out/b.py", "y = 2\n");
  EXPECT_TRUE(IsSilent());
  fs::remove(directory_.path() / ".waymarkignore");
  EXPECT_TRUE(Next().rescan);
  Write("out/b.py", "z = 3\n");
  EXPECT_THAT(Next().paths, ElementsAre("out/b.py"));
}

TEST_F(WatcherTest, ARepositoryInsideIsLetGo) {
  Write("a.py");
  Write("inner/b.py");
  Start();
  Write("inner/.git/HEAD", "ref: refs/heads/main\n");
  EXPECT_TRUE(Next().rescan);

  EXPECT_EQ(watcher_->state().watches, 1U);
}

TEST_F(WatcherTest, BeyondTheCapTheTreeIsPolled) {
  options_.max_watches = 3;
  for (const char* path : {"a/1.py", "b/2.py", "c/3.py"}) Write(path);
  Start();
  EXPECT_EQ(watcher_->state().mode, WatchMode::kPolling);
  EXPECT_THAT(watcher_->state().reason, ::testing::HasSubstr("more than 3 directories"));

  Write("a/1.py", "long = 'er'\n");
  Write("d/4.py");
  fs::remove(directory_.path() / "c/3.py");

  EXPECT_THAT(Next().paths, ElementsAre("a/1.py", "c/3.py", "d/4.py"));
}

TEST_F(WatcherTest, ATreeThatGrowsBeyondTheCapIsPolledFromThenOn) {
  options_.max_watches = 3;
  Write("a/1.py");
  Start();
  EXPECT_EQ(watcher_->state().mode, WatchMode::kNotified);

  for (const char* path : {"b/2.py", "c/3.py", "d/4.py"}) Write(path);
  EXPECT_TRUE(Next().rescan);

  EXPECT_EQ(watcher_->state().mode, WatchMode::kPolling);
  // Whether the tree was walked before or will be: that is told.
  Write("b/2.py", "long = 'er'\n");
  const WatchBatch next = Next();
  EXPECT_TRUE(next.rescan || next.paths == std::vector<std::string>{"b/2.py"});
  Write("d/4.py", "long = 'er'\n");
  EXPECT_THAT(Next().paths, ElementsAre("d/4.py"));
}

TEST_F(WatcherTest, ARootThatGoesIsTold) {
  Write("root/a.py");
  options_.root /= "root";
  Start();
  fs::remove_all(options_.root);

  EXPECT_TRUE(Next().rescan);
  EXPECT_EQ(watcher_->state().mode, WatchMode::kLost);
}

TEST_F(WatcherTest, ARootThatIsNotThereIsNotFound) {
  options_.root /= "nothing";
  EXPECT_THAT(Watcher::Start(options_), StatusIs(absl::StatusCode::kNotFound));
}

TEST_F(WatcherTest, EndsAtOnceAndWakesTheCallerWhenABatchIsReady) {
  std::atomic<int> calls = 0;
  options_.on_ready = [&calls] { ++calls; };
  Start();
  Write("a.py");
  Next();
  // The batch can be had a moment before the call is made.
  EXPECT_TRUE(testing::WaitFor([&] { return calls == 1; }));

  // Neither an event nor a time would end its wait.
  const Clock::time_point start = Clock::now();
  watcher_.reset();

  EXPECT_LT(Clock::now() - start, testing::kPatience);
}

class GitWatcherTest : public WatcherTest {
 protected:
  // Two commits that differ in 200 files of 20 directories; the second is checked out.
  void Commit() {
    for (int i = 0; i < 200; ++i) Write(fmt::format("d{}/f{}.py", i % 20, i));
    Write("only_first/a.py");
    Git("init");
    Git("add -A");
    Git("commit -m first");
    for (int i = 0; i < 200; ++i) Write(fmt::format("d{}/f{}.py", i % 20, i), "changed = True\n");
    fs::remove_all(directory_.path() / "only_first");
    Write("only_second/b.py");
    Git("add -A");
    Git("commit -m second");
  }
};

TEST_F(GitWatcherTest, ACheckoutIsOneBatch) {
  Commit();
  Start();
  Git("checkout -q HEAD~1");

  const WatchBatch batch = Next();

  EXPECT_FALSE(batch.rescan);
  EXPECT_TRUE(batch.head_moved);
  EXPECT_EQ(std::count_if(batch.paths.begin(), batch.paths.end(),
                          [](const std::string& path) { return path[0] == 'd'; }),
            200);
  EXPECT_THAT(batch.paths, Contains("only_first/a.py"));
  EXPECT_THAT(batch.paths, Contains("only_second/b.py"));
  EXPECT_TRUE(IsSilent());
}

TEST_F(GitWatcherTest, ABatchIsHeldBackWhileGitHasItsLock) {
  Commit();
  options_.max_git_delay = std::chrono::hours(1);
  Start();
  Write(".git/index.lock", "");
  Write("d1/f1.py", "y = 2\n");
  EXPECT_TRUE(HoldsBackFor(std::chrono::minutes(30)));
  EXPECT_THAT(watcher_->Pending().paths, ElementsAre("d1/f1.py"));

  fs::remove(directory_.path() / ".git/index.lock");

  EXPECT_THAT(Next().paths, ElementsAre("d1/f1.py"));
}

TEST_F(GitWatcherTest, AForgottenLockHoldsNothingBackForEver) {
  Commit();
  options_.max_git_delay = milliseconds(600);
  Write(".git/index.lock", "");
  Start();
  Write("d1/f1.py", "y = 2\n");

  EXPECT_THAT(Next().paths, ElementsAre("d1/f1.py"));
}

TEST_F(GitWatcherTest, ACommitMovesHead) {
  Commit();
  Write("d1/f1.py", "y = 2\n");
  Start();
  Git("commit -a -m third");

  const WatchBatch batch = Next();

  EXPECT_TRUE(batch.head_moved);
  EXPECT_FALSE(batch.rescan);
  EXPECT_THAT(batch.paths, IsEmpty());
}

TEST_F(GitWatcherTest, WhatGitReadsAloneIsNoBatch) {
  Commit();
  Start();
  Git("status");
  Git("log");

  EXPECT_TRUE(IsSilent());
}

TEST_F(GitWatcherTest, AnIgnoredFileThatBecomesTrackedIsTold) {
  Commit();
  Write(".gitignore", "out/\n");
  Write("out/made.py");
  Start();
  Git("add -f out/made.py");
  EXPECT_THAT(Next().paths, ElementsAre("out/made.py"));

  Write("out/made.py", "y = 2\n");

  EXPECT_THAT(Next().paths, ElementsAre("out/made.py"));
}

TEST_F(GitWatcherTest, AnIgnoredFileThatGitLetsGoIsToldWithTheIndex) {
  Commit();
  Write(".gitignore", "out/\n");
  Write("out/made.py");
  Git("add -f out/made.py");
  Start();

  Git("rm -q --cached out/made.py");

  EXPECT_THAT(Next().paths, UnorderedElementsAre(".git/index", "out/made.py"));
}

TEST_F(GitWatcherTest, AWorktreeHasItsOwnHead) {
  Commit();
  const TempDir elsewhere;
  const fs::path tree = fs::canonical(elsewhere.path()) / "tree";
  Git(fmt::format("worktree add -q --detach '{}' HEAD", tree.string()));
  options_.root = tree;
  Start();
  Git(fmt::format("-C '{}' checkout -q HEAD~1", tree.string()));

  const WatchBatch batch = Next();

  EXPECT_TRUE(batch.head_moved);
  EXPECT_THAT(batch.paths, Contains("d1/f1.py"));
  EXPECT_TRUE(IsSilent());
}

}  // namespace
}  // namespace waymark::indexer
