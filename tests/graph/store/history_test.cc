#include "graph/history.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph_data.h"
#include "lmdb/catalogue.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsNull;
using ::testing::NotNull;
using waymark::testing::IsOk;
using waymark::testing::StatusIs;
using waymark::testing::TempDir;

constexpr char kHead[] = "0123abcd";  // what PublishGraph() gives a view

GitObjectId Id(std::uint8_t first) {
  GitObjectId id{};
  id[0] = first;
  return id;
}

std::vector<CommitFacts> TwoCommits() {
  return {{Id(2), {"session", "cooki"}, {{"app.py", {"open", "App"}}, {"cookie.py", {}}}, "Ann"},
          {Id(1), {}, {}, ""}};
}

TEST(History, GivesBackWhatItWasMadeOf) {
  const History history(kHead, TwoCommits());

  EXPECT_EQ(history.head(), kHead);
  ASSERT_EQ(history.commit_count(), 2U);
  const CommitFacts facts = history.Facts(0);
  EXPECT_EQ(facts.commit, Id(2));
  EXPECT_THAT(facts.terms, ElementsAre("cooki", "session"));  // in byte order
  ASSERT_EQ(facts.touched.size(), 2U);
  EXPECT_EQ(facts.author, "Ann");
  EXPECT_EQ(facts.touched[0].path, "app.py");
  EXPECT_THAT(facts.touched[0].names, ElementsAre("open", "App"));
  EXPECT_EQ(facts.touched[1].path, "cookie.py");
  EXPECT_THAT(facts.touched[1].names, IsEmpty());
  EXPECT_EQ(history.Facts(1).commit, Id(1));
  EXPECT_THAT(history.Facts(1).touched, IsEmpty());
  EXPECT_EQ(history.FindTerm("absent"), std::nullopt);
}

TEST(History, IsTheSameAfterItWasStored) {
  const History history(kHead, TwoCommits());

  WM_ASSERT_OK_AND_ASSIGN(const History decoded, History::Decode(history.Encode()));

  EXPECT_EQ(decoded.Encode(), history.Encode());
  EXPECT_EQ(decoded.Facts(0).touched[0].names, history.Facts(0).touched[0].names);
}

TEST(History, RefusesBytesThatAreCutOrDamaged) {
  const std::string bytes = History(kHead, TwoCommits()).Encode();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THAT(History::Decode(std::string_view(bytes).substr(0, size)),
                StatusIs(absl::StatusCode::kDataLoss));
  }
  std::string other = bytes;
  other[0] = static_cast<char>(0x7F);  // a version that nobody writes
  EXPECT_EQ(History::HeadOf(other), "");
  EXPECT_EQ(History::HeadOf(bytes), kHead);
}

class StoredHistoryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(store_, Store::Open({.directory = directory_.path() / "store"}));
    WM_ASSERT_OK(PublishGraph(*store_, kKey, SmallGraph()).status());
  }

  absl::Status Put(const History& history) {
    auto writer = store_->BeginWrite();
    return writer.ok() ? (*writer)->PutHistory(kKey, history) : writer.status();
  }

  static std::string ReadFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  TempDir directory_;
  std::unique_ptr<Store> store_;
};

TEST_F(StoredHistoryTest, IsThereOnceItWasPut) {
  EXPECT_THAT(store_->OpenHistory(kKey), waymark::testing::IsOkAndHolds(IsNull()));

  WM_ASSERT_OK(Put(History(kHead, TwoCommits())));

  WM_ASSERT_OK_AND_ASSIGN(const auto history, store_->OpenHistory(kKey));
  ASSERT_THAT(history, NotNull());
  EXPECT_EQ(history->commit_count(), 2U);
}

TEST_F(StoredHistoryTest, OfAnotherCommitIsRefused) {
  EXPECT_THAT(Put(History("ffff", TwoCommits())), StatusIs(absl::StatusCode::kAborted));
}

// Without the history a ranking would be another one, and nothing would tell so.
TEST_F(StoredHistoryTest, IsNotTakenForAbsentWhenItsKeyOrItsHeadIsDamaged) {
  WM_ASSERT_OK(Put(History(kHead, TwoCommits())));
  store_.reset();
  const std::filesystem::path file = directory_.path() / "store" / "data.mdb";
  const std::string intact = ReadFile(file);
  const std::string key = ViewRowKey(kKey);
  const std::size_t row = intact.rfind(key + '\xA5');
  ASSERT_NE(row, std::string::npos);
  constexpr std::size_t kSealBytes = 9;
  const std::size_t head_end = intact.find(kHead, row) + sizeof(kHead) - 1;
  ASSERT_LE(head_end, row + key.size() + kSealBytes + 2 + sizeof(kHead));

  for (std::size_t at = row; at < head_end; ++at) {
    std::string damaged = intact;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    std::ofstream(file, std::ios::binary | std::ios::trunc) << damaged;

    WM_ASSERT_OK_AND_ASSIGN(store_, Store::Open({.directory = file.parent_path()}));

    EXPECT_THAT(store_->OpenHistory(kKey), StatusIs(absl::StatusCode::kDataLoss)) << at - row;
    EXPECT_THAT(store_->Verify([] { return absl::OkStatus(); }),
                StatusIs(absl::StatusCode::kDataLoss))
        << at - row;
    store_.reset();
  }
}

TEST_F(StoredHistoryTest, GoesWithItsView) {
  WM_ASSERT_OK(Put(History(kHead, TwoCommits())));
  {
    WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
    WM_ASSERT_OK(writer->RemoveView(kKey));
  }

  EXPECT_THAT(store_->LastHistory(kKey), waymark::testing::IsOkAndHolds(IsNull()));
  EXPECT_THAT(store_->OpenHistory(kKey), StatusIs(absl::StatusCode::kNotFound));
}

}  // namespace
}  // namespace waymark::graph
