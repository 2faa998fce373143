// How many calls are at work at a time; those beyond wait for their turn.
#pragma once

#include <atomic>

#include "graph/mutex.h"

namespace waymark::services {

// Thread-safe. Those that wait are let in one by one, in no order.
class CallSlots {
 public:
  explicit CallSlots(int slots) : free_(slots) {}

  class Turn {
   public:
    // Waits for a slot, at most until `cancelled`, which is looked at now and then.
    Turn(CallSlots& slots, const std::atomic<bool>& cancelled);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    // False when nobody waits for the call any more.
    bool has_come() const { return has_come_; }

   private:
    CallSlots& slots_;
    bool has_come_ = false;
  };

 private:
  Mutex mutex_;
  CondVar freed_;
  int free_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
