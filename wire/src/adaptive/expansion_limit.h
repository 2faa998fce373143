// Counts what a text makes when it is read, since a short text can stand for a very long value.
#pragma once

#include <cstddef>

#include <absl/status/status.h>
#include <fmt/format.h>

#include "wire/adaptive.h"

namespace waymark::wire {

class ExpansionLimit {
 public:
  // ResourceExhausted if more than kMaxExpandedBytes were made.
  absl::Status Add(std::size_t bytes) {
    bytes_ += bytes;
    if (bytes_ <= kMaxExpandedBytes) return absl::OkStatus();
    return absl::ResourceExhaustedError(
        fmt::format("expand: the text stands for more than {} MiB", kMaxExpandedBytes >> 20));
  }

 private:
  std::size_t bytes_ = 0;
};

}  // namespace waymark::wire
