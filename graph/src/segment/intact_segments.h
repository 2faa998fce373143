// Segments whose bytes were compared with their hash by this process.
#pragma once

#include <set>

#include <absl/status/status.h>

#include "graph/ids.h"
#include "graph/mutex.h"
#include "segment/segment_reader.h"

namespace waymark::graph {

// Thread-safe.
class IntactSegments {
 public:
  // Compares a segment whole, whatever its size, the first time. DataLoss if its bytes changed
  // since they were written.
  absl::Status Check(SegmentId id, const SegmentReader& segment) {
    MutexLock lock(mutex_);
    if (intact_.count(id) > 0) return absl::OkStatus();
    absl::Status status = segment.Verify();
    if (!status.ok()) return status;
    intact_.insert(id);
    if (intact_.size() > kMaxRemembered) intact_.erase(intact_.begin());  // the oldest
    return absl::OkStatus();
  }

  void Forget() {
    MutexLock lock(mutex_);
    intact_.clear();
  }

 private:
  static constexpr std::size_t kMaxRemembered = 1024;

  Mutex mutex_;
  std::set<SegmentId> intact_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::graph
