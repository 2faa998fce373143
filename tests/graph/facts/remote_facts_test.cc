// Facts whose frames are in a shared store: what a reader gets, and what is fetched for it.
#include "facts/remote_facts.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "facts/facts_reader.h"
#include "graph/hash.h"
#include "lmdb/environment.h"
#include "model/bytes.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::graph {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using waymark::testing::IsOkAndHolds;
using waymark::testing::StatusIs;
using waymark::testing::TempDir;

constexpr std::uint64_t kRemoteMapBytes = std::uint64_t{1} << 30;
constexpr int kRemoteRecords = 1000;
constexpr int kRecordsOfChunk = 20;

// Blobs on the other side of a network that may be down.
class DistantBlobs final : public BlobStore {
 public:
  BlobHash Add(const std::string& bytes) {
    const BlobHash hash = HashContent(bytes);
    blobs_[hash] = bytes;
    return hash;
  }

  absl::StatusOr<std::vector<bool>> Have(const std::string& /*repository*/,
                                         std::span<const BlobHash> /*hashes*/) override {
    return absl::UnimplementedError("only reading is tried here");
  }

  absl::Status Put(const std::string& /*repository*/, std::span<const Blob> /*blobs*/) override {
    return absl::UnimplementedError("only reading is tried here");
  }

  absl::Status Get(
      const std::string& repository, std::span<const BlobHash> hashes,
      const std::function<absl::Status(const BlobHash& hash, std::string bytes)>& take) override {
    EXPECT_EQ(repository, "example.org/shop");
    ++requests;
    if (!failure.ok()) return failure;
    for (const BlobHash& hash : hashes) {
      ++fetched;
      absl::Status taken = take(hash, blobs_.at(hash));
      if (!taken.ok()) return taken;
    }
    return absl::OkStatus();
  }

  std::size_t requests = 0;
  std::size_t fetched = 0;
  absl::Status failure;

 private:
  std::map<BlobHash, std::string> blobs_;
};

FactsKey KeyOf(int record) { return {1, 1, HashContent(std::to_string(record))}; }

std::string HeaderOf(int record) { return fmt::format("header of {}", record); }

std::string BodyOf(int record) { return fmt::format("body of {}", record); }

// A chunk of consecutive records as facts_format.h describes it.
template <typename TextOf>
std::string ChunkOf(int first, int count, TextOf&& text_of) {
  std::string chunk;
  AppendVarint(chunk, static_cast<std::uint64_t>(count));
  for (int i = first; i < first + count; ++i) AppendVarint(chunk, text_of(i).size());
  for (int i = first; i < first + count; ++i) chunk += text_of(i);
  return chunk;
}

class RemoteFacts : public ::testing::Test {
 protected:
  void SetUp() override {
    auto environment =
        Environment::Open(EnvironmentOptions{directory_.path(), false, kRemoteMapBytes, 8});
    ASSERT_TRUE(environment.ok()) << environment.status();
    environment_ = *environment;
    ASSERT_TRUE(environment_->OpenTables("format", "1").ok());
    pack_.repository = "example.org/shop";
    for (int i = 0; i < kRemoteRecords; ++i) pack_.keys.push_back(KeyOf(i));
    for (int first = 0; first < kRemoteRecords; first += kRecordsOfChunk) {
      pack_.chunks.push_back({blobs_->Add(ChunkOf(first, kRecordsOfChunk, HeaderOf)),
                              blobs_->Add(ChunkOf(first, kRecordsOfChunk, BodyOf)),
                              kRecordsOfChunk});
    }
  }

  // Stores the segment that stands for the pack.
  SegmentId StoreRemote() {
    SegmentSpace space(environment_, 100);
    const absl::StatusOr<SegmentId> segment = WriteRemoteFacts(space, pack_);
    EXPECT_TRUE(segment.ok()) << segment.status();
    return *segment;
  }

  // As another process would.
  std::shared_ptr<const PackReader> Open(SegmentId segment,
                                         const std::shared_ptr<FetchedBlobs>& fetched) {
    auto reader = PackReader::Open(std::make_shared<const ReadTxn>(*environment_->BeginRead()),
                                   segment, fetched);
    EXPECT_TRUE(reader.ok()) << reader.status();
    return *reader;
  }

  std::shared_ptr<FetchedBlobs> Blobs(std::uint64_t max_bytes = kMaxFetchedBytes) {
    return std::make_shared<FetchedBlobs>(environment_, blobs_, max_bytes);
  }

  static absl::StatusOr<std::string> Body(const PackReader& reader, int record) {
    return reader.ReadBody(*reader.Find(KeyOf(record)));
  }

  TempDir directory_;
  std::shared_ptr<Environment> environment_;
  std::shared_ptr<DistantBlobs> blobs_ = std::make_shared<DistantBlobs>();
  RemotePack pack_;
};

