// Ends the process when work on one file takes more time of the processor than any file needs.
//
// Parses and look-ups are bounded by counting. What a count does not see - a scanner of a grammar
// that loops, a mistake in the resolver - nothing within the process can end, so the process goes:
// it says of which file, and the store is as it was last published. It is a safety net: no outcome
// of a run depends on it but that there is one (decision 13).
#pragma once

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <time.h>

#include "graph/crash_book.h"
#include "graph/mutex.h"

namespace waymark::indexer {

inline constexpr int kStuckExitCode = 3;

// Thread-safe. Has a thread once something is watched.
class StuckWatch {
 public:
  explicit StuckWatch(std::chrono::milliseconds limit) : limit_(limit) {}

  ~StuckWatch();
  StuckWatch(const StuckWatch&) = delete;
  StuckWatch& operator=(const StuckWatch&) = delete;

  // Work of the calling thread on `path`, which outlives the scope. With `parse`, no process parses
  // it again once it was stuck.
  class Scope {
   public:
    Scope(StuckWatch& watch, const char* doing, const std::string& path,
          graph::CrashBook::Work* parse = nullptr);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    friend class StuckWatch;
    // Of the thread, which the watch reads from its own.
    std::chrono::nanoseconds TimeTaken() const;

    StuckWatch& watch_;
    const char* const doing_;
    const std::string& path_;
    graph::CrashBook::Work* const parse_;
    ::clockid_t clock_{};
    std::chrono::nanoseconds began_{};
  };

 private:
  void Run();
  [[noreturn]] void End(const Scope& scope) const;

  const std::chrono::milliseconds limit_;
  Mutex mutex_;
  CondVar changed_;
  std::vector<Scope*> scopes_ WM_GUARDED_BY(mutex_);
  bool ends_ WM_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace waymark::indexer
