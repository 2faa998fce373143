#include "git/view_name.h"

#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "testing/temp_dir.h"

namespace waymark::indexer {
namespace {

TEST(RepositoryOfRemote, EveryFormOfAUrlGivesOneName) {
  for (const char* url : {
           "https://github.com/owner/name",
           "https://github.com/owner/name.git",
           "https://user:secret@github.com/owner/name.git/",
           "http://GitHub.com/owner/name",
           "git@github.com:owner/name.git",
           "ssh://git@github.com:22/owner/name.git",
           "git://github.com/owner/name",
       }) {
    EXPECT_EQ(RepositoryOfRemote(url), "github.com/owner/name") << url;
  }
}

TEST(RepositoryOfRemote, PathsOfThisMachineNameNothing) {
  for (const char* url : {"/srv/git/name.git", "../name", "file:///srv/name", "./a:b", ""}) {
    EXPECT_EQ(RepositoryOfRemote(url), "") << url;
  }
}

TEST(WorkingViewName, IsAHashOfThePath) {
  const std::string name = WorkingViewName("/tmp/project");

  EXPECT_EQ(name.size(), 21u);
  EXPECT_EQ(name.substr(0, 5), "work:");
  EXPECT_EQ(name, WorkingViewName("/tmp/project"));
  EXPECT_NE(name, WorkingViewName("/tmp/project2"));
}

// A repository as `git init` leaves it.
void WriteRepository(const testing::TempDir& directory, const std::string& git) {
  directory.WriteFile(git + "/HEAD", "ref: refs/heads/main\n");
  directory.WriteFile(git + "/objects/info/x", "");
  directory.WriteFile(git + "/refs/heads/x", "");
}

// What `git worktree add` writes.
void LinkWorkTree(const testing::TempDir& directory, const std::string& git,
                  const std::string& tree) {
  const std::string top = std::filesystem::canonical(directory.path()).string();
  const std::string own = fmt::format("{}/worktrees/{}", git, tree);
  directory.WriteFile(own + "/HEAD", "ref: refs/heads/other\n");
  directory.WriteFile(own + "/commondir", "../..\n");
  directory.WriteFile(own + "/gitdir", fmt::format("{}/{}/.git\n", top, tree));
  directory.WriteFile(tree + "/.git", fmt::format("gitdir: {}/{}\n", top, own));
}

std::string NameIn(const testing::TempDir& directory, std::string_view path) {
  return RepositoryOfDirectory(std::filesystem::canonical(directory.path() / path));
}

TEST(RepositoryOfDirectory, WithoutARemoteIsTheNameOfTheDirectory) {
  const testing::TempDir directory;
  WriteRepository(directory, "shop/.git");
  directory.WriteFile("shop/src/a.py", "");

  EXPECT_EQ(NameIn(directory, "shop"), "shop");
  EXPECT_EQ(NameIn(directory, "shop/src"), "src");
}

TEST(RepositoryOfDirectory, ANameThatIsNotUtf8HasItsBytesEscaped) {
  const testing::TempDir directory;
  directory.WriteFile("caf\xE9-\xC3\xA9/a.py", "");
  directory.WriteFile("caf\xC3\xA9/a.py", "");

  EXPECT_EQ(NameIn(directory, "caf\xE9-\xC3\xA9"), "caf%E9-%C3%A9");
  EXPECT_EQ(NameIn(directory, "caf\xC3\xA9"), "caf\xC3\xA9");
}

TEST(RepositoryOfDirectory, LinkedWorkTreesHaveTheNameOfTheMainOne) {
  const testing::TempDir directory;
  WriteRepository(directory, "shop/.git");
  LinkWorkTree(directory, "shop/.git", "feature");
  directory.WriteFile("feature/src/a.py", "");

  EXPECT_EQ(NameIn(directory, "feature"), "shop");
  EXPECT_EQ(NameIn(directory, "feature/src"), "src");
}

TEST(RepositoryOfDirectory, WorkTreesOfABareRepositoryHaveItsName) {
  const testing::TempDir directory;
  WriteRepository(directory, "shop.git");
  directory.WriteFile("shop.git/config", "[core]\n\tbare = true\n");
  LinkWorkTree(directory, "shop.git", "feature");

  EXPECT_EQ(NameIn(directory, "feature"), "shop");
}

}  // namespace
}  // namespace waymark::indexer
