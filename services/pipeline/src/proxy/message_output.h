// Writes messages to a descriptor, each as a whole, from any thread, until it is told to stop.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "graph/mutex.h"

namespace waymark::services {

// When to give up a reader.
struct OutputLimits {
  const std::atomic<bool>* interrupted = nullptr;  // stops the writing; may be null
  int source = -1;  // the descriptor that the messages come from; -1: they come from this process
  // How long to wait for a reader that takes nothing once the other end of `source` is closed.
  std::chrono::milliseconds patience{0};
};

// Thread-safe. The descriptor may be blocking; it stays the caller's.
class MessageOutput {
 public:
  explicit MessageOutput(int descriptor, const OutputLimits& limits = {})
      : descriptor_(descriptor), limits_(limits) {}

  // Writes the message and a line feed; waits while the reader takes no bytes. False if it was not
  // written. While another message is written in pieces the message waits, and counts as written.
  bool Send(std::string_view message);
  // Writes a piece of a message as it is. Only one message at a time is sent in pieces.
  void SendPiece(std::string_view bytes, bool is_last);

  // Nothing is written any more once this returns; a write that waits ends within a moment.
  void Stop();

  // Whether the reader is gone or was given up, or the writing was stopped.
  bool has_ended() const {
    return is_stopped_ || (limits_.interrupted != nullptr && *limits_.interrupted);
  }

 private:
  bool Write(std::string_view bytes) WM_REQUIRES(mutex_);

  const int descriptor_;
  const OutputLimits limits_;
  std::atomic<bool> is_stopped_{false};
  Mutex mutex_;
  bool is_in_pieces_ WM_GUARDED_BY(mutex_) = false;
  std::vector<std::string> waiting_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
