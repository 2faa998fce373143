// Counts calls by verb and outcome, and measures how long they take.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>

#include <absl/status/status.h>

#include "graph/mutex.h"

namespace waymark::services {

// Upper bounds of the histogram, in seconds. Longer calls are in the last bucket of VerbCounts.
inline constexpr std::array<double, 14> kLatencyBounds = {
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60};

struct VerbCounts {
  std::array<std::uint64_t, kLatencyBounds.size() + 1> buckets{};  // not cumulative
  double seconds = 0;                                              // sum over all calls
  std::map<absl::StatusCode, std::uint64_t> ends;                  // calls by outcome
};

// Thread-safe.
class CallMetrics {
 public:
  void Come();   // a call begins to wait for its turn
  void Begin();  // a waiting call begins to run
  // `verb` must outlive the object.
  void End(std::string_view verb, absl::StatusCode code, std::chrono::duration<double> took);

  struct Snapshot {
    std::map<std::string_view, VerbCounts> verbs;
    std::uint64_t waiting = 0;
    std::uint64_t running = 0;
  };

  Snapshot Take();

 private:
  Mutex mutex_;
  Snapshot counts_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
