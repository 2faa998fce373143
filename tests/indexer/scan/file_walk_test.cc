#include "scan/file_walk.h"

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::indexer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::StatusIs;
using testing::TempDir;

std::vector<std::string> Paths(const FileWalk& walk) {
  std::vector<std::string> paths;
  for (const WalkedFile& file : walk.files) paths.push_back(file.path);
  return paths;
}

std::vector<std::string> Walk(const TempDir& directory, const std::string& below = "") {
  const auto walk = WalkFiles(
      std::filesystem::canonical(directory.path() / below),
      [](std::string_view path) { return path.back() == 'c'; }, nullptr);
  EXPECT_THAT(walk, testing::IsOk());
  return walk.ok() ? Paths(*walk) : std::vector<std::string>();
}

void Git(const TempDir& directory, const std::string& arguments) {
  const std::string command = fmt::format(
      "git -C '{}' -c user.name=t -c user.email=t@example.com -c init.defaultBranch=main {} "
      ">/dev/null 2>&1",
      directory.path().string(), arguments);
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
}

TEST(WalkFiles, ListsWantedFilesInByteOrder) {
  const TempDir directory;
  for (const char* path : {"b.c", "a/x.c", "a.c", "a-b.c", "a/y.h", "Z.c", "a b/\xC3\xA9.c"}) {
    directory.WriteFile(path, "x");
  }

  EXPECT_THAT(Walk(directory),
              ElementsAre("Z.c", "a b/\xC3\xA9.c", "a-b.c", "a.c", "a/x.c", "b.c"));
}

TEST(WalkFiles, HonoursIgnoreFilesOutsideGit) {
  const TempDir directory;
  for (const char* path : {"a.c", "out/b.c", "sub/c.c", "sub/keep.c", "node_modules/d.c"}) {
    directory.WriteFile(path, "x");
  }
  directory.WriteFile(".gitignore", "out/\n");
  directory.WriteFile("sub/.waymarkignore", "c.c\n");

  EXPECT_THAT(Walk(directory), ElementsAre("a.c", "sub/keep.c"));
}

TEST(WalkFiles, NeverFollowsSymbolicLinks) {
  const TempDir directory;
  directory.WriteFile("real/a.c", "x");
  std::filesystem::create_directory_symlink("..", directory.path() / "real" / "loop");
  std::filesystem::create_symlink("a.c", directory.path() / "real" / "link.c");

  EXPECT_THAT(Walk(directory), ElementsAre("real/a.c"));
}

TEST(WalkFiles, CountsFilesThatAreNotIndexedByKind) {
  const TempDir directory;
  for (const char* path : {"a.c", "Main.kt", "build.gradle.kts", "deploy.yml", "logo.png",
                           "LICENSE", "out/ignored.sql", "src/Dockerfile"}) {
    directory.WriteFile(path, "x");
  }
  directory.WriteFile(".gitignore", "out/\n");

  const auto walk = WalkFiles(
      std::filesystem::canonical(directory.path()),
      [](std::string_view path) { return path.back() == 'c'; }, nullptr);

  WM_ASSERT_OK(walk);
  EXPECT_THAT(walk->unindexed, ElementsAre(KindCount{"Kotlin", 2}, KindCount{"Dockerfile", 1},
                                           KindCount{"YAML", 1}));
}

TEST(WalkFiles, ReportsPathsThatAreNotUtf8) {
  const TempDir directory;
  directory.WriteFile("ok.c", "x");
  directory.WriteFile("bad\xFF.c", "x");

  const auto walk = WalkFiles(
      std::filesystem::canonical(directory.path()),
      [](std::string_view path) { return path.back() == 'c'; }, nullptr);

  WM_ASSERT_OK(walk);
  EXPECT_THAT(Paths(*walk), ElementsAre("ok.c"));
  ASSERT_EQ(walk->skipped.size(), 1u);
  EXPECT_EQ(walk->skipped[0].reason, SkipReason::kInvalidPath);
}

