// Reads a client's bytes until a stop is requested.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>

#include <absl/status/statusor.h>

namespace waymark::services {

// Waits for bytes and overwrites `buffer` with those that came, at most as many as its size.
// Returns their number; 0 at the end of the input. Cancelled at most half a second after `stopped`
// is set: a signal that sets it does not interrupt a read that has not begun or runs in another
// thread. `stopped` may be null. Unavailable if `input` cannot be read.
absl::StatusOr<std::size_t> ReadInput(int input, std::string& buffer,
                                      const std::atomic<bool>* stopped);

}  // namespace waymark::services
