#include "postgres/stored_bytes.h"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using testing::IsOkAndHolds;
using testing::StatusIs;

std::string Noise(std::size_t size) {
  std::minstd_rand random(7);
  std::string bytes;
  while (bytes.size() < size) bytes += static_cast<char>(random() >> 8);
  return bytes;
}

TEST(StoredBytes, ComeBackAndAreNeverLongerThanOneByteMore) {
  StoredBytesEncoder encoder;
  for (const std::string& bytes :
       {std::string(), std::string("a"), std::string(100'000, 'a'), Noise(100'000)}) {
    const std::string stored = encoder.Encode(bytes);
    EXPECT_LE(stored.size(), bytes.size() + 1);
    EXPECT_THAT(DecodeStoredBytes(stored, bytes.size()), IsOkAndHolds(bytes));
  }
}

TEST(StoredBytes, OfAnotherSizeAreDamaged) {
  StoredBytesEncoder encoder;
  for (const std::string& bytes : {std::string(1'000, 'a'), Noise(1'000)}) {
    const std::string stored = encoder.Encode(bytes);
    EXPECT_THAT(DecodeStoredBytes(stored, 999), StatusIs(absl::StatusCode::kDataLoss));
    EXPECT_THAT(DecodeStoredBytes(stored, std::size_t{1} << 60),
                StatusIs(absl::StatusCode::kDataLoss));
    EXPECT_THAT(DecodeStoredBytes(stored.substr(0, stored.size() - 1), 1'000),
                StatusIs(absl::StatusCode::kDataLoss));
  }
  EXPECT_THAT(DecodeStoredBytes("", 0), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(DecodeStoredBytes("\x02 abc", 4), StatusIs(absl::StatusCode::kDataLoss));
}

}  // namespace
}  // namespace waymark::services