TEST(WalkFiles, InGitListsTrackedAndNewFilesButNoIgnoredOnes) {
  const TempDir directory;
  for (const char* path : {"tracked.c", "ignored_but_tracked.c", "gone.c", "private/t.c"}) {
    directory.WriteFile(path, "x");
  }
  Git(directory, "init");
  Git(directory, "add -A");
  directory.WriteFile(".gitignore", "ignored*\nprivate/\n");
  directory.WriteFile("new.c", "x");
  directory.WriteFile("ignored.c", "x");
  directory.WriteFile("private/other.c", "x");
  directory.WriteFile("nested/n.c", "x");
  directory.WriteFile("nested/.git/HEAD", "ref: refs/heads/main\n");
  std::filesystem::remove(directory.path() / "gone.c");

  EXPECT_THAT(Walk(directory),
              ElementsAre("ignored_but_tracked.c", "new.c", "private/t.c", "tracked.c"));
}

TEST(WalkFiles, WorksOnAPartOfAWorkTree) {
  const TempDir directory;
  directory.WriteFile("a.c", "x");
  directory.WriteFile("part/b.c", "x");
  directory.WriteFile("part/skip.c", "x");
  directory.WriteFile("part/deep/c.c", "x");
  directory.WriteFile(".gitignore", "skip.c\n/part/deep/new.c\n");
  Git(directory, "init");
  Git(directory, "add -A");
  directory.WriteFile("part/deep/new.c", "x");

  EXPECT_THAT(Walk(directory, "part"), ElementsAre("b.c", "deep/c.c"));
}

TEST(WalkFiles, ADetachedHeadTellsItsCommit) {
  const TempDir directory;
  directory.WriteFile("a.c", "x");
  Git(directory, "init");
  Git(directory, "add -A");
  Git(directory, "commit -m one");
  Git(directory, "checkout --detach");

  const auto walk = WalkFiles(
      std::filesystem::canonical(directory.path()), [](std::string_view) { return true; }, nullptr);

  WM_ASSERT_OK(walk);
  EXPECT_EQ(walk->commit.size(), 40u);
}

TEST(WalkFiles, ARepositoryWithoutCommitsHasFilesAndNoCommit) {
  const TempDir directory;
  Git(directory, "init");
  directory.WriteFile("a.c", "x");

  const auto walk = WalkFiles(
      std::filesystem::canonical(directory.path()),
      [](std::string_view path) { return path == "a.c"; }, nullptr);

  WM_ASSERT_OK(walk);
  EXPECT_EQ(walk->commit, "");
  EXPECT_THAT(Paths(*walk), ElementsAre("a.c"));
}

TEST(WalkFiles, TellsOfDirectoriesThatItDoesNotRead) {
  const TempDir directory;
  std::string deep;
  for (int i = 0; i < kMaxDirectoryDepth; ++i) deep += "d/";
  directory.WriteFile(deep + "seen.c", "x");
  directory.WriteFile(deep + "below/unseen.c", "x");

  const auto walk = WalkFiles(
      std::filesystem::canonical(directory.path()),
      [](std::string_view path) { return path.back() == 'c'; }, nullptr);

  WM_ASSERT_OK(walk);
  EXPECT_THAT(Paths(*walk), ElementsAre(deep + "seen.c"));
  ASSERT_EQ(walk->skipped.size(), 1u);
  EXPECT_EQ(walk->skipped[0].path, deep + "below");
  EXPECT_EQ(walk->skipped[0].reason, SkipReason::kTooDeep);
}

TEST(WalkFiles, StopsWhenCancelled) {
  const TempDir directory;
  directory.WriteFile("a.c", "x");
  const std::atomic<bool> cancelled(true);

  EXPECT_THAT(WalkFiles(
                  std::filesystem::canonical(directory.path()),
                  [](std::string_view) { return true; }, &cancelled),
              StatusIs(absl::StatusCode::kCancelled, ::testing::_));
}

}  // namespace
}  // namespace waymark::indexer
