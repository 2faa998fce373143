#include "services/call_queue.h"

#include <utility>

namespace waymark::services {

CallQueue::CallQueue(unsigned threads, std::size_t max_waiting) : max_waiting_(max_waiting) {
  threads_.reserve(threads);
  for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
}

CallQueue::~CallQueue() {
  {
    MutexLock lock(mutex_);
    ends_ = true;
    waiting_.clear();
    changed_.NotifyAll();
  }
  for (std::thread& thread : threads_) thread.join();
}

bool CallQueue::Push(std::function<void()> call) {
  MutexLock lock(mutex_);
  if (waiting_.size() >= max_waiting_) return false;
  waiting_.push_back(std::move(call));
  changed_.NotifyAll();
  return true;
}

bool CallQueue::WaitUntilIdle(std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  MutexLock lock(mutex_);
  while (!waiting_.empty() || running_ != 0) {
    if (!changed_.WaitUntil(lock, deadline)) return false;
  }
  return true;
}

void CallQueue::Work() {
  for (;;) {
    std::function<void()> call;
    {
      MutexLock lock(mutex_);
      while (!ends_ && waiting_.empty()) changed_.Wait(lock);
      if (ends_) return;
      call = std::move(waiting_.front());
      waiting_.pop_front();
      ++running_;
    }
    call();
    MutexLock lock(mutex_);
    --running_;
    changed_.NotifyAll();
  }
}

}  // namespace waymark::services
