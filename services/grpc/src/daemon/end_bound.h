// A bound on the time that a daemon takes to end. A thread may be held where nothing can cancel it,
// in a file system that does not answer or in a library.
#pragma once

#include <chrono>
#include <thread>

#include "graph/mutex.h"

namespace waymark::services {

class EndBound {
 public:
  EndBound() = default;
  // Lifts the bound: the end is reached.
  ~EndBound();
  EndBound(const EndBound&) = delete;
  EndBound& operator=(const EndBound&) = delete;

  // Ends the process after `patience` with a line in the log, status 0 and no destructors: a store
  // keeps its last committed state. Call at most once.
  void Start(std::chrono::milliseconds patience);

 private:
  Mutex mutex_;
  CondVar changed_;
  bool is_reached_ WM_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace waymark::services
