// Limits how many calls run at a time. Further calls wait for their turn, in order of arrival.
#pragma once

#include <atomic>
#include <cstddef>
#include <list>

#include "graph/mutex.h"

namespace waymark::services {

// Thread-safe.
class CallSlots {
 public:
  explicit CallSlots(unsigned slots) : free_(slots) {}

  // Number of calls that wait for their turn.
  std::size_t waiting();

  class Turn {
   public:
    // Waits for a slot, or until `cancelled` is set, which may be null and is polled at intervals.
    Turn(CallSlots& slots, const std::atomic<bool>* cancelled);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    // False if the wait ended because of `cancelled`.
    bool has_come() const { return has_come_; }

   private:
    CallSlots& slots_;
    bool has_come_ = false;
  };

 private:
  // Every waiting call has its own condition: if all were woken at once, all but one would go back
  // to sleep.
  struct Waiting {
    CondVar woken;
    bool has_come = false;
  };

  Mutex mutex_;
  unsigned free_ WM_GUARDED_BY(mutex_);  // 0 while any call waits
  std::list<Waiting*> waiting_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
