#include "daemon/call_watch.h"

#include <algorithm>

namespace waymark::services {
namespace {

// The longest time that a call continues after its client is gone.
constexpr std::chrono::milliseconds kInterval{10};

}  // namespace

CallWatch::CallWatch() : thread_([this] { Run(); }) {}

CallWatch::~CallWatch() {
  {
    MutexLock lock(mutex_);
    stopping_ = true;
    changed_.NotifyAll();
  }
  thread_.join();
}

std::chrono::steady_clock::duration CallWatch::IdleTime() {
  MutexLock lock(mutex_);
  if (!scopes_.empty()) return {};
  return std::chrono::steady_clock::now() - last_end_;
}

void CallWatch::StopTaking(std::chrono::steady_clock::duration patience) {
  const auto limit = std::chrono::steady_clock::now() + patience;
  MutexLock lock(mutex_);
  takes_calls_ = false;
  while (!scopes_.empty() && std::chrono::steady_clock::now() < limit) {
    changed_.WaitUntil(lock, limit);
  }
  waits_for_none_ = true;
}

void CallWatch::Run() {
  MutexLock lock(mutex_);
  while (!stopping_) {
    if (scopes_.empty()) {
      changed_.Wait(lock);
      continue;
    }
    for (Scope* scope : scopes_) {
      const bool has_ended =
          scope->end_ == CallEnd::kWithDaemon ? waits_for_none_ : scope->context_.IsCancelled();
      if (has_ended) scope->cancelled_.store(true, std::memory_order_relaxed);
    }
    changed_.WaitUntil(lock, std::chrono::steady_clock::now() + kInterval);
  }
}

CallWatch::Scope::Scope(CallWatch& watch, const grpc::ServerContext& context, CallEnd end)
    : watch_(watch), context_(context), end_(end) {
  MutexLock lock(watch_.mutex_);
  is_taken_ = watch_.takes_calls_;
  watch_.scopes_.push_back(this);
  // Wakes the thread only if it sleeps because there were no calls; otherwise it wakes by itself.
  if (watch_.scopes_.size() == 1) watch_.changed_.NotifyAll();
}

CallWatch::Scope::~Scope() {
  MutexLock lock(watch_.mutex_);
  watch_.scopes_.erase(std::find(watch_.scopes_.begin(), watch_.scopes_.end(), this));
  watch_.last_end_ = std::chrono::steady_clock::now();
  if (!watch_.takes_calls_) watch_.changed_.NotifyAll();
}

}  // namespace waymark::services
