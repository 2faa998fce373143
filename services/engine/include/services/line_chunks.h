// Lines of a stream in chunks, so that a message is worth its cost.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "services/limits.h"
#include "services/verbs.h"

namespace waymark::services {

// Not thread-safe.
class LineChunks {
 public:
  // The sink outlives it.
  explicit LineChunks(const LinesSink& sink) : sink_(sink) {}

  absl::Status Add(std::string_view line) {
    text_ += line;
    return text_.size() < kStreamChunkBytes ? absl::OkStatus() : Flush();
  }

  absl::Status Flush() {
    if (text_.empty()) return absl::OkStatus();
    const absl::Status status = sink_(text_);
    text_.clear();
    return status;
  }

 private:
  const LinesSink& sink_;
  std::string text_;
};

}  // namespace waymark::services
