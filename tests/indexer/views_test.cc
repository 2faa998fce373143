// Views of other states than the working tree, and what they share with it.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "indexer/buffers.h"
#include "indexer/indexer.h"
#include "indexer/opened_store.h"
#include "indexer/source_reader.h"
#include "indexer/view_text.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::indexer {
namespace {

using testing::FirstDifference;
using testing::GitRepository;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::OpenStore;
using testing::StatusIs;
using testing::TextOf;

constexpr char kMain[] = "from lib import helper\n\ndef run():\n    return helper()\n";
constexpr char kLibrary[] = "def helper():\n    return 1\n";
constexpr char kOtherLibrary[] =
    "def helper():\n    return other()\n\ndef other():\n    return 2\n";

IndexOptions CommitOptions(const std::filesystem::path& root, const std::string& commit) {
  IndexOptions options;
  options.root = root;
  options.commit = commit;
  options.threads = 1;
  return options;
}

class ViewsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    git_.Write("main.py", kMain);
    git_.Write("lib.py", kLibrary);
    git_.Write("alone.py", "def alone():\n    return 3\n");
    first_ = git_.Commit("first");
  }

  absl::StatusOr<IndexReport> Index(const std::filesystem::path& root,
                                    const std::string& commit = "") {
    return IndexRepository(*store_, CommitOptions(root, commit));
  }

  absl::StatusOr<IndexReport> Index(const std::string& commit = "") {
    return Index(git_.path(), commit);
  }

  // The root of an index of nothing but this tree.
  RootHash RootOf(const std::filesystem::path& tree) {
    const testing::TempDir fresh;
    const auto store = OpenStore(fresh.path());
    IndexOptions options = CommitOptions(tree, "");
    options.repository_name = "shop";
    const auto report = IndexRepository(*store, options);
    EXPECT_THAT(report, IsOk());
    return report.ok() ? report->root : RootHash();
  }

  RootHash RootOfClone(const std::string& commit) {
    const testing::TempDir clones;
    testing::RunGit(clones.path(), fmt::format("clone -q '{}' clone", git_.path().string()));
    testing::RunGit(clones.path() / "clone", "checkout -q " + commit);
    return RootOf(clones.path() / "clone");
  }

  graph::ViewRecord RecordOf(const graph::ViewKey& key) {
    const auto record = store_->FindView(key);
    EXPECT_THAT(record, IsOk());
    EXPECT_TRUE(record->has_value());
    return record->value_or(graph::ViewRecord());
  }

  std::size_t CountCommitViews() {
    const auto views = store_->Views();
    EXPECT_THAT(views, IsOk());
    std::size_t count = 0;
    for (const graph::ViewRecord& view : *views) count += IsCommitView(view.key) ? 1 : 0;
    return count;
  }

  testing::TempDir directory_;
  GitRepository git_{directory_.path() / "shop"};
  std::unique_ptr<graph::Store> store_ = OpenStore(directory_.path() / "store");
  std::string first_;
};

TEST_F(ViewsTest, ACommitShowsItsOwnFilesWhateverLiesOnDisk) {
  git_.Write("lib.py", kOtherLibrary);
  git_.Write("new.py", "def new():\n    return 4\n");
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport work, Index());

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport commit, Index(first_));

  EXPECT_EQ(commit.key.view, "commit:" + first_);
  EXPECT_EQ(commit.key.repository, work.key.repository);
  EXPECT_EQ(commit.commit, first_);
  EXPECT_EQ(commit.files_indexed, 3u);
  EXPECT_NE(commit.root, work.root);
  EXPECT_EQ(commit.root.ToHex(), RootOfClone(first_).ToHex());
}

TEST_F(ViewsTest, ACommitIsIndexedFromNothingToo) {
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport commit, Index(first_));

  EXPECT_EQ(commit.files_parsed, 3u);
  EXPECT_EQ(commit.root.ToHex(), RootOfClone(first_).ToHex());
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport again, Index(first_));
  EXPECT_TRUE(again.unchanged);
}

TEST_F(ViewsTest, ACommitNearTheWorkingTreeSharesItsBase) {
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport work, Index());
  git_.Write("lib.py", kOtherLibrary);
  const std::string second = git_.Commit("second");

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport same, Index(first_));
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport other, Index(second));

  EXPECT_EQ(same.files_parsed, 0u);
  EXPECT_EQ(same.root, work.root);
  EXPECT_EQ(RecordOf(same.key).base, RecordOf(work.key).base);
  EXPECT_EQ(other.files_parsed, 1u);
  EXPECT_EQ(RecordOf(other.key).base, RecordOf(work.key).base);
  EXPECT_NE(RecordOf(other.key).overlay, SegmentId::kNone);
  EXPECT_EQ(other.root.ToHex(), RootOfClone(second).ToHex());
}

