// What a collection deletes, and what it leaves to those who publish meanwhile.
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "team/postgres_server.h"
#include "team/shared_blobs.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using graph::Blob;
using graph::BlobHash;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Eq;
using testing::IsOk;
using testing::IsOkAndHolds;
using testing::kShop;
using testing::MakeBlob;
using testing::MakeReference;
using testing::OptionsFor;
using testing::PostgresServer;
using testing::RunSql;
using testing::StatusIs;

class CollectionTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_SKIP_WITHOUT_POSTGRES();
    url_ = PostgresServer::Shared().CreateDatabase();
    WM_ASSERT_OK(InitialisePostgresStore(OptionsFor(url_)));
    store_ = Open();
    WM_ASSERT_OK(store_->Put(kShop, tree_));
  }

  std::unique_ptr<SharedStore> Open() const {
    auto store = OpenPostgresStore(OptionsFor(url_));
    EXPECT_THAT(store, IsOk());
    return *std::move(store);
  }

  void Age() const { RunSql(url_, "UPDATE waymark.blob SET touched = now() - interval '3 days'"); }

  CollectionReport Collect(
      const std::function<void()>& meanwhile = [] {}, const RetentionPolicy& policy = {}) {
    const auto report =
        store_->Collect(policy, [&](const std::string&, std::uint64_t) { meanwhile(); });
    EXPECT_THAT(report, IsOk());
    return report.value_or(CollectionReport());
  }

  std::vector<bool> Has() const {
    const std::vector<BlobHash> hashes = {tree_[0].hash, tree_[1].hash, tree_[2].hash};
    return *Open()->Have(kShop, hashes);
  }

  std::vector<Blob> tree_ = [] {
    const Blob leaf = MakeBlob("leaf");
    const Blob middle = MakeBlob("middle", {leaf.hash});
    return std::vector<Blob>{leaf, middle, MakeBlob("root", {middle.hash})};
  }();
  std::string url_;
  std::unique_ptr<SharedStore> store_;
};

TEST_F(CollectionTest, WhatWasStoredLatelyStaysWithoutAReference) {
  const CollectionReport report = Collect();
  EXPECT_EQ(report.removed_blobs, 0U);
  EXPECT_EQ(report.kept_blobs, 3U);
  EXPECT_THAT(Has(), Each(true));
}

TEST_F(CollectionTest, WhatNoReferenceReachesGoesAfterTheGraceTime) {
  Age();
  const Blob kept_leaf = MakeBlob("kept leaf");
  const Blob kept[] = {kept_leaf, MakeBlob("kept", {kept_leaf.hash})};
  WM_ASSERT_OK(store_->Put(kShop, kept));
  WM_ASSERT_OK(store_->CompareAndSwap(kShop, MakeReference("branch/main", kept[1].hash), 0));
  Age();
  const CollectionReport report = Collect();
  EXPECT_EQ(report.removed_blobs, 3U);
  EXPECT_EQ(report.kept_blobs, 2U);
  EXPECT_GT(report.removed_bytes, 0U);
  EXPECT_THAT(Has(), Each(false));
  EXPECT_EQ(RunSql(url_, "SELECT count(*) FROM waymark.blob"), "2");
}

TEST_F(CollectionTest, ATrialCountsAndDeletesNothing) {
  Age();
  EXPECT_EQ(Collect([] {}, {.is_trial = true}).removed_blobs, 3U);
  EXPECT_EQ(RunSql(url_, "SELECT count(*) FROM waymark.blob"), "3");
}

TEST_F(CollectionTest, ATreeThatIsPublishedMeanwhileStays) {
  Age();
  const std::unique_ptr<SharedStore> publisher = Open();
  const CollectionReport report = Collect([&] {
    WM_EXPECT_OK(publisher->CompareAndSwap(kShop, MakeReference("branch/main", tree_[2].hash), 0));
  });
  EXPECT_EQ(report.removed_blobs, 0U);
  EXPECT_THAT(Has(), Each(true));
  WM_EXPECT_OK(store_->CompareAndSwap(kShop, MakeReference("branch/main", tree_[2].hash), 1));
}

TEST_F(CollectionTest, WhatANewBlobRefersToStays) {
  Age();
  const std::unique_ptr<SharedStore> publisher = Open();
  const Blob parent = MakeBlob("new parent", {tree_[1].hash});
  const CollectionReport report =
      Collect([&] { WM_EXPECT_OK(publisher->Put(kShop, std::span(&parent, 1))); });
  EXPECT_EQ(report.removed_blobs, 1U) << "the old root alone";
  EXPECT_THAT(Has(), ElementsAre(true, true, false));
  WM_EXPECT_OK(publisher->CompareAndSwap(kShop, MakeReference("branch/main", parent.hash), 0));
}

TEST_F(CollectionTest, WhatSomebodyAskedForMeanwhileStays) {
  Age();
  const std::unique_ptr<SharedStore> publisher = Open();
  const CollectionReport report = Collect([&] {
    EXPECT_THAT(publisher->Have(kShop, std::span(&tree_[1].hash, 1)),
                IsOkAndHolds(ElementsAre(true)));
  });
  EXPECT_EQ(report.removed_blobs, 1U);
  EXPECT_THAT(Has(), ElementsAre(true, true, false));
}

TEST_F(CollectionTest, APublicationOfWhatWasDeletedIsRefused) {
  Age();
  Collect();
  EXPECT_THAT(store_->CompareAndSwap(kShop, MakeReference("branch/main", tree_[2].hash), 0),
              StatusIs(absl::StatusCode::kFailedPrecondition));
  const Blob parent = MakeBlob("parent", {tree_[0].hash});
  EXPECT_THAT(store_->Put(kShop, std::span(&parent, 1)),
              StatusIs(absl::StatusCode::kFailedPrecondition));
}

TEST_F(CollectionTest, CommitsGoExceptTheLastOnesAndThoseOfBranchesAndTags) {
  const auto publish = [&](const std::string& name, const std::string& commit) {
    WM_ASSERT_OK(store_->CompareAndSwap(kShop, MakeReference(name, tree_[2].hash, commit), 0));
    RunSql(url_, "UPDATE waymark.reference SET published = published - interval '1 minute'");
  };
  publish("commit/01", "01");
  publish("tag/v1", "01");
  publish("commit/02", "02");
  publish("commit/03", "03");
  publish("commit/04", "04");
  publish("commit/05", "05");
  publish("branch/main", "05");
  const CollectionReport report = Collect([] {}, {.kept_commits = 2});
  EXPECT_EQ(report.removed_references, 1U);
  EXPECT_EQ(report.kept_references, 6U);
  EXPECT_THAT(store_->Find(kShop, "commit/02"), IsOkAndHolds(Eq(std::nullopt)));
  EXPECT_EQ(RunSql(url_, "SELECT string_agg(name, ' ' ORDER BY name) FROM waymark.reference"),
            "branch/main commit/01 commit/03 commit/04 commit/05 tag/v1");
}

TEST_F(CollectionTest, AGraceTimeThatAPublicationMayExceedIsRefused) {
  EXPECT_THAT(store_->Collect({.grace = std::chrono::minutes(5)}, nullptr),
              StatusIs(absl::StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace waymark::services
