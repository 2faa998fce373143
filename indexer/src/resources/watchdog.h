// Ends the process if work on one file, or a stage on all files, takes more processor time than any
// input needs.
//
// Parses and lookups are bounded by counts. A loop that no count covers, in a grammar's scanner or
// by a bug in the resolver, cannot be ended within the process. So the process ends: it names its
// work, and the store stays as last published. This is a safety net: it never changes the result of
// a run that ends (decision 13).
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
// Limit of a thread's processor time in a stage on all files, as a multiple of that for one file:
// half an hour.
inline constexpr int kStageOfFileTime = 6;

// Thread-safe. Starts a thread when something is watched.
class Watchdog {
 public:
  class StageScope;

  explicit Watchdog(std::chrono::milliseconds max_file_time) : max_file_time_(max_file_time) {}

  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  // Work of the calling thread on the file `path`. With `parse`, a file that was stuck is never
  // parsed again by any process.
  class Scope {
   public:
    Scope(Watchdog& watch, const char* doing, std::string path,
          graph::CrashJournal::Work* parse = nullptr);
    // The calling thread's part in a stage, which must outlive it.
    explicit Scope(const StageScope& stage);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    friend class Watchdog;
    void Begin();
    // Processor time of the thread, read by the watchdog's thread.
    std::chrono::nanoseconds TimeTaken() const;

    Watchdog& watch_;
    const char* const doing_;
    const std::string path_;
    graph::CrashJournal::Work* const parse_;
    const std::chrono::milliseconds limit_;
    ::clockid_t clock_{};
    std::chrono::nanoseconds began_{};
  };

  // A stage on all files of `path`: work of the calling thread and of the threads of its
  // ParallelFor, each with a Scope of its own.
  class StageScope {
   public:
    StageScope(Watchdog& watch, const char* doing, std::string path);
    ~StageScope();
    StageScope(const StageScope&) = delete;
    StageScope& operator=(const StageScope&) = delete;

    // The innermost stage of the calling thread; null if there is none.
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
