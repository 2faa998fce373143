#include "graph/mutex.h"

#include <chrono>
#include <deque>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace waymark {
namespace {

// The smallest use of all three types together: what goes in at one end comes out at the other.
class Mailbox {
 public:
  void Put(int letter) WM_EXCLUDES(mutex_) {
    {
      MutexLock lock(mutex_);
      letters_.push_back(letter);
    }
    arrived_.NotifyOne();
  }

  int Take() WM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    while (letters_.empty()) arrived_.Wait(lock);
    const int letter = letters_.front();
    letters_.pop_front();
    return letter;
  }

  bool WaitUntil(std::chrono::steady_clock::time_point deadline) WM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    return arrived_.WaitUntil(lock, deadline);
  }

 private:
  Mutex mutex_;
  CondVar arrived_;
  std::deque<int> letters_ WM_GUARDED_BY(mutex_);
};

TEST(Mutex, CarriesEveryLetterBetweenThreads) {
  constexpr int kWriters = 4;
  constexpr int kLettersEach = 1000;
  Mailbox mailbox;
  std::vector<std::thread> writers;

  for (int writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([&mailbox] {
      for (int i = 0; i < kLettersEach; ++i) mailbox.Put(1);
    });
  }
  int sum = 0;
  for (int i = 0; i < kWriters * kLettersEach; ++i) sum += mailbox.Take();
  for (std::thread& writer : writers) writer.join();

  EXPECT_EQ(sum, kWriters * kLettersEach);
}

TEST(CondVar, WaitUntilReportsThatTheTimeHasPassed) {
  Mailbox mailbox;

  EXPECT_FALSE(mailbox.WaitUntil(std::chrono::steady_clock::now()));
}

}  // namespace
}  // namespace waymark
