// What a client sends, read until somebody asks for an end.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>

#include <absl/status/statusor.h>

namespace waymark::services {

// Waits for bytes and overwrites `buffer` with as many as came, at most as it has. Gives their
// number; 0 at the end of the input. Cancelled once `stopped` is set, at the latest half a second
// later: a signal that sets it interrupts no read which has not begun, or which another thread is
// in. It may be null. Unavailable when `input` cannot be read.
absl::StatusOr<std::size_t> ReadInput(int input, std::string& buffer,
                                      const std::atomic<bool>* stopped);

}  // namespace waymark::services
