#include "resources/parallel.h"

#include <atomic>
#include <cstddef>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include "testing/status_matchers.h"

namespace waymark::indexer {
namespace {

using testing::IsOk;
using testing::StatusIs;

constexpr unsigned kThreads = 4;
constexpr std::size_t kCount = 100;

// While it lives, no thread can be started: each would need a stack larger than any memory.
class NoMoreThreads {
 public:
  NoMoreThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t endless;
    pthread_attr_init(&endless);
    pthread_attr_setstacksize(&endless, std::size_t{1} << 46);
    EXPECT_EQ(pthread_setattr_default_np(&endless), 0);
    pthread_attr_destroy(&endless);
  }

  NoMoreThreads(const NoMoreThreads&) = delete;
  NoMoreThreads& operator=(const NoMoreThreads&) = delete;

  ~NoMoreThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }

 private:
  pthread_attr_t before_{};
};

std::vector<int> VisitsOfParallelFor() {
  std::vector<std::atomic<int>> visits(kCount);
  ParallelFor(kThreads, kCount, [&](unsigned thread, std::size_t index) {
    EXPECT_LT(thread, kThreads);
    ++visits[index];
  });
  return {visits.begin(), visits.end()};
}

absl::Status RunInOrder(std::vector<std::size_t>& consumed) {
  OrderedWork work;
  work.count = kCount;
  work.produce = [](unsigned, std::size_t) {};
  work.consume = [&](std::size_t index) {
    consumed.push_back(index);
    return absl::OkStatus();
  };
  return RunOrdered(kThreads, work);
}

TEST(ParallelFor, VisitsEveryIndexOnce) {
  EXPECT_EQ(VisitsOfParallelFor(), std::vector<int>(kCount, 1));
}

TEST(ParallelFor, DoesAllTheWorkItselfWhenNoThreadStarts) {
  const NoMoreThreads scarcity;

  EXPECT_EQ(VisitsOfParallelFor(), std::vector<int>(kCount, 1));
}

TEST(RunOrdered, ConsumesInOrder) {
  std::vector<std::size_t> consumed;
  ASSERT_THAT(RunInOrder(consumed), IsOk());

  std::vector<std::size_t> all(kCount);
  std::iota(all.begin(), all.end(), std::size_t{0});
  EXPECT_EQ(consumed, all);
}

TEST(RunOrdered, SaysThatNoThreadStarts) {
  const NoMoreThreads scarcity;
  std::vector<std::size_t> consumed;

  EXPECT_THAT(RunInOrder(consumed), StatusIs(absl::StatusCode::kResourceExhausted,
                                             ::testing::HasSubstr("start 4 threads")));
  EXPECT_TRUE(consumed.empty());
}

}  // namespace
}  // namespace waymark::indexer
