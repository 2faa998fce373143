#include "daemon/freed_memory.h"

#include <algorithm>
#include <utility>

#include <malloc.h>

#include "metrics/process_usage.h"

namespace waymark::services {
namespace {

// Less is not worth a trim, during which no thread of the process gets memory for milliseconds.
constexpr std::uint64_t kWorthTrimming = std::uint64_t{16} << 20;
constexpr std::chrono::seconds kLeastPause{5};
constexpr std::chrono::seconds kLongestPause{20};

}  // namespace

FreedMemory::FreedMemory(std::function<std::uint64_t()> anonymous_bytes, std::function<void()> trim)
    : anonymous_bytes_(std::move(anonymous_bytes)),
      trim_(std::move(trim)),
      least_bytes_(anonymous_bytes_()),
      pause_(kLeastPause) {}

FreedMemory::FreedMemory() : FreedMemory(ReadAnonymousBytes, [] { malloc_trim(0); }) {}

void FreedMemory::Look(Clock::time_point now) {
  const std::uint64_t bytes = anonymous_bytes_();
  least_bytes_ = std::min(least_bytes_, bytes);
  if (bytes < least_bytes_ + kWorthTrimming) return;
  if (bytes >= left_bytes_ + kWorthTrimming) pause_ = kLeastPause;
  if (now < trimmed_at_ + pause_) return;
  trim_();
  trimmed_at_ = now;
  left_bytes_ = anonymous_bytes_();
  const bool gave_back = left_bytes_ + kWorthTrimming <= bytes;
  pause_ = gave_back ? Clock::duration(kLeastPause)
                     : std::min<Clock::duration>(2 * pause_, kLongestPause);
}

}  // namespace waymark::services
