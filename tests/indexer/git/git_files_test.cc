// FIFOs and devices among git's own files are refused before the git library opens them.
#include "git/git_files.h"

#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::indexer {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::StatusIs;
using testing::TempDir;

class GitFilesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const testing::GitRepository repository(root_);
    repository.Write("a.py", "def f():\n    pass\n");
    repository.Commit("first");
  }

  void MakeFifo(const fs::path& name) {
    fs::create_directories((root_ / name).parent_path());
    fs::remove(root_ / name);
    ASSERT_EQ(::mkfifo((root_ / name).c_str(), 0600), 0);
  }

  TempDir directory_;
  fs::path root_ = directory_.path() / "shop";
};

class StateFiles : public GitFilesTest, public ::testing::WithParamInterface<const char*> {};

TEST_P(StateFiles, MayBeNoFifos) {
  WM_EXPECT_OK(CheckGitFiles(root_, GitFiles::kHistory));
  MakeFifo(GetParam());

  EXPECT_THAT(CheckGitFiles(root_, GitFiles::kState),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       HasSubstr(std::string(GetParam()) + " is a FIFO")));
}

INSTANTIATE_TEST_SUITE_P(GitFiles, StateFiles,
                         ::testing::Values(".git/HEAD", ".git/config", ".git/index",
                                           ".git/packed-refs", ".git/commondir",
                                           ".git/refs/heads/main", ".git/info/exclude",
                                           ".git/objects/info/alternates"));

TEST_F(GitFilesTest, ObjectsAndReferencesMayBeNoFifos) {
  for (const char* name : {".git/objects/ab/cd", ".git/objects/pack/a.pack", ".git/refs/tags/v1"}) {
    MakeFifo(name);
    WM_EXPECT_OK(CheckGitFiles(root_, GitFiles::kState));
    EXPECT_THAT(CheckGitFiles(root_, GitFiles::kHistory),
                StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr(name)));
    fs::remove(root_ / name);
  }
}

TEST_F(GitFilesTest, LinksAreFollowed) {
  fs::remove(root_ / ".git/index");
  fs::create_symlink("/dev/zero", root_ / ".git/index");

  EXPECT_THAT(CheckGitFiles(root_, GitFiles::kState),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("index is a device")));
}

TEST_F(GitFilesTest, TheFilesOfALinkedWorkTreeCountAndThoseOfItsRepository) {
  directory_.WriteFile("linked/.git", "gitdir: ../shop/.git/worktrees/linked\n");
  directory_.WriteFile("shop/.git/worktrees/linked/commondir", "../..\n");
  const fs::path linked = directory_.path() / "linked";
  WM_EXPECT_OK(CheckGitFiles(linked, GitFiles::kHistory));

  MakeFifo(".git/worktrees/linked/index");
  EXPECT_FALSE(CheckGitFiles(linked, GitFiles::kState).ok());
  fs::remove(root_ / ".git/worktrees/linked/index");
  MakeFifo(".git/config");
  EXPECT_FALSE(CheckGitFiles(linked, GitFiles::kState).ok());
}

TEST_F(GitFilesTest, ADirectoryWithoutARepositoryHasNone) {
  WM_EXPECT_OK(CheckGitFiles(directory_.path(), GitFiles::kHistory));
}

}  // namespace
}  // namespace waymark::indexer
