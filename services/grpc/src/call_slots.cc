#include "call_slots.h"

#include <chrono>

namespace waymark::services {
namespace {

constexpr std::chrono::milliseconds kLook{50};

}  // namespace

CallSlots::Turn::Turn(CallSlots& slots, const std::atomic<bool>& cancelled) : slots_(slots) {
  MutexLock lock(slots_.mutex_);
  while (slots_.free_ == 0 && !cancelled) {
    slots_.freed_.WaitUntil(lock, std::chrono::steady_clock::now() + kLook);
  }
  if (cancelled) return;
  --slots_.free_;
  has_come_ = true;
}

CallSlots::Turn::~Turn() {
  if (!has_come_) return;
  {
    const MutexLock lock(slots_.mutex_);
    ++slots_.free_;
  }
  slots_.freed_.NotifyOne();
}

}  // namespace waymark::services