TEST_F(ViewsTest, KnownBlobsAreRememberedByTheirIds) {
  WM_ASSERT_OK(Index(first_));
  const std::string id = git_.Git("rev-parse HEAD:lib.py");
  graph::GitObjectId object{};
  for (std::size_t i = 0; i < object.size(); ++i) {
    object[i] = static_cast<std::uint8_t>(std::stoul(id.substr(i * 2, 2), nullptr, 16));
  }

  WM_ASSERT_OK_AND_ASSIGN(const auto blobs, store_->FindBlobs(std::vector<graph::GitObjectId>{
                                                object, graph::GitObjectId{}}));

  ASSERT_TRUE(blobs[0].has_value());
  EXPECT_EQ(blobs[0]->size_bytes, sizeof(kLibrary) - 1);
  EXPECT_FALSE(blobs[1].has_value());
}

TEST_F(ViewsTest, ACommitLeavesOutWhatAWalkOfItsCloneWould) {
  git_.Write(".waymarkignore", "/ignored/\n");
  git_.Write("ignored/a.py", kLibrary);
  git_.Write("kept/a.py", kLibrary);
  git_.Write(".gitignore", "kept/\n");
  std::filesystem::create_symlink("lib.py", git_.path() / "link.py");
  git_.Git("add -f kept/a.py");
  const std::string second = git_.Commit("second");
  std::filesystem::remove(git_.path() / ".waymarkignore");

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport commit, Index(second));

  EXPECT_EQ(commit.files_indexed, 4u);
  EXPECT_EQ(commit.root.ToHex(), RootOfClone(second).ToHex());
}

TEST_F(ViewsTest, SubmodulesAreSkippedAlikeInTreeAndCommit) {
  const GitRepository library(directory_.path() / "library");
  library.Write("a.py", kLibrary);
  library.Commit("one");
  WM_ASSERT_OK(Index());
  git_.Git(fmt::format("-c protocol.file.allow=always submodule add -q '{}' vendor/library",
                       library.path().string()));

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport work, Index());

  ASSERT_EQ(work.skipped.size(), 1u);
  EXPECT_EQ(work.skipped[0].path, "vendor/library");
  EXPECT_EQ(work.skipped[0].reason, SkipReason::kSubmodule);
  EXPECT_EQ(work.root.ToHex(), RootOf(git_.path()).ToHex());
  const std::string second = git_.Commit("second");
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport commit, Index(second));
  EXPECT_EQ(commit.skipped.size(), 1u);
  EXPECT_EQ(commit.root.ToHex(), RootOfClone(second).ToHex());

  git_.Write(".waymarkignore", "/vendor/\n");
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport excluded, Index());
  EXPECT_TRUE(excluded.skipped.empty());
  EXPECT_EQ(excluded.root.ToHex(), RootOf(git_.path()).ToHex());
}

TEST_F(ViewsTest, ADirectoryInsideTheRepositoryHasCommitsOfItsOwn) {
  git_.Write("part/a.py", kLibrary);
  const std::string second = git_.Commit("second");

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport part, Index(git_.path() / "part", second));

  EXPECT_EQ(part.key.view, fmt::format("commit:{}/part", second));
  EXPECT_EQ(part.files_indexed, 1u);
  EXPECT_THAT(Index(git_.path() / "part", first_),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("no directory part")));
}

TEST_F(ViewsTest, TheOldestCommitsAreDroppedBeyondTheLimit) {
  WM_ASSERT_OK(Index());
  std::vector<std::string> commits;
  for (std::size_t i = 0; i <= kMaxCommitViews; ++i) {
    git_.Write("lib.py", fmt::format("def helper{}():\n    return {}\n", i, i));
    commits.push_back(git_.Commit(fmt::format("commit {}", i)));
    WM_ASSERT_OK(Index(commits.back()));
  }

  EXPECT_EQ(CountCommitViews(), kMaxCommitViews);
  WM_ASSERT_OK_AND_ASSIGN(const graph::ViewKey last,
                          CommitViewKeyOf(*store_, git_.path(), "", commits.back()));
  EXPECT_THAT(store_->OpenView(last), IsOk());
}

TEST_F(ViewsTest, SwitchingABranchBackAndForthParsesNothing) {
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport main, Index());
  git_.Git("checkout -q -b feature");
  git_.Write("lib.py", kOtherLibrary);
  git_.Commit("on the branch");
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport feature, Index());
  EXPECT_EQ(feature.files_parsed, 1u);

  for (int turn = 0; turn < 3; ++turn) {
    git_.Git("checkout -q main");
    WM_ASSERT_OK_AND_ASSIGN(const IndexReport back, Index());
    EXPECT_EQ(back.files_parsed, 0u);
    EXPECT_EQ(back.root, main.root);
    git_.Git("checkout -q feature");
    WM_ASSERT_OK_AND_ASSIGN(const IndexReport forth, Index());
    EXPECT_EQ(forth.files_parsed, 0u);
    EXPECT_EQ(forth.root, feature.root);
  }
}

TEST_F(ViewsTest, ARenameParsesNothing) {
  WM_ASSERT_OK(Index());
  git_.Git("mv lib.py library.py");
  git_.Git("mv alone.py inner.py");

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport report, Index());

  EXPECT_EQ(report.files_parsed, 0u);
  EXPECT_EQ(report.root.ToHex(), RootOf(git_.path()).ToHex());
}

