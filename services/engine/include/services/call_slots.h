// How many calls are at work at a time; those beyond wait for their turn, which comes in the order
// in which they came.
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

  // How many wait for their turn.
  std::size_t waiting();

  class Turn {
   public:
    // Waits for a slot, at most until `cancelled`, which may be null and is looked at now and then.
    Turn(CallSlots& slots, const std::atomic<bool>* cancelled);
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
  // Each is woken by itself: of many that are woken at once all but one would have to sleep again.
  struct Waiting {
    CondVar woken;
    bool has_come = false;
  };

  Mutex mutex_;
  unsigned free_ WM_GUARDED_BY(mutex_);  // 0 as long as somebody waits
  std::list<Waiting*> waiting_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
