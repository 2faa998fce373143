// A clock that stands until a test turns it, for what happens after a time or only within one.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>

namespace waymark::testing {

// Thread-safe. Outlives whatever looks at it.
class TurnedClock {
 public:
  using Clock = std::chrono::steady_clock;

  std::function<Clock::time_point()> Hands() {
    return [this] {
      ++looks_;
      return begin_ + Clock::duration(turned_);
    };
  }

  void Turn(Clock::duration by) { turned_ += by.count(); }

  // How often it was looked at.
  std::uint64_t looks() const { return looks_; }

 private:
  const Clock::time_point begin_ = Clock::now();
  std::atomic<Clock::rep> turned_{0};
  std::atomic<std::uint64_t> looks_{0};
};

}  // namespace waymark::testing
