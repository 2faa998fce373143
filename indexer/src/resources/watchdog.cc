#include "resources/watchdog.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <pthread.h>
#include <unistd.h>

namespace waymark::indexer {
namespace {

constexpr std::chrono::milliseconds kMaxLook{500};

// NOLINTNEXTLINE(*-avoid-non-const-global-variables): of each thread
thread_local const Watchdog::StageScope* current_stage = nullptr;

// A path as JSON escapes it, in ASCII: it may hold anything, and this goes to a terminal.
std::string EscapedPath(const std::string& path) {
  const std::string quoted =
      nlohmann::json(path).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  return quoted.substr(1, quoted.size() - 2);
}

}  // namespace

Watchdog::~Watchdog() {
  {
    const MutexLock lock(mutex_);
    ends_ = true;
    changed_.NotifyAll();
  }
  if (thread_.joinable()) thread_.join();
}

void Watchdog::Run() {
  MutexLock lock(mutex_);
  while (!ends_) {
    for (const Scope* const scope : scopes_) {
      if (scope->TimeTaken() > scope->limit_) End(*scope);
    }
    changed_.WaitUntil(lock, std::chrono::steady_clock::now() + std::min(max_file_time_, kMaxLook));
  }
}

// Runs no destructors: the stuck thread may hold locks.
void Watchdog::End(const Scope& scope) const {
  if (scope.parse_ != nullptr) scope.parse_->Condemn();
  const std::string text = fmt::format(
      "waymark: {} {} took more than {} s of the processor, and no limit ended it; this process "
      "ends instead{}\n",
      scope.doing_, EscapedPath(scope.path_), std::chrono::duration<double>(scope.limit_).count(),
      scope.parse_ == nullptr ? "" : ", and from now on the file is skipped, as parse_limit");
  [[maybe_unused]] const ::ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
  ::_exit(kStuckExitCode);
}

Watchdog::Scope::Scope(Watchdog& watch, const char* doing, std::string path,
                       graph::CrashJournal::Work* parse)
    : watch_(watch),
      doing_(doing),
      path_(std::move(path)),
      parse_(parse),
      limit_(watch.max_file_time_) {
  Begin();
}

Watchdog::Scope::Scope(const StageScope& stage)
    : watch_(stage.watch_),
      doing_(stage.doing_),
      path_(stage.path_),
      parse_(nullptr),
      limit_(kStageOfFileTime * stage.watch_.max_file_time_) {
  Begin();
}

void Watchdog::Scope::Begin() {
  ::pthread_getcpuclockid(::pthread_self(), &clock_);
  began_ = TimeTaken();
  const MutexLock lock(watch_.mutex_);
  watch_.scopes_.push_back(this);
  if (!watch_.thread_.joinable()) watch_.thread_ = std::thread([&watch = watch_] { watch.Run(); });
}

Watchdog::Scope::~Scope() {
  const MutexLock lock(watch_.mutex_);
  std::erase(watch_.scopes_, this);
}

std::chrono::nanoseconds Watchdog::Scope::TimeTaken() const {
  ::timespec time{};
  ::clock_gettime(clock_, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec) - began_;
}

Watchdog::StageScope::StageScope(Watchdog& watch, const char* doing, std::string path)
    : watch_(watch),
      doing_(doing),
      path_(std::move(path)),
      outer_(std::exchange(current_stage, this)),
      own_(*this) {}

Watchdog::StageScope::~StageScope() { current_stage = outer_; }

const Watchdog::StageScope* Watchdog::StageScope::Current() { return current_stage; }

}  // namespace waymark::indexer
