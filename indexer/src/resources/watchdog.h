// Ends the process when work on one file, or a stage on all of them, takes more time of the
// processor than any needs.
//
// Parses and look-ups are bounded by counting. What a count does not see - a scanner of a grammar
// that loops, a mistake in the resolver - nothing within the process can end, so the process goes:
// it says at what it was, and the store is as it was last published. It is a safety net: no outcome
// of a run depends on it but that there is one (decision 13).
#pragma once

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <time.h>

#include "graph/crash_journal.h"
#include "graph/mutex.h"

namespace waymark::indexer {

inline constexpr int kStuckExitCode = 3;
// Of what one thread may take for a file, what it may take for a stage on all files: half an hour.
inline constexpr int kStageOfFileTime = 6;

// Thread-safe. Has a thread once something is watched.
class Watchdog {
 public:
  class StageScope;

  explicit Watchdog(std::chrono::milliseconds max_file_time) : max_file_time_(max_file_time) {}

  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  // Work of the calling thread on the file `path`. With `parse`, no process parses it again once it
  // was stuck.
  class Scope {
   public:
    Scope(Watchdog& watch, const char* doing, std::string path,
          graph::CrashJournal::Work* parse = nullptr);
    // The part that the calling thread has in a stage, which outlives it.
    explicit Scope(const StageScope& stage);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    friend class Watchdog;
    void Begin();
    // Of the thread, which the watch reads from its own.
    std::chrono::nanoseconds TimeTaken() const;

    Watchdog& watch_;
    const char* const doing_;
    const std::string path_;
    graph::CrashJournal::Work* const parse_;
    const std::chrono::milliseconds limit_;
    ::clockid_t clock_{};
    std::chrono::nanoseconds began_{};
  };

  // A stage on all files of `path`: work of the calling thread, and of those that ParallelFor gives
  // a share of it, each of which has a Scope of its own.
  class StageScope {
   public:
    StageScope(Watchdog& watch, const char* doing, std::string path);
    ~StageScope();
    StageScope(const StageScope&) = delete;
    StageScope& operator=(const StageScope&) = delete;

    // The innermost one of the calling thread; null: it is in none.
    static const StageScope* Current();

   private:
    friend class Scope;
    Watchdog& watch_;
    const char* const doing_;
    const std::string path_;
    const StageScope* const outer_;
    const Scope own_;
  };

 private:
  void Run();
  [[noreturn]] void End(const Scope& scope) const;

  const std::chrono::milliseconds max_file_time_;
  Mutex mutex_;
  CondVar changed_;
  std::vector<Scope*> scopes_ WM_GUARDED_BY(mutex_);
  bool ends_ WM_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace waymark::indexer
