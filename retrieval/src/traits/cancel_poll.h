// Polls at intervals whether the caller still wants an answer.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "traits/constants.h"

namespace waymark::retrieval {

// `flag` may be null. `what` names the work in the message.
inline absl::Status CheckNotCancelled(const std::atomic<bool>* flag, std::string_view what) {
  if (flag == nullptr || !flag->load(std::memory_order_relaxed)) return absl::OkStatus();
  return absl::CancelledError(std::string(what) + ": cancelled by the caller");
}

class CancelPoll {
 public:
  CancelPoll(const std::atomic<bool>* flag, std::string_view what) : flag_(flag), what_(what) {}

  // Call about once per symbol; it reads the flag every kCancelInterval calls, the first included.
  absl::Status Check() {
    return calls_++ % kCancelInterval == 0 ? CheckNotCancelled(flag_, what_) : absl::OkStatus();
  }

 private:
  const std::atomic<bool>* flag_;
  std::string_view what_;
  std::uint32_t calls_ = 0;
};

}  // namespace waymark::retrieval
