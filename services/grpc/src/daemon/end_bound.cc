#include "daemon/end_bound.h"

#include <cstdlib>

#include <spdlog/spdlog.h>
#include <unistd.h>

#include "services/log_line.h"

namespace waymark::services {

EndBound::~EndBound() {
  if (!thread_.joinable()) return;
  {
    const MutexLock lock(mutex_);
    is_reached_ = true;
    changed_.NotifyAll();
  }
  thread_.join();
}

void EndBound::Start(std::chrono::milliseconds patience) {
  thread_ = std::thread([this, patience] {
    const auto limit = std::chrono::steady_clock::now() + patience;
    MutexLock lock(mutex_);
    while (!is_reached_ && std::chrono::steady_clock::now() < limit) {
      changed_.WaitUntil(lock, limit);
    }
    if (is_reached_) return;
    spdlog::warn("{}", LogLine("cut").With("ms", patience.count()).text());
    spdlog::default_logger()->flush();
    ::_exit(EXIT_SUCCESS);
  });
}

}  // namespace waymark::services
