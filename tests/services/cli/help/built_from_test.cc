// What a build writes down of the commit that its sources are of.
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program.h"
#include "testing/git_repository.h"
#include "testing/golden.h"
#include "testing/temp_dir.h"

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;

class BuiltFromTest : public ::testing::Test {
 protected:
  void SetUp() override {
    directory_.WriteFile("template.in", "@commit@ @commit_date@ @build_type@\n");
  }

  // A project like this one, in git; the commit's id.
  std::string Commit(const GitRepository& repository) const {
    repository.Write("cmake/commit.txt", "$Format:%H %cs$\n");
    repository.Write(".gitattributes", "cmake/commit.txt export-subst\n");
    repository.Write("main.cc", "int main() {}\n");
    return repository.Commit("begin");
  }

  // What is written for the sources there.
  std::string Written(const fs::path& sources, const std::vector<std::string>& more = {}) const {
    const fs::path out = directory_.path() / "out";
    std::vector<std::string> argv = {WM_CMAKE, "-DSOURCE_DIR=" + sources.string(),
                                     "-DTEMPLATE=" + (directory_.path() / "template.in").string(),
                                     "-DOUTPUT=" + out.string()};
    argv.insert(argv.end(), more.begin(), more.end());
    argv.insert(argv.end(), {"-P", WM_SOURCE_DIR "/cmake/WriteBuiltFrom.cmake"});
    Program program(argv, {.environment = {"PATH=/usr/bin:/bin", "HOME=/nonexistent",
                                           "GIT_CONFIG_NOSYSTEM=1"}});
    const ProgramResult result = program.Wait();
    if (result.exit_code != 0) return result.err;
    const std::string line = ReadFile(out);
    return line.substr(0, line.find('\n'));
  }

  std::string DateOf(const GitRepository& repository) const {
    return repository.Git("show -s --format=%cs HEAD");
  }

  TempDir directory_;
};

TEST_F(BuiltFromTest, IsTheCommitOfTheCheckoutAndWhetherItsFilesDiffer) {
  const GitRepository repository(directory_.path() / "project");
  const std::string id = Commit(repository).substr(0, 8);
  const std::string date = DateOf(repository);

  EXPECT_EQ(Written(repository.path(), {"-DBUILD_TYPE=Release"}), id + " " + date + " Release");
  EXPECT_EQ(Written(repository.path()), id + " " + date + " no build type");
  repository.Write("not_added.cc", "int b;\n");
  EXPECT_EQ(Written(repository.path()), id + " " + date + " no build type");
  repository.Write("main.cc", "int main() { return 1; }\n");
  EXPECT_EQ(Written(repository.path()), id + "-dirty " + date + " no build type");
}

TEST_F(BuiltFromTest, IsTheSameInEveryCloneAndInAnArchive) {
  const GitRepository repository(directory_.path() / "project");
  Commit(repository);
  const std::string expected = Written(repository.path());

  RunGit(directory_.path(), "clone --quiet project clone");
  RunGit(repository.path(), "archive --prefix=archive/ --output=../archive.tar HEAD");
  Program unpack({"/bin/tar", "-xf", "archive.tar"}, {.working_directory = directory_.path()});
  ASSERT_EQ(unpack.Wait().exit_code, 0);

  EXPECT_EQ(Written(directory_.path() / "clone"), expected);
  EXPECT_EQ(Written(directory_.path() / "archive"), expected);
}

TEST_F(BuiltFromTest, OfSourcesWithoutAnyTraceIsUnknownUnlessItIsSaid) {
  const fs::path sources = directory_.path() / "sources";
  directory_.WriteFile("sources/cmake/commit.txt", "$Format:%H %cs$\n");

  EXPECT_EQ(Written(sources), "unknown  no build type");
  EXPECT_EQ(Written(sources, {"-DCOMMIT=1a2b3c4d5e6f"}), "1a2b3c4d  no build type");
  EXPECT_EQ(Written(sources, {"-DCOMMIT=distribution-3"}), "distribution-3  no build type");
  EXPECT_THAT(Written(sources, {"-DCOMMIT=a\"b"}),
              ::testing::HasSubstr("must be the id of a commit"));
}

// As in the tree of a package that is kept in git.
TEST_F(BuiltFromTest, IsNotTheCommitOfARepositoryAround) {
  const GitRepository around(directory_.path());
  around.Write("packages/project/cmake/commit.txt", "$Format:%H %cs$\n");
  around.Commit("add a package");

  EXPECT_EQ(Written(directory_.path() / "packages/project"), "unknown  no build type");
}

TEST_F(BuiltFromTest, IsWrittenOnlyWhenItDiffers) {
  const GitRepository repository(directory_.path() / "project");
  Commit(repository);
  Written(repository.path());
  const fs::path out = directory_.path() / "out";
  const fs::file_time_type long_ago = fs::last_write_time(out) - std::chrono::hours(1);
  fs::last_write_time(out, long_ago);

  Written(repository.path());
  EXPECT_EQ(fs::last_write_time(out), long_ago);
  repository.Write("main.cc", "int main() { return 1; }\n");
  Written(repository.path());
  EXPECT_NE(fs::last_write_time(out), long_ago);
}

}  // namespace
}  // namespace waymark::testing
