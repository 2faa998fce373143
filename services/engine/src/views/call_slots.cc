#include "services/call_slots.h"

#include <chrono>

namespace waymark::services {
namespace {

constexpr std::chrono::milliseconds kLook{50};

}  // namespace

std::size_t CallSlots::waiting() {
  const MutexLock lock(mutex_);
  return waiting_.size();
}

CallSlots::Turn::Turn(CallSlots& slots, const std::atomic<bool>* cancelled) : slots_(slots) {
  MutexLock lock(slots_.mutex_);
  if (slots_.free_ != 0) {
    --slots_.free_;
    has_come_ = true;
    return;
  }
  Waiting own;
  slots_.waiting_.push_back(&own);
  const auto is_cancelled = [&] { return cancelled != nullptr && *cancelled; };
  while (!own.has_come && !is_cancelled()) {
    own.woken.WaitUntil(lock, std::chrono::steady_clock::now() + kLook);
  }
  has_come_ = own.has_come;
  if (!has_come_) slots_.waiting_.remove(&own);
}

CallSlots::Turn::~Turn() {
  if (!has_come_) return;
  const MutexLock lock(slots_.mutex_);
  if (slots_.waiting_.empty()) {
    ++slots_.free_;
    return;
  }
  Waiting& next = *slots_.waiting_.front();
  slots_.waiting_.pop_front();
  next.has_come = true;
  next.woken.NotifyOne();  // before the lock is gone, and with it perhaps the one that waits
}

}  // namespace waymark::services
