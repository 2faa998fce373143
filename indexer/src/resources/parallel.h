// Work spread over threads with an outcome that does not depend on them.
#pragma once

#include <cstddef>
#include <functional>

#include <absl/status/status.h>

namespace waymark::indexer {

// The given number, or one a core when it is 0; at least 1, at most kMaxThreads.
inline constexpr unsigned kMaxThreads = 256;
unsigned ThreadCount(unsigned wanted);

// Calls work(thread, index) for each index in [0, count), in no order; `thread` is below `threads`.
// Returns when all are done. Threads are watched as the calling one is in its stage
// (watchdog.h). Where the system starts fewer threads, those share the work, the calling one at
// least.
void ParallelFor(unsigned threads, std::size_t count,
                 const std::function<void(unsigned thread, std::size_t index)>& work);

// The untyped half of OrderedParallel.
struct OrderedWork {
  std::size_t count = 0;
  std::function<void(unsigned thread, std::size_t index)> produce;
  std::function<absl::Status(std::size_t index)> consume;
  // Called from the calling thread at least every tenth of a second; may be empty.
  std::function<absl::Status()> tick;
};

// Runs produce on `threads` threads, at most 2 * threads + 2 indices ahead of consume, which runs
// on the calling thread in order of the indices. Ends early with the first error of consume or
// tick; what is being produced then is waited for. Fewer threads that the system starts do all the
// work; ResourceExhausted when it starts none.
absl::Status RunOrdered(unsigned threads, const OrderedWork& work);

}  // namespace waymark::indexer
