// Processor time of a thread, which other programs on the machine do not add to.
#pragma once

#include <ctime>

namespace waymark::bench {

// Seconds of processor time that the calling thread has used. Costs a call of the kernel.
inline double ThreadSeconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace waymark::bench
