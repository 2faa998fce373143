// Work on several threads with a result that does not depend on their number.
#pragma once

#include <cstddef>
#include <functional>

#include <absl/status/status.h>

namespace waymark::indexer {

// The given number, or one per core if it is 0; between 1 and kMaxThreads.
inline constexpr unsigned kMaxThreads = 256;
unsigned ThreadCount(unsigned wanted);

// Calls work(thread, index) for each index in [0, count), in any order; `thread` is below
// `threads`. Returns when all are done. The threads count for the watchdog's stage of the calling
// thread (watchdog.h). If the system starts fewer threads, those share the work, at least the
// calling one.
void ParallelFor(unsigned threads, std::size_t count,
                 const std::function<void(unsigned thread, std::size_t index)>& work);

// The untyped part of OrderedParallel.
struct OrderedWork {
  std::size_t count = 0;
  std::function<void(unsigned thread, std::size_t index)> produce;
  std::function<absl::Status(std::size_t index)> consume;
  // Called on the calling thread at least every tenth of a second; may be empty.
  std::function<absl::Status()> tick;
};

// Runs produce on `threads` threads, at most 2 * threads + 2 indices ahead of consume, which runs
// on the calling thread in order of the indices. Ends at the first error of consume or tick, after
// waiting for running calls of produce. If the system starts fewer threads, those do all the work;
// ResourceExhausted if it starts none.
absl::Status RunOrdered(unsigned threads, const OrderedWork& work);

}  // namespace waymark::indexer
