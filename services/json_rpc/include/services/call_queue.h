// Runs calls on threads of their own while further messages are read.
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
  // Waits for running calls; drops waiting ones.
  ~CallQueue();
  CallQueue(const CallQueue&) = delete;
  CallQueue& operator=(const CallQueue&) = delete;

  // False if too many calls wait.
  bool Push(std::function<void()> call);
  // Waits until no call waits or runs. False if `limit` passes before.
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
