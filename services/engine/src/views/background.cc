#include "views/background.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace waymark::services {
namespace {

// Gives about a tenth of the processor time of a concurrent question, and all of it without one.
constexpr int kNiceness = 10;

}  // namespace

void LetOthersGoFirst() {
  // On Linux niceness belongs to a thread. If it cannot be set, the work is done all the same.
  const auto thread = static_cast<id_t>(::syscall(SYS_gettid));
  [[maybe_unused]] const int ignored = ::setpriority(PRIO_PROCESS, thread, kNiceness);
}

}  // namespace waymark::services
