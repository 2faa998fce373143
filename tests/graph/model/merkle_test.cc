#include "model/merkle.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::graph {
namespace {

using ::testing::ElementsAre;

RootHash Leaf(std::string_view text) { return FieldHasher("leaf").Add(text).Finish<RootHash>(); }

std::vector<DirectoryRoot> Roots(const std::vector<std::string>& paths) {
  std::vector<RootHash> leaves;
  for (const std::string& path : paths) leaves.push_back(Leaf(path));
  return ComputeDirectoryRoots(paths, leaves);
}

std::vector<std::string> PathsOf(const std::vector<DirectoryRoot>& roots) {
  std::vector<std::string> paths;
  for (const DirectoryRoot& root : roots) paths.push_back(root.path);
  return paths;
}

TEST(DirectoryRoots, AreThoseOfEveryDirectory) {
  EXPECT_THAT(PathsOf(Roots({"a/b/c.py", "a/d.py", "e.py", "f/g.py"})),
              ElementsAre("", "a", "a/b", "f"));
  EXPECT_THAT(PathsOf(Roots({})), ElementsAre(""));
}

// The definition written out for a tree of one directory and one file.
TEST(DirectoryRoots, HashKindNameAndRootOfTheChildren) {
  FieldHasher hasher("waymark.directory.v1");
  const RootHash inner = hasher.Add("file").Add("c.py").Add(Leaf("b/c.py")).Finish<RootHash>();
  const RootHash top = hasher.Add("file")
                           .Add("a.py")
                           .Add(Leaf("a.py"))
                           .Add("directory")
                           .Add("b")
                           .Add(inner)
                           .Finish<RootHash>();

  EXPECT_EQ(Roots({"a.py", "b/c.py"})[0].root, top);
}

// In order of whole paths "a.b" comes before "a/c"; as a child, "a" comes before "a.b".
TEST(DirectoryRoots, OrderChildrenByNameNotByPath) {
  FieldHasher hasher("waymark.directory.v1");
  const RootHash inner = hasher.Add("file").Add("c").Add(Leaf("a/c")).Finish<RootHash>();
  const RootHash top = hasher.Add("directory")
                           .Add("a")
                           .Add(inner)
                           .Add("file")
                           .Add("a.b")
                           .Add(Leaf("a.b"))
                           .Finish<RootHash>();

  EXPECT_EQ(Roots({"a.b", "a/c"})[0].root, top);
}

TEST(DirectoryRoots, DirectoriesWithACommonBeginningStayApart) {
  EXPECT_THAT(PathsOf(Roots({"ab/x", "abc/x", "abc/y/z"})), ElementsAre("", "ab", "abc", "abc/y"));
}

TEST(DirectoryRoots, AnEditChangesOnlyTheDirectoriesAboveIt) {
  const std::vector<std::string> paths = {"a/b/c.py", "a/d.py", "f/g.py"};
  std::vector<RootHash> leaves = {Leaf("1"), Leaf("2"), Leaf("3")};
  const std::vector<DirectoryRoot> before = ComputeDirectoryRoots(paths, leaves);
  leaves[1] = Leaf("edited");

  const std::vector<DirectoryRoot> after = ComputeDirectoryRoots(paths, leaves);

  EXPECT_NE(before[0].root, after[0].root);  // ""
  EXPECT_NE(before[1].root, after[1].root);  // a
  EXPECT_EQ(before[2].root, after[2].root);  // a/b
  EXPECT_EQ(before[3].root, after[3].root);  // f
}

TEST(RepositoryRoot, SeesNameTreeAndSkippedFiles) {
  const std::vector<SkippedFile> skipped = {{"x", SkipReason::kBinary}};
  const std::vector<SkippedFile> other = {{"x", SkipReason::kTooLarge}};
  const RootHash root = ComputeRepositoryRoot("r", Leaf("t"), skipped);

  EXPECT_EQ(root, ComputeRepositoryRoot("r", Leaf("t"), skipped));
  EXPECT_NE(root, ComputeRepositoryRoot("s", Leaf("t"), skipped));
  EXPECT_NE(root, ComputeRepositoryRoot("r", Leaf("u"), skipped));
  EXPECT_NE(root, ComputeRepositoryRoot("r", Leaf("t"), other));
  EXPECT_NE(root, ComputeRepositoryRoot("r", Leaf("t"), {}));
}

}  // namespace
}  // namespace waymark::graph
