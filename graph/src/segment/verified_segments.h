// Remembers which segments were found to be intact.
//
// A damaged page usually decodes: zeros are edges of the first label, empty names, lists that end.
// Answers from it look like any other, so the hashes of a view's data are compared before the first
// answer.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <utility>

#include <absl/status/status.h>

#include "graph/ids.h"
#include "segment/intact_segments.h"
#include "segment/segment_reader.h"

namespace waymark::graph {

// Segments up to this size are compared at once, which takes up to 5 ms: the base of 40,000
// symbols.
inline constexpr std::uint64_t kMaxCheckedAtOnce = 8 << 20;
// Segments up to this size are compared, once, by a process that has had the store open for this
// long and will answer more than one question: 40 ms at most. Larger ones are compared by
// Store::Verify().
inline constexpr std::uint64_t kMaxCheckedBytes = 64 << 20;
inline constexpr std::chrono::seconds kCheckedAfter{1};

class VerifiedSegments {
 public:
  using Clock = std::chrono::steady_clock;

  // `opened` is the time at which the store was opened.
  explicit VerifiedSegments(Clock::time_point opened, std::shared_ptr<IntactSegments> intact =
                                                          std::make_shared<IntactSegments>())
      : opened_(opened), intact_(std::move(intact)) {}

  // Whether Check() has nothing more to do for the segment; no id is reused.
  bool IsSettled(SegmentId id) const { return settled_.count(id) > 0 || is_off; }

  // DataLoss if the bytes changed since they were written.
  absl::Status Check(SegmentId id, const SegmentReader& segment) {
    if (IsSettled(id)) return absl::OkStatus();
    const bool is_early = Clock::now() < opened_ + kCheckedAfter;
    if (is_early && segment.bytes() > kMaxCheckedAtOnce) return absl::OkStatus();
    if (segment.bytes() <= kMaxCheckedBytes) {
      absl::Status status = intact_->Check(id, segment);
      if (!status.ok()) return status;
    }
    settled_.insert(id);
    if (settled_.size() > kMaxRemembered) settled_.erase(settled_.begin());  // the oldest
    return absl::OkStatus();
  }

  void Forget() { settled_.clear(); }

  // Test seam: nothing is compared in this process, so that damage is read.
  static inline bool is_off = false;  // NOLINT(*-avoid-non-const-global-variables)

 private:
  static constexpr std::size_t kMaxRemembered = 1024;

  const Clock::time_point opened_;
  const std::shared_ptr<IntactSegments> intact_;
  std::set<SegmentId> settled_;
};

}  // namespace waymark::graph
