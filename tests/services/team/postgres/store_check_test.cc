#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "team/postgres_server.h"
#include "team/shared_blobs.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using graph::Blob;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::IsOkAndHolds;
using testing::kShop;
using testing::MakeBlob;
using testing::MakeReference;
using testing::OptionsFor;
using testing::PostgresServer;
using testing::ReadBlob;
using testing::RunSql;
using testing::StatusIs;

class StoreCheckTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_SKIP_WITHOUT_POSTGRES();
    url_ = PostgresServer::Shared().CreateDatabase();
    WM_ASSERT_OK(InitialisePostgresStore(OptionsFor(url_)));
    WM_ASSERT_OK_AND_ASSIGN(store_, OpenPostgresStore(OptionsFor(url_)));
    WM_ASSERT_OK(store_->Put(kShop, tree_));
    WM_ASSERT_OK(store_->CompareAndSwap(kShop, MakeReference("branch/main", tree_[1].hash), 0));
  }

  std::string Where(const Blob& blob) const {
    return " WHERE hash = '\\x" + blob.hash.ToHex() + "'";
  }

  const std::vector<Blob> tree_ = {MakeBlob(std::string(1'000, 'l')),
                                   MakeBlob("root", {HashContent(std::string(1'000, 'l'))})};
  std::string url_;
  std::unique_ptr<SharedStore> store_;
};

TEST_F(StoreCheckTest, FindsNothingInAWholeStore) {
  WM_ASSERT_OK_AND_ASSIGN(const StoreCheck check, store_->Check(false, nullptr));
  EXPECT_EQ(check.problems, 0U);
  EXPECT_EQ(check.blobs, 2U);
  EXPECT_EQ(check.references, 1U);
  EXPECT_EQ(check.bytes, 1'004U);
}

TEST_F(StoreCheckTest, NamesBlobsWhoseBytesAreNotThoseOfTheirHash) {
  RunSql(url_, "UPDATE waymark.blob SET stored = set_byte(stored, 9, 77)" + Where(tree_[0]));
  WM_ASSERT_OK_AND_ASSIGN(const StoreCheck check, store_->Check(false, nullptr));
  EXPECT_EQ(check.damaged_blobs, 1U);
  EXPECT_THAT(check.named, ElementsAre(AllOf(HasSubstr(kShop), HasSubstr(tree_[0].hash.ToHex()),
                                             HasSubstr("damaged"))));
}

TEST_F(StoreCheckTest, ABlobThatIsMarkedAsDamagedIsStoredAgainByTheNextPublication) {
  RunSql(url_, "UPDATE waymark.blob SET stored = set_byte(stored, 9, 77)" + Where(tree_[0]));
  WM_ASSERT_OK(store_->Put(kShop, tree_));
  EXPECT_THAT(ReadBlob(*store_, kShop, tree_[0].hash), StatusIs(absl::StatusCode::kDataLoss))
      << "a blob that exists is not stored again";

  WM_ASSERT_OK(store_->Check(true, nullptr));
  EXPECT_THAT(store_->Have(kShop, std::span(&tree_[0].hash, 1)), IsOkAndHolds(ElementsAre(false)));
  EXPECT_THAT(store_->CompareAndSwap(kShop, MakeReference("branch/new", tree_[1].hash), 0),
              StatusIs(absl::StatusCode::kFailedPrecondition));

  WM_ASSERT_OK(store_->Put(kShop, std::span(&tree_[0], 1)));
  EXPECT_THAT(ReadBlob(*store_, kShop, tree_[0].hash), IsOkAndHolds(tree_[0].bytes));
  WM_ASSERT_OK_AND_ASSIGN(const StoreCheck check, store_->Check(false, nullptr));
  EXPECT_EQ(check.problems, 0U);
}

TEST_F(StoreCheckTest, NamesMissingChildrenAndRoots) {
  RunSql(url_, "DELETE FROM waymark.blob" + Where(tree_[0]));
  WM_ASSERT_OK_AND_ASSIGN(const StoreCheck without_leaf, store_->Check(false, nullptr));
  EXPECT_THAT(
      without_leaf.named,
      ElementsAre(AllOf(HasSubstr(tree_[1].hash.ToHex() + " refers to " + tree_[0].hash.ToHex()),
                        HasSubstr("missing"))));
  RunSql(url_, "DELETE FROM waymark.blob");
  WM_ASSERT_OK_AND_ASSIGN(const StoreCheck without_root, store_->Check(false, nullptr));
  EXPECT_THAT(without_root.named,
              ElementsAre(AllOf(HasSubstr("branch/main"), HasSubstr(tree_[1].hash.ToHex()))));
}

TEST_F(StoreCheckTest, CountsMoreProblemsThanItNames) {
  std::vector<Blob> blobs;
  for (std::size_t i = 0; i < kMaxNamedProblems + 20; ++i) {
    blobs.push_back(MakeBlob("blob " + std::to_string(i)));
  }
  WM_ASSERT_OK(store_->Put(kShop, blobs));
  RunSql(url_, "UPDATE waymark.blob SET stored = '\\x0001'");
  WM_ASSERT_OK_AND_ASSIGN(const StoreCheck check, store_->Check(false, nullptr));
  EXPECT_EQ(check.problems, blobs.size() + 2);
  EXPECT_EQ(check.named.size(), kMaxNamedProblems);
}

}  // namespace
}  // namespace waymark::services
