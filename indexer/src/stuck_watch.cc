#include "stuck_watch.h"

#include <algorithm>

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

namespace waymark::indexer {
namespace {

constexpr std::chrono::milliseconds kMaxLook{500};

}  // namespace

StuckWatch::~StuckWatch() {
  {
    const MutexLock lock(mutex_);
    ends_ = true;
    changed_.NotifyAll();
  }
  if (thread_.joinable()) thread_.join();
}

void StuckWatch::Run() {
  MutexLock lock(mutex_);
  while (!ends_) {
    for (const Scope* const scope : scopes_) {
      if (scope->TimeTaken() > limit_) End(*scope);
    }
    changed_.WaitUntil(lock, std::chrono::steady_clock::now() + std::min(limit_, kMaxLook));
  }
}

// Without a destructor: the thread that is stuck holds whatever it holds.
void StuckWatch::End(const Scope& scope) const {
  if (scope.parse_ != nullptr) scope.parse_->Condemn();
  const std::string text = fmt::format(
      "waymark: {} {} took more than {} s of the processor, and no limit ended it; this process "
      "ends instead{}\n",
      scope.doing_, scope.path_, std::chrono::duration<double>(limit_).count(),
      scope.parse_ == nullptr ? "" : ", and from now on the file is skipped, as parse_limit");
  [[maybe_unused]] const ::ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(kStuckExitCode);
}

StuckWatch::Scope::Scope(StuckWatch& watch, const char* doing, const std::string& path,
                         graph::CrashBook::Work* parse)
    : watch_(watch), doing_(doing), path_(path), parse_(parse) {
  ::pthread_getcpuclockid(::pthread_self(), &clock_);
  began_ = TimeTaken();
  const MutexLock lock(watch_.mutex_);
  watch_.scopes_.push_back(this);
  if (!watch_.thread_.joinable()) watch_.thread_ = std::thread([&watch] { watch.Run(); });
}

StuckWatch::Scope::~Scope() {
  const MutexLock lock(watch_.mutex_);
  std::erase(watch_.scopes_, this);
}

std::chrono::nanoseconds StuckWatch::Scope::TimeTaken() const {
  ::timespec time{};
  ::clock_gettime(clock_, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec) - began_;
}

}  // namespace waymark::indexer
