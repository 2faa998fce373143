// Whether the caller still wants an answer, asked now and then.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "constants.h"

namespace waymark::retrieval {

class CancelPoll {
 public:
  // `flag` may be null. `what` names the work, for the message.
  CancelPoll(const std::atomic<bool>* flag, std::string_view what) : flag_(flag), what_(what) {}

  // Call once a symbol or so; it looks at the flag every kCancelInterval calls, the first included.
  absl::Status Check() {
    if (flag_ == nullptr || calls_++ % kCancelInterval != 0 ||
        !flag_->load(std::memory_order_relaxed)) {
      return absl::OkStatus();
    }
    return absl::CancelledError(std::string(what_) + ": cancelled by the caller");
  }

 private:
  const std::atomic<bool>* flag_;
  std::string_view what_;
  std::uint32_t calls_ = 0;
};

}  // namespace waymark::retrieval
