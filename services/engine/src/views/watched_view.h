// One view that is kept current: its watcher, its open changes, and the time of its next work.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "graph/crash_journal.h"
#include "graph/mutex.h"
#include "graph/store.h"
#include "indexer/updater.h"
#include "indexer/watcher.h"
#include "services/log_line.h"
#include "services/view_refresher.h"

namespace waymark::services {

class WatchedView {
 public:
  using Clock = std::chrono::steady_clock;

  // The environment of a view: it calls `wake` from any thread when it becomes due, and `log` as in
  // RefresherOptions. `cancelled` ends an update. All must outlive the view.
  struct Environment {
    graph::Store& store;
    const RefresherOptions& options;
    graph::CrashJournal& crash_journal;
    const std::atomic<bool>& cancelled;
    std::function<void()> wake;
  };

  WatchedView(const Environment& environment, graph::ViewKey key, std::filesystem::path root);

  const graph::ViewKey& key() const { return key_; }

  const std::filesystem::path& root() const { return root_; }

  // The time at which Work() has something to do; Clock::time_point::max() if only an event can
  // cause work.
  Clock::time_point Due();
  // Does one due piece of work. Called by one thread at a time.
  void Work();

  // As in ViewRefresher. Returns true if no state was held before, so that Due() may be earlier.
  bool Hold(std::shared_ptr<const graph::ReadView> state);
  // Releases the held state, if there is one.
  void LetGo();

  // Cancels a running fold; it is begun again later.
  void StopFolding() { stop_folding_ = true; }

  // The checkout is gone; the view need not be kept any more.
  bool IsLost();

  // As in ViewRefresher. May be called while Work() runs.
  std::optional<std::uint64_t> FilesDiffering();
  RefresherState State();

 private:
  // Changes that were taken from the watcher and are not published yet.
  struct OpenChanges {
    bool everything = false;
    bool head_moved = false;
    std::set<std::string> paths;

    bool Any() const { return everything || head_moved || !paths.empty(); }
  };

  bool NeedsWatcher() WM_REQUIRES(mutex_);
  bool HasChanges() WM_REQUIRES(mutex_);
  // When a view without changes is tidied up; max(): never.
  Clock::time_point ClosesAt() WM_REQUIRES(mutex_);
  Clock::time_point FoldsAt() WM_REQUIRES(mutex_);
  Clock::time_point ReleasesAt() WM_REQUIRES(mutex_);
  void StartWatching();
  void TakeBatch();
  void Update();
  void ReadHistory();
  void Fold();
  void Rest();
  void TrimMemory();
  void OnPublished(const indexer::UpdateReport& report, std::size_t paths, double seconds);
  void OnTrouble(const absl::Status& status);
  void Log(const LogLine& line) const;

  const Environment& environment_;
  const graph::ViewKey key_;
  const std::filesystem::path root_;
  std::atomic<bool> has_batch_{false};
  std::atomic<bool> stop_folding_{false};
  indexer::Updater updater_;           // of the thread that works
  Clock::time_point trimmed_at_ = {};  // likewise

  Mutex mutex_;
  std::shared_ptr<indexer::Watcher> watcher_ WM_GUARDED_BY(mutex_);
  OpenChanges open_ WM_GUARDED_BY(mutex_);
  RefresherState state_ WM_GUARDED_BY(mutex_);
  Clock::time_point retry_at_ WM_GUARDED_BY(mutex_);
  Clock::duration retry_pause_ WM_GUARDED_BY(mutex_) = kMinRetryPause;
  bool is_lost_ WM_GUARDED_BY(mutex_) = false;
  Clock::time_point last_change_ WM_GUARDED_BY(mutex_);
  bool reads_history_ WM_GUARDED_BY(mutex_) = false;  // the view may show another commit now
  bool should_fold_ WM_GUARDED_BY(mutex_) = false;
  bool has_memory_ WM_GUARDED_BY(mutex_) = false;  // the updater remembers something
  std::shared_ptr<const graph::ReadView> held_ WM_GUARDED_BY(mutex_);
  Clock::time_point held_at_ WM_GUARDED_BY(mutex_);  // the last question
};

}  // namespace waymark::services
