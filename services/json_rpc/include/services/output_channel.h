// Sends messages to the client, each as a whole, from any thread.
#pragma once

#include <string>

#include <absl/status/status.h>

#include "graph/mutex.h"

namespace waymark::services {

// How a reader finds the end of a message.
enum class Framing {
  kLines,          // a message is a line
  kContentLength,  // a header says how many bytes follow
};

// Thread-safe.
class OutputChannel {
 public:
  OutputChannel(int descriptor, Framing framing) : descriptor_(descriptor), framing_(framing) {}

  // `message` has no line breaks. After a failure nothing more is written.
  void Send(const std::string& message);
  // Unavailable once the client takes no more data.
  absl::Status status();

 private:
  const int descriptor_;
  const Framing framing_;
  Mutex mutex_;
  absl::Status status_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
