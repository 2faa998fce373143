#include "services/call_slots.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/mutex.h"
#include "testing/wait_for.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;

TEST(CallSlots, LetNoMoreInThanThereAre) {
  constexpr int kSlots = 3;
  CallSlots slots(kSlots);
  std::atomic<int> inside{0};
  std::atomic<int> most{0};
  std::atomic<int> done{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 20; ++i) {
    threads.emplace_back([&] {
      const CallSlots::Turn turn(slots, nullptr);
      EXPECT_TRUE(turn.has_come());
      const int now = ++inside;
      for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      --inside;
      ++done;
    });
  }
  for (std::thread& thread : threads) thread.join();

  EXPECT_EQ(done, 20);
  EXPECT_LE(most, kSlots);
}

TEST(CallSlots, WhoCameFirstIsLetInFirst) {
  CallSlots slots(1);
  auto first = std::make_unique<CallSlots::Turn>(slots, nullptr);
  Mutex mutex;
  std::vector<int> order;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      const CallSlots::Turn turn(slots, nullptr);
      const MutexLock lock(mutex);
      order.push_back(i);
    });
    const std::size_t waiting = threads.size();
    EXPECT_TRUE(testing::WaitFor([&] { return slots.waiting() == waiting; }));
  }
  first = nullptr;
  for (std::thread& thread : threads) thread.join();

  EXPECT_THAT(order, ElementsAre(0, 1, 2, 3));
}

TEST(CallSlots, WhoIsNotWaitedForGetsNone) {
  CallSlots slots(1);
  std::atomic<bool> cancelled{false};
  auto first = std::make_unique<CallSlots::Turn>(slots, nullptr);
  std::thread other([&] {
    const CallSlots::Turn second(slots, &cancelled);
    EXPECT_FALSE(second.has_come());
  });
  cancelled = true;
  other.join();
  first = nullptr;

  const CallSlots::Turn third(slots, &cancelled);
  EXPECT_TRUE(third.has_come());
}

}  // namespace
}  // namespace waymark::services
