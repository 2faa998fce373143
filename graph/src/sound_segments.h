// Which segments were found to be as they were written.
//
// A damaged page mostly decodes: zeros are edges of the first label, empty names, lists that end.
// Answers from it look like any other, so the hashes of what a view shows are compared before the
// first of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>

#include <absl/status/status.h>

#include "graph/ids.h"
#include "segment_reader.h"

namespace waymark::graph {

// Segments of more bytes are compared by Store::Verify() alone: no question waits longer than
// hashing as much takes, some 20 ms on two cores. The base of a view of 200,000 symbols.
inline constexpr std::uint64_t kMaxCheckedBytes = 64 << 20;

class SoundSegments {
 public:
  // DataLoss when the bytes are not those written. Costs nothing for a segment that was found sound
  // before, since no number is used twice.
  absl::Status Check(SegmentId id, const SegmentReader& segment) {
    if (segment.bytes() > kMaxCheckedBytes || sound_.count(id) > 0 || is_off) {
      return absl::OkStatus();
    }
    absl::Status status = segment.Verify();
    if (!status.ok()) return status;
    sound_.insert(id);
    if (sound_.size() > kMaxRemembered) sound_.erase(sound_.begin());  // the oldest
    return status;
  }

  // Test seam: nothing is compared in this process, so that damage is read.
  static inline bool is_off = false;

 private:
  static constexpr std::size_t kMaxRemembered = 1024;

  std::set<SegmentId> sound_;
};

}  // namespace waymark::graph
