// Calls that are worked on beside the reading of further messages.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "graph/mutex.h"

namespace waymark::services {

// Thread-safe.
class CallQueue {
 public:
  CallQueue(unsigned threads, std::size_t max_waiting);
  // Waits for what runs; what waits is dropped.
  ~CallQueue();
  CallQueue(const CallQueue&) = delete;
  CallQueue& operator=(const CallQueue&) = delete;

  // False when too many wait.
  bool Push(std::function<void()> call);
  // Whether nothing waited or ran any more before `limit` had passed.
  bool WaitUntilIdle(std::chrono::milliseconds limit);

 private:
  void Work();

  const std::size_t max_waiting_;
  Mutex mutex_;
  CondVar changed_;
  std::deque<std::function<void()>> waiting_ WM_GUARDED_BY(mutex_);
  std::size_t running_ WM_GUARDED_BY(mutex_) = 0;
  bool ends_ WM_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_;
};

}  // namespace waymark::services
