#include "services/view_refresher.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <system_error>
#include <thread>
#include <utility>

#include "graph/hash.h"
#include "graph/mutex.h"
#include "indexer/indexer.h"
#include "views/background.h"
#include "views/watched_view.h"

namespace waymark::services {

graph::WorkKey KeyOfUpdate(const graph::ViewKey& key) {
  return FieldHasher("waymark.update.v1")
      .Add(key.repository)
      .Add(key.view)
      .Finish<graph::WorkKey>();
}

class ViewRefresher::Impl {
 public:
  Impl(graph::Store& store, RefresherOptions options);
  ~Impl();

  void Keep(const graph::ViewKey& key, const std::filesystem::path& root);
  std::shared_ptr<WatchedView> Find(const graph::ViewKey& key);
  void Hold(const graph::ViewKey& key, std::shared_ptr<const graph::ReadView> state);
  void BeginPause();
  void EndPause();

 private:
  struct Entry {
    std::shared_ptr<WatchedView> view;
    std::uint64_t last_use = 0;
  };

  void KeepRecordedViews();
  void Interrupt() WM_REQUIRES(mutex_);
  void Run();
  std::shared_ptr<WatchedView> WaitForDue();
  std::shared_ptr<WatchedView> NextDue(WatchedView::Clock::time_point& wake_at) WM_REQUIRES(mutex_);
  void Wake();

  const RefresherOptions options_;
  std::atomic<bool> cancelled_{false};
  graph::CrashJournal crash_journal_;
  const WatchedView::Environment environment_;

