#include "views/background.h"

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace waymark::services {
namespace {

// A tenth of the time that a question beside it gets, and all when there is none.
constexpr int kNiceness = 10;

}  // namespace

void LetOthersGoFirst() {
  // On Linux niceness is a thread's. Where it cannot be set, work is done all the same.
  const auto thread = static_cast<id_t>(::syscall(SYS_gettid));
  [[maybe_unused]] const int ignored = ::setpriority(PRIO_PROCESS, thread, kNiceness);
}

}  // namespace waymark::services
