#include "metrics/call_metrics.h"

#include <algorithm>

namespace waymark::services {

void CallMetrics::Come() {
  const MutexLock lock(mutex_);
  ++counts_.waiting;
}

void CallMetrics::Begin() {
  const MutexLock lock(mutex_);
  --counts_.waiting;
  ++counts_.running;
}

void CallMetrics::End(std::string_view verb, absl::StatusCode code,
                      std::chrono::duration<double> took) {
  const auto* const bound =
      std::lower_bound(kLatencyBounds.begin(), kLatencyBounds.end(), took.count());
  const MutexLock lock(mutex_);
  --counts_.running;
  VerbCounts& counts = counts_.verbs[verb];
  ++counts.buckets[static_cast<std::size_t>(bound - kLatencyBounds.begin())];
  counts.seconds += took.count();
  ++counts.ends[code];
}

CallMetrics::Snapshot CallMetrics::Take() {
  const MutexLock lock(mutex_);
  return counts_;
}

}  // namespace waymark::services
