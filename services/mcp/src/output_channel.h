// Lines to the client, written whole, from any thread.
#pragma once

#include <string>

#include <absl/status/status.h>

#include "graph/mutex.h"

namespace waymark::services {

// Thread-safe.
class OutputChannel {
 public:
  explicit OutputChannel(int descriptor) : descriptor_(descriptor) {}

  // Adds the end of the line. After a failure nothing more is written.
  void Send(std::string line);
  // Unavailable once the client took no more.
  absl::Status status();

 private:
  const int descriptor_;
  Mutex mutex_;
  absl::Status status_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
