#include "views/watched_view.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <malloc.h>

#include "indexer/history.h"

namespace waymark::services {
namespace {

// A call takes some milliseconds, during which no other thread of the process gets memory.
constexpr std::chrono::seconds kTrimEvery{5};

std::uint64_t UnixSecondsNow() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(
                                        std::chrono::system_clock::now().time_since_epoch())
                                        .count());
}

}  // namespace

WatchedView::WatchedView(const Environment& environment, graph::ViewKey key,
                         std::filesystem::path root)
    : environment_(environment),
      key_(std::move(key)),
      root_(std::move(root)),
      updater_(environment.store, {.root = root_,
                                   .repository_name = key_.repository,
                                   .cancelled = &environment.cancelled}) {
  MutexLock lock(mutex_);
  state_.key = key_;
}

bool WatchedView::NeedsWatcher() {
  return watcher_ == nullptr || watcher_->state().mode == indexer::WatchMode::kLost;
}

bool WatchedView::HasChanges() { return open_.Any() || has_batch_; }

WatchedView::Clock::time_point WatchedView::ClosesAt() {
  return held_ == nullptr ? Clock::time_point::max() : held_at_ + kHoldFor;
}

WatchedView::Clock::time_point WatchedView::FoldsAt() {
  return should_fold_ ? std::max(retry_at_, last_change_ + kFoldAfter) : Clock::time_point::max();
}

// After the fold, if one is due.
WatchedView::Clock::time_point WatchedView::ReleasesAt() {
  return has_memory_ && !should_fold_ ? last_change_ + kReleaseAfter : Clock::time_point::max();
}

bool WatchedView::Hold(std::shared_ptr<const graph::ReadView> state) {
  MutexLock lock(mutex_);
  held_at_ = Clock::now();
  held_.swap(state);
  return state == nullptr;
  // The held view is released outside the lock.
}

void WatchedView::LetGo() {
  std::shared_ptr<const graph::ReadView> held;
  MutexLock lock(mutex_);
  held.swap(held_);
}

WatchedView::Clock::time_point WatchedView::Due() {
  MutexLock lock(mutex_);
  if (is_lost_) return Clock::time_point::max();
  return watcher_ == nullptr || HasChanges() || reads_history_
             ? retry_at_
             : std::min({ClosesAt(), FoldsAt(), ReleasesAt()});
}

void WatchedView::Work() {
  bool needs_watcher = false;
  bool has_changes = false;
  bool reads_history = false;
  {
    MutexLock lock(mutex_);
    needs_watcher = NeedsWatcher();
    has_changes = HasChanges();
    reads_history = reads_history_;
  }
  if (needs_watcher) {
    StartWatching();
  } else if (has_changes) {
    TakeBatch();
    Update();
  } else if (reads_history) {
    ReadHistory();
  } else {
    Rest();
  }
}

bool WatchedView::IsLost() {
  MutexLock lock(mutex_);
  return is_lost_;
}

// The watcher starts first; then the existing tree is compared with the view once.
void WatchedView::StartWatching() {
  indexer::WatchOptions options = environment_.options.watch;
  options.root = root_;
  options.on_ready = [this] {
    has_batch_ = true;
    StopFolding();
    environment_.wake();
  };
  absl::StatusOr<std::unique_ptr<indexer::Watcher>> watcher =
      indexer::Watcher::Start(std::move(options));
  if (!watcher.ok()) {
    OnTrouble(watcher.status());
    return;
  }
  std::shared_ptr<indexer::Watcher> next = *std::move(watcher);
  {
    MutexLock lock(mutex_);
    watcher_.swap(next);
    open_.everything = true;
  }
  // A watcher that lost its root is destroyed here, outside the lock.
}

void WatchedView::TakeBatch() {
  if (!has_batch_.exchange(false)) return;
  MutexLock lock(mutex_);
  // Under the lock, so that a change is always either pending or open.
  std::optional<indexer::WatchBatch> batch = watcher_->Next(Clock::now());
  if (!batch.has_value()) return;
  open_.everything = open_.everything || batch->rescan;
  open_.head_moved = open_.head_moved || batch->head_moved;
  open_.paths.insert(batch->paths.begin(), batch->paths.end());
}

void WatchedView::Update() {
  OpenChanges changes;
  {
    MutexLock lock(mutex_);
    changes = open_;
  }
  if (!changes.Any()) return;
  LetGo();
  const graph::CrashJournal::Work work(environment_.crash_journal, KeyOfUpdate(key_),
                                       kMaxDeathsOfUpdate);
  if (!work.may_begin()) {
    OnTrouble(absl::FailedPreconditionError(
        fmt::format("{} processes in a row died while updating it; it stays as it is until "
                    "`waymark index` succeeds",
                    kMaxDeathsOfUpdate)));
    return;
  }
  const Clock::time_point began = Clock::now();
  const std::vector<std::string> paths(changes.paths.begin(), changes.paths.end());
  const bool compares_all = changes.everything || changes.head_moved;
  const absl::StatusOr<indexer::UpdateReport> report =
      compares_all ? updater_.Update() : updater_.Update(paths);
  if (report.ok()) {
    OnPublished(*report, paths.size(), std::chrono::duration<double>(Clock::now() - began).count());
  } else {
    OnTrouble(report.status());
  }
  if (Clock::now() >= trimmed_at_ + kTrimEvery) TrimMemory();
}