TEST_F(ViewsTest, ASecondWorkTreeParsesNothingAndSharesTheBase) {
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport first, Index());
  const std::filesystem::path second = directory_.path() / "second";
  git_.Git(fmt::format("worktree add -q '{}'", second.string()));
  ASSERT_TRUE(std::filesystem::is_regular_file(second / ".git"));

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport report, Index(second));

  EXPECT_EQ(report.key.repository, first.key.repository);
  EXPECT_NE(report.key.view, first.key.view);
  EXPECT_EQ(report.files_parsed, 0u);
  EXPECT_EQ(report.root, first.root);
  EXPECT_EQ(RecordOf(report.key).base, RecordOf(first.key).base);

  testing::RunGit(second, "checkout -q -b other");
  std::filesystem::copy_file(second / "alone.py", second / "copy.py");
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport changed, Index(second));
  EXPECT_EQ(changed.files_parsed, 0u);
  EXPECT_EQ(RecordOf(report.key).base, RecordOf(first.key).base);
  EXPECT_EQ(changed.root.ToHex(), RootOf(second).ToHex());
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport untouched, Index());
  EXPECT_TRUE(untouched.unchanged);
}

TEST_F(ViewsTest, AWorkTreeThatDiffersPublishesAnOverlayOfTheOthersBase) {
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport first, Index());
  const std::filesystem::path second = directory_.path() / "second";
  git_.Git(fmt::format("worktree add -q '{}'", second.string()));
  GitRepository(second).Write("lib.py", kOtherLibrary);

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport report, Index(second));

  EXPECT_EQ(report.files_parsed, 1u);
  EXPECT_EQ(RecordOf(report.key).base, RecordOf(first.key).base);
  EXPECT_NE(RecordOf(report.key).overlay, SegmentId::kNone);
  EXPECT_EQ(report.root.ToHex(), RootOf(second).ToHex());
}

TEST_F(ViewsTest, RevisionsAreNamedAsInGit) {
  git_.Git("tag -a -m x v1");
  git_.Write("lib.py", kOtherLibrary);
  const std::string second = git_.Commit("second");

  for (const std::string revision : {"main~1", "HEAD^", "v1", "HEAD~1"}) {
    EXPECT_EQ(ResolveRevision(git_.path(), revision).value_or(""), first_) << revision;
  }
  EXPECT_EQ(ResolveRevision(git_.path(), second.substr(0, 10)).value_or(""), second);
  EXPECT_EQ(ResolveRevision(git_.path() / ".", "main").value_or(""), second);
}

TEST_F(ViewsTest, WhatIsNoRevisionIsRefusedWithTheReason) {
  EXPECT_THAT(ResolveRevision(git_.path(), "nowhere"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("no revision 'nowhere'")));
  EXPECT_THAT(ResolveRevision(git_.path(), "HEAD:lib.py"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("names no commit")));
  EXPECT_THAT(ResolveRevision(git_.path(), "a..b^{"), ::testing::Not(IsOk()));
  const testing::TempDir outside;
  EXPECT_THAT(ResolveRevision(outside.path(), "HEAD"),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("git repository")));
}

TEST_F(ViewsTest, AShallowCloneSaysHowToGetOlderCommits) {
  git_.Write("lib.py", kOtherLibrary);
  git_.Commit("second");
  testing::RunGit(directory_.path(),
                  fmt::format("clone -q --depth 1 'file://{}' shallow", git_.path().string()));
  const std::filesystem::path shallow = directory_.path() / "shallow";

  EXPECT_THAT(ResolveRevision(shallow, "HEAD"), IsOk());
  EXPECT_THAT(ResolveRevision(shallow, "HEAD~1"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("fetch --unshallow")));
}

TEST_F(ViewsTest, BuffersShowTheTreeAsIfTheyWereSaved) {
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport work, Index());
  const std::vector<UnsavedBuffer> buffers = {{"lib.py", kOtherLibrary},
                                              {"new.py", "from lib import other\nother()\n"}};

  WM_ASSERT_OK_AND_ASSIGN(const auto view, ViewWithBuffers(*store_, git_.path(), buffers, nullptr));

  for (const UnsavedBuffer& buffer : buffers) git_.Write(buffer.path, buffer.text);
  EXPECT_EQ(view->info().root.ToHex(), RootOf(git_.path()).ToHex());
  WM_ASSERT_OK_AND_ASSIGN(const auto published, store_->OpenView(work.key));
  EXPECT_EQ(published->info().root, work.root) << "buffers publish nothing";
}

TEST_F(ViewsTest, BuffersOutsideTheViewAreRefused) {
  git_.Write(".gitignore", "out/\n");
  WM_ASSERT_OK(Index());
  const auto refuse = [this](const std::string& path, const std::string& why) {
    const std::vector<UnsavedBuffer> buffers = {{path, "text"}};
    EXPECT_THAT(ViewWithBuffers(*store_, git_.path(), buffers, nullptr),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(why)));
  };

  refuse("notes.txt", "no language");
  refuse("out/a.py", "ignore rules");
  refuse("package.json", "save it");
}

}  // namespace
}  // namespace waymark::indexer