TEST_F(RemoteFacts, AreThoseOfThePack) {
  const auto reader = Open(StoreRemote(), Blobs());

  EXPECT_TRUE(reader->is_remote());
  EXPECT_EQ(reader->record_count(), kRemoteRecords);
  for (int i = 0; i < kRemoteRecords; ++i) {
    const auto place = reader->Find(KeyOf(i));
    ASSERT_TRUE(place.has_value());
    ASSERT_THAT(reader->ReadHeader(*place), IsOkAndHolds(HeaderOf(i)));
    ASSERT_THAT(reader->ReadBody(*place), IsOkAndHolds(BodyOf(i)));
  }
  EXPECT_FALSE(reader->Find(KeyOf(kRemoteRecords)).has_value());
  EXPECT_EQ(blobs_->fetched, 2 * pack_.chunks.size());
}

TEST_F(RemoteFacts, AreFetchedOnlyWhenTheyAreRead) {
  const auto reader = Open(StoreRemote(), Blobs());
  EXPECT_EQ(blobs_->requests, 0U);

  ASSERT_THAT(Body(*reader, 500), IsOkAndHolds(BodyOf(500)));
  ASSERT_THAT(Body(*reader, 520), IsOkAndHolds(BodyOf(520)));  // came with the first

  EXPECT_EQ(blobs_->requests, 1U);
  EXPECT_EQ(blobs_->fetched, kBlobsPerFetch);
}

TEST_F(RemoteFacts, ThatWereFetchedAreReadWithoutTheNetwork) {
  const SegmentId segment = StoreRemote();
  ASSERT_THAT(Body(*Open(segment, Blobs()), 0), IsOkAndHolds(BodyOf(0)));
  blobs_->failure = absl::UnavailableError("connect to db.example.org: no route");

  const auto reader = Open(segment, Blobs());  // another process, as it were

  EXPECT_THAT(Body(*reader, 0), IsOkAndHolds(BodyOf(0)));
  EXPECT_THAT(reader->ReadHeader(*reader->Find(KeyOf(0))),
              StatusIs(absl::StatusCode::kUnavailable,
                       AllOf(HasSubstr("example.org/shop"), HasSubstr("no route"))));
}

TEST_F(RemoteFacts, ThatTheServerRefusesAreUnavailable) {
  blobs_->failure = absl::PermissionDeniedError("the role may not read");
  EXPECT_THAT(Body(*Open(StoreRemote(), Blobs()), 0),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("the role may not read")));
}

TEST_F(RemoteFacts, NeedATeamStore) {
  const auto nowhere = std::make_shared<FetchedBlobs>(environment_, nullptr);
  EXPECT_THAT(Body(*Open(StoreRemote(), nowhere), 0),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("waymark config set team")));
}

TEST_F(RemoteFacts, ThatWereFetchedLongestAgoMakeRoom) {
  const SegmentId segment = StoreRemote();
  constexpr std::uint64_t kBound = 4096;
  for (int i = 0; i < kRemoteRecords; i += kRecordsOfChunk) {
    ASSERT_THAT(Body(*Open(segment, Blobs(kBound)), i), IsOkAndHolds(BodyOf(i)));
  }
  const auto txn = environment_->BeginRead();
  std::uint64_t bytes = 0;
  auto cursor = Cursor::Open(*txn, Table::kFetched);
  for (bool found = *cursor->SeekAtLeast(std::string(1, '\0')); found; found = *cursor->Next()) {
    bytes += cursor->value().size();
  }
  EXPECT_LE(bytes, kBound);
  EXPECT_GT(bytes, kBound / 2);
  EXPECT_EQ(*txn->Count(Table::kFetched), *txn->Count(Table::kFetchedOrder));
}

TEST_F(RemoteFacts, ThatWereDamagedSinceAreFetchedAgain) {
  const SegmentId segment = StoreRemote();
  ASSERT_THAT(Body(*Open(segment, Blobs()), 0), IsOkAndHolds(BodyOf(0)));
  {
    const BlobHash& first = pack_.chunks.front().bodies;
    const std::string_view key(reinterpret_cast<const char*>(first.bytes.data()), 32);
    auto txn = environment_->BeginWrite();
    ASSERT_TRUE(txn->Put(Table::kFetched, key, "other bytes").ok());
    ASSERT_TRUE(std::move(*txn).Commit().ok());
  }
  EXPECT_THAT(Body(*Open(segment, Blobs()), 0), IsOkAndHolds(BodyOf(0)));
  EXPECT_EQ(blobs_->fetched, kBlobsPerFetch + 1);
}

TEST_F(RemoteFacts, OfAPackThatDoesNotFitAreRefused) {
  SegmentSpace space(environment_, 100);
  for (const std::uint32_t records : {0U, 19U, 21U, 65U}) {
    RemotePack other = pack_;
    other.chunks[3].records = records;
    EXPECT_THAT(WriteRemoteFacts(space, other), StatusIs(absl::StatusCode::kDataLoss)) << records;
  }
}

}  // namespace
}  // namespace waymark::graph