void WatchedView::OnPublished(const indexer::UpdateReport& report, std::size_t paths,
                              double seconds) {
  const bool is_published = report.publication != indexer::Publication::kNothing;
  {
    MutexLock lock(mutex_);
    open_ = {};
    state_.is_caught_up = true;
    state_.trouble.clear();
    retry_at_ = {};
    retry_pause_ = kMinRetryPause;
    last_change_ = Clock::now();
    should_fold_ = report.should_fold;
    has_memory_ = true;
    reads_history_ = true;
    if (is_published) {
      ++state_.updates;
      state_.last_update_unix_seconds = UnixSecondsNow();
      state_.last_update_seconds = seconds;
    }
  }
  if (!is_published) return;
  Log(LogLine("update")
          .With("repository", key_.repository)
          .With("generation", report.index.generation)
          .With("paths", paths)
          .With("resolved", report.files_resolved)
          .With("seconds", seconds));
}

// The history is not part of the view, which can answer meanwhile. A change cancels the reading; it
// begins again after the change.
void WatchedView::ReadHistory() {
  stop_folding_ = false;
  if (has_batch_ || environment_.cancelled) return;  // since before the flag was cleared
  const absl::StatusOr<indexer::HistoryReport> report =
      indexer::UpdateHistory(environment_.store, key_, {.threads = 1, .cancelled = &stop_folding_});
  if (absl::IsCancelled(report.status())) return;
  {
    MutexLock lock(mutex_);
    if (absl::IsUnavailable(report.status())) {  // somebody else writes
      retry_at_ = Clock::now() + kMaxRetryPause;
      return;
    }
    // Another error would recur; the next update tries again.
    reads_history_ = false;
  }
  if (!report.ok()) {
    Log(LogLine("history-trouble")
            .With("repository", key_.repository)
            .With("reason", std::string(report.status().message())));
  } else if (report->read > 0) {
    Log(LogLine("history")
            .With("repository", key_.repository)
            .With("commits", report->commits)
            .With("read", report->read)
            .With("seconds", report->seconds));
  }
}

void WatchedView::Fold() {
  stop_folding_ = false;
  if (has_batch_ || environment_.cancelled) return;  // since before the flag was cleared
  LetGo();
  const absl::StatusOr<indexer::UpdateReport> report = updater_.Fold(&stop_folding_);
  if (absl::IsCancelled(report.status())) return;
  // Another error would recur; the next update tries again.
  MutexLock lock(mutex_);
  should_fold_ = false;
}

// Memory that updates free lies between live blocks, so the allocator keeps it; with constant
// changes the process would grow without bound.
void WatchedView::TrimMemory() {
  malloc_trim(0);
  trimmed_at_ = Clock::now();
}

// After a while without changes: closes views without questions, folds a large overlay, then
// releases memory.
void WatchedView::Rest() {
  const Clock::time_point now = Clock::now();
  bool closes = false;
  bool folds = false;
  bool releases = false;
  {
    MutexLock lock(mutex_);
    closes = now >= ClosesAt();
    folds = now >= FoldsAt();
    releases = now >= ReleasesAt();
  }
  if (closes) LetGo();
  if (folds) Fold();
  if (!releases) return;
  updater_.ReleaseMemory();
  TrimMemory();
  MutexLock lock(mutex_);
  has_memory_ = false;
}

void WatchedView::OnTrouble(const absl::Status& status) {
  // Another thread of this process wants to write; the changes stay open.
  if (absl::IsCancelled(status)) return;
  {
    MutexLock lock(mutex_);
    if (absl::IsAborted(status)) {  // somebody else published meanwhile
      retry_at_ = Clock::now() + kMinRetryPause;
      return;
    }
    is_lost_ = absl::IsNotFound(status);
    const bool is_news = state_.trouble != status.message();
    state_.trouble = std::string(status.message());
    retry_at_ = Clock::now() + retry_pause_;
    retry_pause_ = std::min<Clock::duration>(retry_pause_ * 2, kMaxRetryPause);
    if (!is_news) return;
  }
  Log(LogLine("update-trouble")
          .With("repository", key_.repository)
          .With("reason", std::string(status.message())));
}

void WatchedView::Log(const LogLine& line) const {
  if (environment_.options.log) environment_.options.log(line.text());
}

std::optional<std::uint64_t> WatchedView::FilesDiffering() {
  MutexLock lock(mutex_);
  if (watcher_ == nullptr || !state_.is_caught_up || is_lost_ || open_.everything) {
    return std::nullopt;
  }
  if (watcher_->state().mode != indexer::WatchMode::kNotified) return std::nullopt;
  const indexer::PendingChanges pending = watcher_->Pending();
  if (pending.everything) return std::nullopt;
  std::uint64_t files = open_.paths.size();
  for (const std::string& path : pending.paths) files += 1 - open_.paths.count(path);
  return files;
}

RefresherState WatchedView::State() {
  MutexLock lock(mutex_);
  RefresherState state = state_;
  if (watcher_ != nullptr) state.watch = watcher_->state();
  return state;
}

}  // namespace waymark::services
