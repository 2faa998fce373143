#include "daemon/freed_memory.h"

#include <gtest/gtest.h>

namespace waymark::services {
namespace {

using std::chrono::seconds;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

class FreedMemoryTest : public ::testing::Test {
 protected:
  // Looks each second for so long.
  void LookFor(int count) {
    for (int i = 0; i < count; ++i) memory_.Look(now_ += seconds(1));
  }

  std::uint64_t live_ = 40 * kMiB;
  std::uint64_t resident_ = live_;
  int trims_ = 0;
  FreedMemory::Clock::time_point now_ = FreedMemory::Clock::time_point(seconds(100));
  FreedMemory memory_{[this] { return resident_; },
                      [this] {
                        ++trims_;
                        resident_ = live_;
                      }};
};

TEST_F(FreedMemoryTest, IsGivenBackWithinSecondsOfItsUse) {
  LookFor(60);
  EXPECT_EQ(trims_, 0);

  resident_ = 240 * kMiB;
  LookFor(1);

  EXPECT_EQ(resident_, 40 * kMiB);
  LookFor(60);
  EXPECT_EQ(trims_, 1);
}

TEST_F(FreedMemoryTest, IsGivenBackHoweverLongItWasUsed) {
  live_ = resident_ = 240 * kMiB;
  LookFor(600);
  live_ = 40 * kMiB;

  LookFor(20);

  EXPECT_EQ(resident_, 40 * kMiB);
}

TEST_F(FreedMemoryTest, IsSeldomLookedForWhileItIsUsed) {
  live_ = resident_ = 240 * kMiB;
  LookFor(600);
  EXPECT_LE(trims_, 600 / 20 + 2);
}

TEST_F(FreedMemoryTest, OfFewBytesIsKept) {
  resident_ = 55 * kMiB;
  LookFor(60);
  EXPECT_EQ(trims_, 0);
}

}  // namespace
}  // namespace waymark::services