  Mutex mutex_;
  CondVar changed_;
  std::map<graph::ViewKey, Entry> entries_ WM_GUARDED_BY(mutex_);
  std::uint64_t uses_ WM_GUARDED_BY(mutex_) = 0;
  int pauses_ WM_GUARDED_BY(mutex_) = 0;
  bool is_working_ WM_GUARDED_BY(mutex_) = false;
  bool stopping_ WM_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

ViewRefresher::Impl::Impl(graph::Store& store, RefresherOptions options)
    : options_(std::move(options)),
      crash_journal_(store.directory()),
      environment_{store, options_, crash_journal_, cancelled_, [this] { Wake(); }} {
  KeepRecordedViews();
  thread_ = std::thread([this] { Run(); });
}

ViewRefresher::Impl::~Impl() {
  {
    MutexLock lock(mutex_);
    stopping_ = true;
    Interrupt();
  }
  changed_.NotifyAll();
  thread_.join();
}

void ViewRefresher::Impl::KeepRecordedViews() {
  absl::StatusOr<std::vector<graph::ViewRecord>> records = environment_.store.Views();
  if (!records.ok()) return;  // the first question will say why
  std::erase_if(*records, [](const graph::ViewRecord& record) {
    std::error_code error;
    return indexer::IsCommitView(record.key) ||
           !std::filesystem::is_directory(record.root_path, error);
  });
  std::stable_sort(records->begin(), records->end(), [](const auto& a, const auto& b) {
    return a.indexed_unix_seconds > b.indexed_unix_seconds;
  });
  if (records->size() > kMaxViewsAtStart) records->resize(kMaxViewsAtStart);
  for (auto record = records->rbegin(); record != records->rend(); ++record) {
    Keep(record->key, record->root_path);
  }
}

void ViewRefresher::Impl::Keep(const graph::ViewKey& key, const std::filesystem::path& root) {
  std::shared_ptr<WatchedView>
      dropped;  // outlives the lock, since its watcher waits for its thread
  {
    MutexLock lock(mutex_);
    if (const auto found = entries_.find(key); found != entries_.end()) {
      found->second.last_use = ++uses_;
      return;
    }
    if (entries_.size() >= kMaxRefreshedViews) {
      const auto oldest = std::min_element(
          entries_.begin(), entries_.end(),
          [](const auto& a, const auto& b) { return a.second.last_use < b.second.last_use; });
      dropped = std::move(oldest->second.view);
      entries_.erase(oldest);
    }
    entries_[key] = {std::make_shared<WatchedView>(environment_, key, root), ++uses_};
  }
  changed_.NotifyAll();
}

std::shared_ptr<WatchedView> ViewRefresher::Impl::Find(const graph::ViewKey& key) {
  MutexLock lock(mutex_);
  const auto found = entries_.find(key);
  return found == entries_.end() ? nullptr : found->second.view;
}

void ViewRefresher::Impl::Hold(const graph::ViewKey& key,
                               std::shared_ptr<const graph::ReadView> state) {
  const std::shared_ptr<WatchedView> view = Find(key);
  if (view != nullptr && view->Hold(std::move(state))) Wake();
}

// Cancels the work on a view.
void ViewRefresher::Impl::Interrupt() {
  cancelled_ = true;
  for (const auto& [key, entry] : entries_) entry.view->StopFolding();
}

void ViewRefresher::Impl::BeginPause() {
  MutexLock lock(mutex_);
  ++pauses_;
  Interrupt();
  for (const auto& [key, entry] : entries_) entry.view->LetGo();
  while (is_working_) changed_.Wait(lock);
}

void ViewRefresher::Impl::EndPause() {
  {
    MutexLock lock(mutex_);
    --pauses_;
    if (pauses_ == 0 && !stopping_) cancelled_ = false;
  }
  changed_.NotifyAll();
}

// Taking the lock makes sure that no thread is about to wait after having missed the change.
void ViewRefresher::Impl::Wake() {
  { const MutexLock lock(mutex_); }
  changed_.NotifyAll();
}

// The view that has been due for longest; null, with the next time, if none is due.
std::shared_ptr<WatchedView> ViewRefresher::Impl::NextDue(WatchedView::Clock::time_point& wake_at) {
  std::shared_ptr<WatchedView> due;
  wake_at = WatchedView::Clock::time_point::max();
  for (const auto& [key, entry] : entries_) {
    const WatchedView::Clock::time_point at = entry.view->Due();
    if (at >= wake_at) continue;
    wake_at = at;
    due = entry.view;
  }
  return wake_at <= WatchedView::Clock::now() ? due : nullptr;
}

// Waits until a view is due. Null when the refresher ends.
std::shared_ptr<WatchedView> ViewRefresher::Impl::WaitForDue() {
  MutexLock lock(mutex_);
  is_working_ = false;
  changed_.NotifyAll();
  while (!stopping_) {
    WatchedView::Clock::time_point wake_at = WatchedView::Clock::time_point::max();
    std::shared_ptr<WatchedView> view = pauses_ == 0 ? NextDue(wake_at) : nullptr;
    if (view != nullptr) {
      is_working_ = true;
      return view;
    }
    if (wake_at == WatchedView::Clock::time_point::max()) {
      changed_.Wait(lock);
    } else {
      changed_.WaitUntil(lock, wake_at);
    }
  }
  return nullptr;
}

void ViewRefresher::Impl::Run() {
  LetOthersGoFirst();
  while (const std::shared_ptr<WatchedView> view = WaitForDue()) {
    view->Work();
    if (!view->IsLost()) continue;
    MutexLock lock(mutex_);
    entries_.erase(view->key());  // `view` keeps it alive beyond the lock
  }
}

ViewRefresher::ViewRefresher(graph::Store& store, RefresherOptions options)
    : impl_(std::make_unique<Impl>(store, std::move(options))) {}

ViewRefresher::~ViewRefresher() = default;

void ViewRefresher::Keep(const graph::ViewKey& key, const std::filesystem::path& root) {
  impl_->Keep(key, root);
}

void ViewRefresher::Hold(const graph::ViewKey& key, std::shared_ptr<const graph::ReadView> state) {
  impl_->Hold(key, std::move(state));
}

std::optional<std::uint64_t> ViewRefresher::FilesDiffering(const graph::ViewKey& key) {
  const std::shared_ptr<WatchedView> view = impl_->Find(key);
  return view == nullptr ? std::nullopt : view->FilesDiffering();
}

std::optional<RefresherState> ViewRefresher::StateOf(const graph::ViewKey& key) {
  const std::shared_ptr<WatchedView> view = impl_->Find(key);
  return view == nullptr ? std::nullopt : std::optional<RefresherState>(view->State());
}

ViewRefresher::Pause::Pause(ViewRefresher& refresher) : refresher_(refresher) {
  refresher_.impl_->BeginPause();
}

ViewRefresher::Pause::~Pause() { refresher_.impl_->EndPause(); }

}  // namespace waymark::services
