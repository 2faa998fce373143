#include "facts/facts_format.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include "graph/hash.h"
#include "model/bytes.h"
#include "testing/status_matchers.h"

namespace waymark::graph {
namespace {

using waymark::testing::IsOkAndHolds;
using waymark::testing::StatusIs;

std::string Compress(const std::string& raw) {
  std::string out(ZSTD_compressBound(raw.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), raw.data(), raw.size(), 1));
  return out;
}

// Two records: "one", "three".
std::string Chunk() { return std::string("\x02\x03\x05onethree", 11); }

TEST(FactsChunk, GivesItsRecords) {
  EXPECT_THAT(RecordOfChunk(Chunk(), 0), IsOkAndHolds("one"));
  EXPECT_THAT(RecordOfChunk(Chunk(), 1), IsOkAndHolds("three"));
  EXPECT_THAT(DecompressChunk(Compress(Chunk()), 11), IsOkAndHolds(Chunk()));
}

TEST(FactsChunk, DamageIsDataLoss) {
  EXPECT_THAT(RecordOfChunk(Chunk(), 2), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(RecordOfChunk("", 0), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(RecordOfChunk(Chunk().substr(0, 8), 1), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(DecompressChunk(Compress(Chunk()), 12), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(DecompressChunk("not zstd", 11), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(DecompressChunk("", 0), StatusIs(absl::StatusCode::kDataLoss));
}

// A frame that claims more than any chunk holds is refused before memory is taken for it.
TEST(FactsChunk, AHugeClaimIsDataLoss) {
  EXPECT_THAT(DecompressChunk(Compress(std::string(200 << 20, 'x')), 200 << 20),
              StatusIs(absl::StatusCode::kDataLoss));
}

TEST(FactsKeyBytes, SortAsTheKeysDo) {
  const FactsKey a{1, 255, HashContent("a")};
  const FactsKey b{1, 256, HashContent("a")};
  const FactsKey c{2, 0, HashContent("a")};

  EXPECT_LT(a, b);
  EXPECT_LT(ToBytes(a), ToBytes(b));
  EXPECT_LT(ToBytes(b), ToBytes(c));
}

}  // namespace
}  // namespace waymark::graph
