// Clones of a worker: what they bring, how they mend, and how much of the disk they take.
#include "work/repository_clone.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using testing::GitRepository;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::IsOkAndHolds;
using ::testing::Optional;
using testing::StatusIs;
using testing::TempDir;

class RepositoryCloneTest : public ::testing::Test {
 protected:
  RepositoryCloneTest() {
    shop_.Write("shop.py", "def sell(): pass\n");
    first_ = shop_.Commit("first");
  }

  std::unique_ptr<RepositoryClone> Open(const std::string& source) const {
    auto clone = RepositoryClone::Open(clones_, source, nullptr);
    EXPECT_THAT(clone, IsOk());
    return *std::move(clone);
  }

  std::unique_ptr<RepositoryClone> Open() const { return Open(source_); }

  TempDir directory_;
  GitRepository shop_{directory_.path() / "shop"};
  const std::string source_ = shop_.path().string();
  const fs::path clones_ = directory_.path() / "clones";
  std::string first_;
};

TEST_F(RepositoryCloneTest, HasBranchesAndTagsOfTheServer) {
  shop_.Git("branch release/1");
  shop_.Git("tag -a -m v1 v1");
  const auto clone = Open();
  WM_ASSERT_OK(clone->Fetch());
  for (const char* const revision : {"main", "release/1", "v1"}) {
    EXPECT_THAT(clone->Resolve(revision), IsOkAndHolds(first_)) << revision;
  }
  EXPECT_THAT(clone->Resolve("absent"), StatusIs(absl::StatusCode::kNotFound,
                                                 HasSubstr("no branch, tag or commit 'absent'")));
}

TEST_F(RepositoryCloneTest, FollowsBranchesThatMoveOrGo) {
  shop_.Git("branch topic");
  WM_ASSERT_OK(Open()->Fetch());
  shop_.Write("shop.py", "def buy(): pass\n");
  const std::string second = shop_.Commit("second");
  shop_.Git("branch -D topic");
  shop_.Git("branch topic/of/a/directory");
  const auto clone = Open();
  WM_ASSERT_OK(clone->Fetch());
  EXPECT_THAT(clone->Resolve("main"), IsOkAndHolds(second));
  EXPECT_THAT(clone->Resolve("topic"), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(clone->Resolve("topic/of/a/directory"), IsOkAndHolds(second));
  shop_.Git("reset -q --hard " + first_);
  WM_ASSERT_OK(clone->Fetch());
  EXPECT_THAT(clone->Resolve("main"), IsOkAndHolds(first_));
}

TEST_F(RepositoryCloneTest, ACommitThatNoBranchHasIsAskedForByItsId) {
  shop_.Git("config uploadpack.allowAnySHA1InWant true");
  shop_.Write("shop.py", "x = 1\n");
  const std::string lost = shop_.Commit("lost");
  shop_.Git("reset -q --hard " + first_);
  const auto clone = Open();
  WM_ASSERT_OK(clone->Fetch());
  EXPECT_THAT(clone->Resolve(lost), IsOkAndHolds(lost));
}

TEST_F(RepositoryCloneTest, TheServerTellsACommitWithoutAClone) {
  shop_.Git("tag -a -m v1 v1");
  shop_.Git("branch release/1");
  for (const char* const revision : {"", "main", "v1", "release/1"}) {
    EXPECT_THAT(AskForCommit(source_, revision, nullptr), IsOkAndHolds(Optional(first_)))
        << revision;
  }
  EXPECT_THAT(AskForCommit(source_, "absent", nullptr), IsOkAndHolds(std::nullopt));
  EXPECT_THAT(AskForCommit("/nowhere", "main", nullptr),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("/nowhere")));
}

TEST_F(RepositoryCloneTest, AFetchThatWasKilledIsMadeAgain) {
  const fs::path repository = [&] {
    const auto clone = Open();
    EXPECT_THAT(clone->Fetch(), IsOk());
    return clone->repository();
  }();
  // As a worker leaves it that is killed while git fetches, with a git that is killed too.
  std::ofstream(repository.parent_path() / "fetching") << source_;
  std::ofstream(repository / "packed-refs.lock") << "";
  fs::remove_all(repository / "objects");
  const auto clone = Open();
  EXPECT_FALSE(fs::exists(repository));
  WM_ASSERT_OK(clone->Fetch());
  EXPECT_THAT(clone->Resolve("main"), IsOkAndHolds(first_));
  EXPECT_FALSE(fs::exists(repository.parent_path() / "fetching"));
}

TEST_F(RepositoryCloneTest, AFailedFetchKeepsTheClone) {
  const auto clone = Open();
  WM_ASSERT_OK(clone->Fetch());
  fs::rename(shop_.path(), directory_.path() / "away");
  EXPECT_THAT(clone->Fetch(), StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_FALSE(fs::exists(clone->repository().parent_path() / "fetching"));
  EXPECT_THAT(clone->Resolve("main"), IsOkAndHolds(first_));
}

TEST_F(RepositoryCloneTest, IsUsedByOneAtATime) {
  auto held = Open();
  std::atomic<bool> cancelled{true};
  EXPECT_THAT(RepositoryClone::Open(clones_, source_, &cancelled),
              StatusIs(absl::StatusCode::kCancelled));
  std::thread next([&] { EXPECT_THAT(RepositoryClone::Open(clones_, source_, nullptr), IsOk()); });
  held.reset();
  next.join();
}

TEST_F(RepositoryCloneTest, RunsNoHooksOfTemplates) {
  const auto clone = Open();
  WM_ASSERT_OK(clone->Fetch());
  EXPECT_FALSE(fs::exists(clone->repository() / "hooks"));
}

TEST_F(RepositoryCloneTest, OfTooMuchTheLongestUnusedGoesAndThoseInUseStay) {
  std::vector<fs::path> places;
  for (const char* const name : {"/srv/first", "/srv/second", "/srv/third"}) {
    const auto clone = Open(name);
    fs::create_directories(clone->store());
    std::ofstream(clone->store() / "data") << std::string(1 << 20, 'x');
    places.push_back(clone->store());
    fs::last_write_time(clone->repository().parent_path().string() + ".lock",
                        fs::file_time_type() + std::chrono::hours(places.size()));
  }
  WM_ASSERT_OK(LimitClones(clones_, 3 << 21));
  for (const fs::path& place : places) EXPECT_TRUE(fs::exists(place)) << place;
  {
    const auto used = Open("/srv/first");
    WM_ASSERT_OK(LimitClones(clones_, 5 << 19));
  }
  EXPECT_TRUE(fs::exists(places[0]));
  EXPECT_FALSE(fs::exists(places[1]));
  EXPECT_TRUE(fs::exists(places[2]));
  WM_ASSERT_OK(LimitClones(clones_, 0));
  for (const fs::path& place : places) EXPECT_FALSE(fs::exists(place)) << place;
  WM_EXPECT_OK(LimitClones(directory_.path() / "absent", 0));
}

}  // namespace
}  // namespace waymark::services
