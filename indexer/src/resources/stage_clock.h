// Measures the time of a part of a run.
#pragma once

#include <chrono>

namespace waymark::indexer {

// Adds the time from its construction to its destruction.
class StageClock {
 public:
  explicit StageClock(double& seconds) : seconds_(seconds), began_(Clock::now()) {}

  ~StageClock() { seconds_ += std::chrono::duration<double>(Clock::now() - began_).count(); }

  StageClock(const StageClock&) = delete;
  StageClock& operator=(const StageClock&) = delete;

 private:
  using Clock = std::chrono::steady_clock;

  double& seconds_;
  const Clock::time_point began_;
};

}  // namespace waymark::indexer
