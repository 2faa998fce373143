#include "views/after_others.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "graph/status.h"

namespace waymark::services {
namespace {

using Clock = std::chrono::steady_clock;

// How long a run waits for other runs to end, of this process and of others.
constexpr std::chrono::minutes kWriterPatience{10};
constexpr std::chrono::milliseconds kFirstLook{50};
constexpr std::chrono::milliseconds kLongestLook{2000};

absl::Status Sleep(std::chrono::milliseconds time, const CallControl& control) {
  const Clock::time_point end = Clock::now() + time;
  while (Clock::now() < end) {
    WM_RETURN_IF_ERROR(control.Check());
    std::this_thread::sleep_for(std::min(time, kFirstLook));
  }
  return control.Check();
}

}  // namespace

absl::Status AfterOthers(const CallControl& control, const std::function<absl::Status()>& run) {
  const Clock::time_point limit = Clock::now() + kWriterPatience;
  for (std::chrono::milliseconds pause = kFirstLook;; pause = std::min(2 * pause, kLongestLook)) {
    absl::Status status = run();
    const bool comes_later = absl::IsUnavailable(status) || absl::IsAborted(status);
    if (!comes_later || Clock::now() >= limit) return status;
    WM_RETURN_IF_ERROR(Sleep(pause, control));
  }
}

}  // namespace waymark::services
