// Commits through the store of a team, here one in memory: what was pulled answers as what was
// indexed, only what is missing travels, and of two pushes one writes.
#include "services/shared/team_commits.h"

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/hash.h"
#include "graph/shared/portable_view.h"
#include "graph/store.h"
#include "services/engine.h"
#include "shop_repository.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using testing::GitRepository;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::RunGit;
using testing::StatusIs;

constexpr char kTeamRemote[] = "https://example.org/acme/shop.git";

// A store that checks what its interface promises.
class TeamInMemory final : public graph::BlobStore, public graph::ReferenceStore {
 public:
  absl::StatusOr<std::vector<bool>> Have(const std::string& repository,
                                         std::span<const graph::BlobHash> hashes) override {
    std::vector<bool> exists;
    for (const graph::BlobHash& hash : hashes) {
      exists.push_back(blobs.count({repository, hash}) > 0);
    }
    return exists;
  }

  absl::Status Put(const std::string& repository, std::span<const graph::Blob> added) override {
    for (const graph::Blob& blob : added) {
      EXPECT_EQ(HashContent(blob.bytes), blob.hash);
      for (const graph::BlobHash& child : blob.children) {
        if (blobs.count({repository, child}) == 0) return absl::FailedPreconditionError("a child");
      }
      blobs[{repository, blob.hash}] = blob.bytes;
    }
    return absl::OkStatus();
  }

  absl::Status Get(
      const std::string& repository, std::span<const graph::BlobHash> hashes,
      const std::function<absl::Status(const graph::BlobHash&, std::string)>& take) override {
    for (const graph::BlobHash& hash : hashes) {
      const auto found = blobs.find({repository, hash});
      if (found == blobs.end()) return absl::NotFoundError("no blob " + hash.ToHex());
      if (absl::Status taken = take(hash, found->second); !taken.ok()) return taken;
      if (after_get) after_get();
    }
    return absl::OkStatus();
  }

  absl::StatusOr<std::optional<graph::Reference>> Find(const std::string& repository,
                                                       const std::string& name) override {
    const auto found = references.find({repository, name});
    if (found == references.end()) return std::optional<graph::Reference>();
    return std::optional(found->second);
  }

  absl::StatusOr<std::vector<graph::Reference>> List(const std::string& repository,
                                                     const std::string& prefix,
                                                     std::size_t limit) override {
    std::vector<graph::Reference> listed;
    for (const auto& [key, reference] : references) {
      const bool fits =
          key.first == repository && key.second.compare(0, prefix.size(), prefix) == 0;
      if (fits && listed.size() < limit) listed.push_back(reference);
    }
    return listed;
  }

  absl::StatusOr<graph::Reference> CompareAndSwap(const std::string& repository,
                                                  const graph::Reference& changed,
                                                  std::uint64_t expected) override {
    if (before_swap) std::exchange(before_swap, nullptr)();
    graph::Reference& reference = references[{repository, changed.name}];
    if (reference.version != expected) return absl::AbortedError("another version");
    reference = changed;
    reference.version = expected + 1;
    return reference;
  }

  absl::Status Remove(const std::string&, const std::string&, std::uint64_t) override {
    return absl::UnimplementedError("no test removes a reference");
  }

  absl::Status Watch(const std::string&, std::uint64_t) override { return absl::OkStatus(); }

  std::map<std::pair<std::string, graph::BlobHash>, std::string> blobs;
  std::map<std::pair<std::string, std::string>, graph::Reference> references;
  std::function<void()> before_swap;  // once
  std::function<void()> after_get;
};

class TeamCommitsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    testing::WriteShopRepository(directory_, "one");
    git_.Git(std::string("remote add origin ") + kTeamRemote);
    first_ = git_.Commit("Sell things");
    clone_ = directory_.path() / "two";
    RunGit(directory_.path(), "clone -q one two");
    RunGit(clone_, std::string("remote set-url origin ") + kTeamRemote);
  }

  void FetchIntoClone() const { RunGit(clone_, "fetch -q " + root_.string() + " main"); }

  std::unique_ptr<graph::Store> Open(const std::string& name) const {
    auto store = graph::Store::Open({.directory = directory_.path() / name});
    EXPECT_THAT(store, IsOk());
    return *std::move(store);
  }

  absl::StatusOr<TeamPush> Push(const std::string& store, const fs::path& root) {
    return PushCommit(*Open(store), {team_, team_}, {.root = root}, nullptr, nullptr, {});
  }

  absl::StatusOr<TeamPull> Pull(const std::string& store, const fs::path& root) {
    return PullCommit(*Open(store), {team_, team_}, {.root = root}, nullptr, {});
  }

  // Every symbol and edge after an index run, and how many files it parsed.
  std::string IndexedGraph(const std::string& store, const fs::path& root,
                           std::uint64_t* parsed = nullptr) {
    const auto engine = Engine::Open({.store_directory = directory_.path() / store});
    const auto answer = (*engine)->Index({.root = root}, nullptr, {});
    EXPECT_THAT(answer, IsOk());
    if (parsed != nullptr) *parsed = answer->report.files_parsed;
    std::string text;
    EXPECT_THAT((*engine)->Export({.root = root},
                                  [&text](std::string_view lines) {
                                    text += lines;
                                    return absl::OkStatus();
                                  },
                                  {}),
                IsOk());
    return text;
  }

  const testing::TempDir directory_;
  const fs::path root_ = directory_.path() / "one";
  const GitRepository git_{root_};
  std::string first_;
  fs::path clone_;
  TeamInMemory team_;
};

TEST_F(TeamCommitsTest, APulledCommitAnswersAsAnIndexedOne) {
  WM_ASSERT_OK_AND_ASSIGN(const TeamPush push, Push("pushing", root_));

  WM_ASSERT_OK_AND_ASSIGN(const TeamPull pull, Pull("pulling", clone_));

  EXPECT_EQ(push.reference, "commit/" + first_);
  EXPECT_EQ(push.blobs_sent, push.blobs);
  EXPECT_EQ(pull.commit, first_);
  EXPECT_EQ(pull.blobs_received, pull.blobs - 1);
  std::uint64_t parsed = 1;
  EXPECT_EQ(IndexedGraph("pulling", clone_, &parsed), IndexedGraph("clean", clone_));
  EXPECT_EQ(parsed, 0U);
}

TEST_F(TeamCommitsTest, AnotherCommitSharesTheBaseOfTheFirst) {
  WM_ASSERT_OK(Push("pushing", root_));
  WM_ASSERT_OK(Pull("pulling", clone_));
  git_.Replace("shop/mail.py", "def render", "def drawn():\n    return 1\n\n\ndef render");
  const std::string second = git_.Commit("Draw");
  FetchIntoClone();

  WM_ASSERT_OK_AND_ASSIGN(const TeamPush push, Push("pushing", root_));
  RunGit(clone_, "reset -q --hard FETCH_HEAD");
  WM_ASSERT_OK_AND_ASSIGN(const TeamPull pull, Pull("pulling", clone_));

  const auto reader = Open("pushing")->OpenPortable({push.repository, "commit:" + second},
                                                    [] { return absl::OkStatus(); });
  WM_ASSERT_OK(reader);
  const std::size_t base_blocks = (*reader)->state().base.blocks.size();
  ASSERT_FALSE((*reader)->state().overlay.row.empty());
  EXPECT_LE(push.blobs_sent, push.blobs - base_blocks);
  EXPECT_EQ(pull.commit, second);
  EXPECT_LT(pull.blobs_received, pull.blobs - base_blocks);
  std::uint64_t parsed = 1;
  EXPECT_EQ(IndexedGraph("pulling", clone_, &parsed), IndexedGraph("clean", clone_));
  EXPECT_EQ(parsed, 0U);
}

