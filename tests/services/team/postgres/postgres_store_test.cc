// The promises of blobs and references on a real server.
#include <atomic>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "team/postgres_server.h"
#include "team/shared_blobs.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using graph::Blob;
using graph::BlobHash;
using graph::Reference;
using ::testing::ElementsAre;
using ::testing::Eq;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::IsOk;
using testing::IsOkAndHolds;
using testing::kShop;
using testing::MakeBlob;
using testing::MakeReference;
using ::testing::Not;
using testing::OptionsFor;
using testing::PostgresServer;
using testing::ReadBlob;
using testing::RunSql;
using testing::StatusIs;

class PostgresStoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_SKIP_WITHOUT_POSTGRES();
    url_ = PostgresServer::Shared().CreateDatabase();
    WM_ASSERT_OK(InitialisePostgresStore(OptionsFor(url_)));
    store_ = Open();
  }

  std::unique_ptr<SharedStore> Open() const {
    auto store = OpenPostgresStore(OptionsFor(url_));
    EXPECT_THAT(store, IsOk());
    return *std::move(store);
  }

  std::string url_;
  std::unique_ptr<SharedStore> store_;
};

TEST_F(PostgresStoreTest, BlobsComeBackAsTheyWereStored) {
  const Blob text = MakeBlob(std::string(300'000, 'a') + "end");
  const Blob empty = MakeBlob("");
  std::string noise;
  for (std::uint32_t i = 0; i < 50'000; ++i) noise += static_cast<char>((i * 2654435761U) >> 13);
  const Blob raw = MakeBlob(noise);
  const Blob blobs[] = {text, empty, raw};
  WM_ASSERT_OK(store_->Put(kShop, blobs));

  std::vector<std::string> read;
  const BlobHash hashes[] = {raw.hash, text.hash, empty.hash, text.hash};
  WM_ASSERT_OK(store_->Get(kShop, hashes, [&](const BlobHash& hash, std::string bytes) {
    EXPECT_EQ(HashContent(bytes), hash);
    read.push_back(std::move(bytes));
    return absl::OkStatus();
  }));
  EXPECT_THAT(read, ElementsAre(raw.bytes, text.bytes, empty.bytes, text.bytes));
}

TEST_F(PostgresStoreTest, HaveSaysWhichBlobsOfThisRepositoryExist) {
  const Blob here = MakeBlob("here");
  const BlobHash hashes[] = {HashContent("nowhere"), here.hash};
  EXPECT_THAT(store_->Have(kShop, hashes), IsOkAndHolds(ElementsAre(false, false)));
  WM_ASSERT_OK(store_->Put(kShop, std::span(&here, 1)));
  EXPECT_THAT(store_->Have(kShop, hashes), IsOkAndHolds(ElementsAre(false, true)));
  EXPECT_THAT(store_->Have("example.org/fork", hashes), IsOkAndHolds(ElementsAre(false, false)));
}

TEST_F(PostgresStoreTest, ManyBlobsTravelInBatches) {
  std::vector<Blob> blobs;
  std::vector<BlobHash> hashes;
  for (int i = 0; i < 2'500; ++i) {
    blobs.push_back(MakeBlob("blob " + std::to_string(i)));
    hashes.push_back(blobs.back().hash);
  }
  WM_ASSERT_OK(store_->Put(kShop, blobs));
  EXPECT_THAT(store_->Have(kShop, hashes), IsOkAndHolds(::testing::Each(true)));
  std::size_t read = 0;
  WM_ASSERT_OK(store_->Get(kShop, hashes, [&](const BlobHash& hash, const std::string& bytes) {
    EXPECT_EQ(hash, hashes[read]);
    EXPECT_EQ(bytes, blobs[read++].bytes);
    return absl::OkStatus();
  }));
  EXPECT_EQ(read, hashes.size());
}

TEST_F(PostgresStoreTest, StoringTwiceChangesNothing) {
  const Blob blob = MakeBlob("once");
  WM_ASSERT_OK(store_->Put(kShop, std::span(&blob, 1)));
  WM_ASSERT_OK(store_->Put(kShop, std::span(&blob, 1)));
  EXPECT_EQ(RunSql(url_, "SELECT count(*) FROM waymark.blob"), "1");
}

TEST_F(PostgresStoreTest, AParentWithoutItsChildIsRefusedAndLeavesNothing) {
  const Blob leaf = MakeBlob("leaf");
  const Blob parent = MakeBlob("parent", {leaf.hash});
  EXPECT_THAT(store_->Put(kShop, std::span(&parent, 1)),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr(leaf.hash.ToHex())));
  EXPECT_EQ(RunSql(url_, "SELECT count(*) FROM waymark.blob"), "0");
  const Blob wrong_order[] = {parent, leaf};
  EXPECT_THAT(store_->Put(kShop, wrong_order), StatusIs(absl::StatusCode::kFailedPrecondition));
  const Blob leaves_first[] = {leaf, parent};
  WM_EXPECT_OK(store_->Put(kShop, leaves_first));
}

TEST_F(PostgresStoreTest, BytesOfAnotherHashAreRefused) {
  Blob blob = MakeBlob("right");
  blob.bytes = "wrong";
  EXPECT_THAT(store_->Put(kShop, std::span(&blob, 1)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("another hash")));
}

TEST_F(PostgresStoreTest, ReadingNamesTheFirstBlobThatIsMissing) {
  const Blob blob = MakeBlob("known");
  WM_ASSERT_OK(store_->Put(kShop, std::span(&blob, 1)));
  const BlobHash missing = HashContent("unknown");
  const BlobHash hashes[] = {blob.hash, missing, blob.hash};
  int read = 0;
  EXPECT_THAT(store_->Get(kShop, hashes,
                          [&](const BlobHash&, const std::string&) {
                            ++read;
                            return absl::OkStatus();
                          }),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr(missing.ToHex())));
  EXPECT_EQ(read, 1);
  EXPECT_THAT(ReadBlob(*store_, kShop, blob.hash), IsOkAndHolds(std::string("known")))
      << "the connection is still of use";
}

TEST_F(PostgresStoreTest, AnErrorOfTheReaderEndsTheReading) {
  std::vector<Blob> blobs;
  std::vector<BlobHash> hashes;
  for (int i = 0; i < 300; ++i) {
    blobs.push_back(MakeBlob("blob " + std::to_string(i)));
    hashes.push_back(blobs.back().hash);
  }
  WM_ASSERT_OK(store_->Put(kShop, blobs));
  int read = 0;
  EXPECT_THAT(store_->Get(kShop, hashes,
                          [&](const BlobHash&, const std::string&) -> absl::Status {
                            if (++read == 7) return absl::OutOfRangeError("enough");
                            return absl::OkStatus();
                          }),
              StatusIs(absl::StatusCode::kOutOfRange));
  EXPECT_EQ(read, 7);
  EXPECT_THAT(ReadBlob(*store_, kShop, hashes[9]), IsOkAndHolds(blobs[9].bytes));
}

TEST_F(PostgresStoreTest, DamagedBytesAreNeverHandedOut) {
  const Blob blob = MakeBlob(std::string(10'000, 'x'));
  WM_ASSERT_OK(store_->Put(kShop, std::span(&blob, 1)));
  const char* const damages[] = {
      "UPDATE waymark.blob SET stored = set_byte(stored, 12, get_byte(stored, 12) # 1)",
      "UPDATE waymark.blob SET bytes = 70000000",
      "UPDATE waymark.blob SET stored = '\\x00414243', bytes = 3",
      "UPDATE waymark.blob SET stored = '\\x07414243', bytes = 3",
      "UPDATE waymark.blob SET bytes = -1",
      "UPDATE waymark.blob SET stored = '\\x01'",
  };
  for (const char* const damage : damages) {
    RunSql(url_, damage);
    EXPECT_THAT(ReadBlob(*store_, kShop, blob.hash), StatusIs(absl::StatusCode::kDataLoss))
        << damage;
  }
}

TEST_F(PostgresStoreTest, AReferenceMovesOnlyFromTheVersionThatWasExpected) {
  const Blob roots[] = {MakeBlob("first"), MakeBlob("second")};
  WM_ASSERT_OK(store_->Put(kShop, roots));
  WM_ASSERT_OK_AND_ASSIGN(
      const Reference first,
      store_->CompareAndSwap(kShop, MakeReference("branch/main", roots[0].hash), 0));
  EXPECT_EQ(first.version, 1U);
  EXPECT_GT(first.published_unix_seconds, 1'600'000'000U);
  EXPECT_THAT(store_->CompareAndSwap(kShop, MakeReference("branch/main", roots[1].hash), 0),
              StatusIs(absl::StatusCode::kAborted, HasSubstr("version 1, not 0")));
  WM_ASSERT_OK_AND_ASSIGN(
      const Reference second,
      store_->CompareAndSwap(kShop, MakeReference("branch/main", roots[1].hash, "beef"), 1));
  EXPECT_EQ(second.version, 2U);
  WM_ASSERT_OK_AND_ASSIGN(const auto found, store_->Find(kShop, "branch/main"));
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->root, roots[1].hash);
  EXPECT_EQ(found->commit, "beef");
  EXPECT_THAT(store_->Remove(kShop, "branch/main", 1), StatusIs(absl::StatusCode::kAborted));
  WM_EXPECT_OK(store_->Remove(kShop, "branch/main", 2));
  EXPECT_THAT(store_->Find(kShop, "branch/main"), IsOkAndHolds(Eq(std::nullopt)));
  EXPECT_THAT(store_->Remove(kShop, "branch/main", 2), StatusIs(absl::StatusCode::kAborted));
  EXPECT_THAT(store_->Remove("example.org/other", "branch/main", 1),
              StatusIs(absl::StatusCode::kAborted));
}

TEST_F(PostgresStoreTest, AReferenceToATreeWithAHoleIsRefused) {
  const Blob leaf = MakeBlob("leaf");
  const Blob middle = MakeBlob("middle", {leaf.hash});
  const Blob root = MakeBlob("root", {middle.hash});
  const Blob blobs[] = {leaf, middle, root};
  WM_ASSERT_OK(store_->Put(kShop, blobs));
  RunSql(url_, "DELETE FROM waymark.blob WHERE hash = '\\x" + leaf.hash.ToHex() + "'");
  EXPECT_THAT(store_->CompareAndSwap(kShop, MakeReference("commit/c0ffee", root.hash), 0),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr(leaf.hash.ToHex())));
  EXPECT_THAT(store_->Find(kShop, "commit/c0ffee"), IsOkAndHolds(Eq(std::nullopt)));
}

TEST_F(PostgresStoreTest, ReferencesAreListedByPrefixTheLastPublishedFirst) {
  const Blob root = MakeBlob("root");
  WM_ASSERT_OK(store_->Put(kShop, std::span(&root, 1)));
  for (const char* const name : {"commit/a", "commit/b", "branch/100%", "branch/main"}) {
    WM_ASSERT_OK(store_->CompareAndSwap(kShop, MakeReference(name, root.hash), 0));
  }
  RunSql(url_,
         "UPDATE waymark.reference SET published = now() - interval '1 day' "
         "WHERE name = 'commit/a'");
  const auto names = [&](const std::string& prefix, std::size_t limit) {
    std::vector<std::string> found;
    const auto references = store_->List(kShop, prefix, limit);
    EXPECT_THAT(references, IsOk());
    for (const Reference& reference : *references) found.push_back(reference.name);
    return found;
  };
  EXPECT_THAT(names("commit/", 10), ElementsAre("commit/b", "commit/a"));
  EXPECT_THAT(names("commit/", 1), ElementsAre("commit/b"));
  EXPECT_THAT(names("branch/100%", 10), ElementsAre("branch/100%"));
  EXPECT_THAT(names("branch_", 10), IsEmpty());
  EXPECT_EQ(names("", 10).size(), 4U);
}

TEST_F(PostgresStoreTest, NamesThatNoDatabaseHoldsAreRefused) {
  const BlobHash hash = HashContent("root");
  for (const std::string& name : {std::string(), std::string(1025, 'n'), std::string("a\0b", 3),
                                  std::string("\xff\xfe"), std::string("\xc3")}) {
    EXPECT_THAT(store_->Find(kShop, name), StatusIs(absl::StatusCode::kInvalidArgument));
    EXPECT_THAT(store_->Find(name, "branch/main"), StatusIs(absl::StatusCode::kInvalidArgument));
    EXPECT_THAT(store_->Have(name, std::span(&hash, 1)),
                StatusIs(absl::StatusCode::kInvalidArgument));
  }
  const Blob root = MakeBlob("root");
  WM_ASSERT_OK(store_->Put(kShop, std::span(&root, 1)));
  EXPECT_THAT(store_->Find(kShop, "\xed\xa0\x80"), StatusIs(absl::StatusCode::kInvalidArgument))
      << "a surrogate, which the server refuses";
  EXPECT_THAT(store_->CompareAndSwap(kShop, MakeReference("commit/x", hash, "main"), 0),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("hexadecimal")));
}

TEST_F(PostgresStoreTest, OfConcurrentPublicationsOneWinsEachVersion) {
  constexpr int kPublishers = 6;
  constexpr int kRounds = 10;
  std::atomic<int> won = 0;
  std::vector<std::thread> publishers;
  for (int publisher = 0; publisher < kPublishers; ++publisher) {
    publishers.emplace_back([&, publisher] {
      const std::unique_ptr<SharedStore> store = Open();
      for (int round = 0; round < kRounds; ++round) {
        const Blob shared = MakeBlob("shared " + std::to_string(round));
        const Blob root =
            MakeBlob(std::to_string(publisher) + " of " + std::to_string(round), {shared.hash});
        const Blob blobs[] = {shared, root};
        EXPECT_THAT(store->Put(kShop, blobs), IsOk());
        const auto moved = store->CompareAndSwap(kShop, MakeReference("branch/main", root.hash),
                                                 static_cast<std::uint64_t>(round));
        if (moved.ok()) {
          ++won;
        } else {
          EXPECT_THAT(moved, StatusIs(absl::StatusCode::kAborted));
        }
        // Whoever lost waits until the version is there.
        for (std::uint64_t version = 0; version < static_cast<std::uint64_t>(round) + 1;) {
          const auto found = store->Find(kShop, "branch/main");
          ASSERT_THAT(found, IsOk());
          version = found->has_value() ? (*found)->version : 0;
        }
      }
    });
  }
  for (std::thread& publisher : publishers) publisher.join();
  EXPECT_EQ(won, kRounds);
  WM_ASSERT_OK_AND_ASSIGN(const auto last, store_->Find(kShop, "branch/main"));
  EXPECT_EQ(last->version, static_cast<std::uint64_t>(kRounds));
}

TEST_F(PostgresStoreTest, WatchingReturnsAfterAChange) {
  const Blob root = MakeBlob("root");
  WM_ASSERT_OK(store_->Put(kShop, std::span(&root, 1)));
  WM_ASSERT_OK(store_->Watch(kShop, 0));
  std::thread publisher([&] {
    EXPECT_THAT(Open()->CompareAndSwap(kShop, MakeReference("branch/main", root.hash), 0), IsOk());
  });
  constexpr std::uint64_t kLonger = 600'000;
  WM_EXPECT_OK(store_->Watch(kShop, kLonger));
  publisher.join();
}

TEST_F(PostgresStoreTest, TheStateListsRepositoriesWithWhatTheyHold) {
  const Blob blobs[] = {MakeBlob(std::string(100'000, 'a')), MakeBlob("b")};
  WM_ASSERT_OK(store_->Put(kShop, blobs));
  WM_ASSERT_OK(store_->CompareAndSwap(kShop, MakeReference("commit/c0ffee", blobs[1].hash), 0));
  WM_ASSERT_OK_AND_ASSIGN(const SharedStoreState state, store_->State());
  ASSERT_EQ(state.repositories.size(), 1U);
  const SharedRepository& shop = state.repositories.front();
  EXPECT_EQ(shop.name, kShop);
  EXPECT_EQ(shop.blobs, 2U);
  EXPECT_EQ(shop.references, 1U);
  EXPECT_EQ(shop.bytes, 100'001U);
  EXPECT_LT(shop.stored_bytes, 1'000U) << "zstd";
  EXPECT_GT(shop.published_unix_seconds, 1'600'000'000U);
  EXPECT_GT(state.database_bytes, 1'000'000U);
  EXPECT_FALSE(state.is_read_only);
  EXPECT_THAT(state.address, HasSubstr("postgresql://postgres@"));
}

}  // namespace
}  // namespace waymark::services
