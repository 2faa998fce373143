// Writes messages to a descriptor, each as a whole, from any thread, until it is told to stop.
#pragma once

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "graph/mutex.h"

namespace waymark::services {

// Thread-safe. The descriptor may be blocking; it stays the caller's.
class MessageOutput {
 public:
  // `interrupted` stops the writing too; it may be null.
  explicit MessageOutput(int descriptor, const std::atomic<bool>* interrupted = nullptr)
      : descriptor_(descriptor), interrupted_(interrupted) {}

  // Writes the message and a line feed; waits while the reader takes no bytes. False if it was not
  // written. While another message is written in pieces the message waits, and counts as written.
  bool Send(std::string_view message);
  // Writes a piece of a message as it is. Only one message at a time is sent in pieces.
  void SendPiece(std::string_view bytes, bool is_last);

  // Nothing is written any more once this returns; a write that waits ends within a moment.
  void Stop();

  // Whether the reader is gone, or the writing was stopped.
  bool has_ended() const { return is_stopped_ || (interrupted_ != nullptr && *interrupted_); }

 private:
  bool Write(std::string_view bytes) WM_REQUIRES(mutex_);

  const int descriptor_;
  const std::atomic<bool>* const interrupted_;
  std::atomic<bool> is_stopped_{false};
  Mutex mutex_;
  bool is_in_pieces_ WM_GUARDED_BY(mutex_) = false;
  std::vector<std::string> waiting_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