TEST_F(TeamCommitsTest, TakesTheCommitWithTheFewestDifferences) {
  WM_ASSERT_OK(Push("pushing", root_));
  git_.Write("shop/later.py", "def later():\n    pass\n");
  const std::string second = git_.Commit("Wait");
  WM_ASSERT_OK(Push("pushing", root_));
  git_.Write("shop/more.py", "def more():\n    pass\n");
  git_.Commit("Go on");

  WM_ASSERT_OK_AND_ASSIGN(const TeamPull pull, Pull("pulling", root_));

  EXPECT_EQ(pull.commit, second);
  // The clone has neither of the later commits.
  WM_ASSERT_OK_AND_ASSIGN(const TeamPull of_clone, Pull("other", clone_));
  EXPECT_EQ(of_clone.commit, first_);
}

TEST_F(TeamCommitsTest, TheSecondPushOfACommitWritesNothing) {
  WM_ASSERT_OK(Push("pushing", root_));
  const auto blobs = team_.blobs;

  WM_ASSERT_OK_AND_ASSIGN(const TeamPush push, Push("other", clone_));

  EXPECT_TRUE(push.unchanged);
  EXPECT_EQ(push.blobs_sent, 0U);
  EXPECT_EQ(team_.blobs, blobs);
}

TEST_F(TeamCommitsTest, OfTwoPushesAtOnceOneFindsTheOther) {
  team_.before_swap = [&] { EXPECT_THAT(Push("other", clone_), IsOk()); };

  WM_ASSERT_OK_AND_ASSIGN(const TeamPush push, Push("pushing", root_));

  EXPECT_TRUE(push.unchanged);
  EXPECT_EQ(team_.references.size(), 1U);
  EXPECT_EQ(team_.references.begin()->second.version, 1U);
}

TEST_F(TeamCommitsTest, ATeamWithoutACommitOfTheRepositoryGivesNothing) {
  WM_ASSERT_OK_AND_ASSIGN(const TeamPull pull, Pull("pulling", clone_));

  EXPECT_TRUE(pull.commit.empty());
  EXPECT_THAT(*Open("pulling")->Views(), ::testing::IsEmpty());
}

TEST_F(TeamCommitsTest, APullThatBreaksOffLeavesTheStoreAsItWas) {
  WM_ASSERT_OK(Push("pushing", root_));
  int left = 2;
  team_.after_get = [&] {
    if (--left == 0) team_.blobs.clear();
  };

  EXPECT_THAT(Pull("pulling", clone_), StatusIs(absl::StatusCode::kNotFound));

  EXPECT_THAT(*Open("pulling")->Views(), ::testing::IsEmpty());
  EXPECT_FALSE(IndexedGraph("pulling", clone_).empty());
}

TEST_F(TeamCommitsTest, AStateByOtherRulesIsLeftOutAndReplacedByAPush) {
  WM_ASSERT_OK(Push("pushing", root_));
  graph::Reference& reference = team_.references.begin()->second;
  const std::string& repository = team_.references.begin()->first.first;
  std::string bytes = team_.blobs.at({repository, reference.root});
  WM_ASSERT_OK_AND_ASSIGN(graph::PortableState state, graph::DecodePortableState(bytes));
  ++state.indexer_version;
  bytes = graph::EncodePortableState(state);
  reference.root = HashContent(bytes);
  team_.blobs[{repository, reference.root}] = bytes;

  WM_ASSERT_OK_AND_ASSIGN(const TeamPull pull, Pull("pulling", clone_));
  WM_ASSERT_OK_AND_ASSIGN(const TeamPush push, Push("pushing", root_));

  EXPECT_TRUE(pull.commit.empty());
  EXPECT_FALSE(push.unchanged);
  EXPECT_EQ(push.blobs_sent, 1U);
  EXPECT_EQ(team_.references.begin()->second.version, 2U);
}

}  // namespace
}  // namespace waymark::services
