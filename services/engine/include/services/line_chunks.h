// Collects the lines of a stream into chunks, so that each message is worth its cost.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "services/limits.h"
#include "services/verbs.h"
#include "wire/payload.h"

namespace waymark::services {

// Not thread-safe.
class LineChunks {
 public:
  // The sink must outlive this.
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

// Sends an answer that is known as a whole as a stream. The first row is sent at once, in GCF with
// the lines above it.
absl::Status StreamRows(const wire::Payload& payload, const StreamSink& sink);

// The same for the answer to a client that may hold earlier ones: what is sent in place of a
// payload is sent as it is.
absl::Status StreamAnswer(const ContextAnswer& answer, const StreamSink& sink);

}  // namespace waymark::services
