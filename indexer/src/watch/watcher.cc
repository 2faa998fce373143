#include "indexer/watcher.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <linux/magic.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "git/git_tree.h"
#include "graph/mutex.h"
#include "watch/watch_poll.h"
#include "watch/watch_tree.h"

namespace waymark::indexer {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Interval between checks of git's lock.
constexpr std::chrono::milliseconds kLockInterval{50};
// The pause between two walks is at least this multiple of the last walk's duration.
constexpr int kPollPauseFactor = 10;

constexpr std::int64_t kSmb2Magic = 0xFE534D42;
constexpr std::int64_t kCifsMagic = 0xFF534D42;

// File systems that can change without a notice to this kernel.
constexpr std::array<std::int64_t, 6> kSharedFileSystems = {
    NFS_SUPER_MAGIC, SMB_SUPER_MAGIC, kSmb2Magic, kCifsMagic, V9FS_MAGIC, CEPH_SUPER_MAGIC};

bool IsShared(const fs::path& root) {
  struct statfs status {};

  if (statfs(root.c_str(), &status) != 0) return false;
  return std::find(kSharedFileSystems.begin(), kSharedFileSystems.end(),
                   static_cast<std::int64_t>(status.f_type)) != kSharedFileSystems.end();
}

}  // namespace

class Watcher::Impl {
 public:
  explicit Impl(WatchOptions options) : options_(std::move(options)), poll_tree_(options_.root) {}

  ~Impl();

  absl::Status Start();
  std::optional<WatchBatch> Next(Clock::time_point deadline);
  PendingChanges Pending();
  WatchState state();

 private:
  // Changes of one batch, with their times.
  struct Changes {
    bool rescan = false;
    bool head_moved = false;
    std::set<std::string> paths;

    bool Any() const { return rescan || head_moved || !paths.empty(); }

    void Add(Changes&& other) {
      rescan = rescan || other.rescan;
      head_moved = head_moved || other.head_moved;
      paths.merge(other.paths);
      Bound();
    }

    // Listing more paths costs more than comparing the tree.
    void Bound() {
      if (paths.size() > kMaxTouchedPaths) rescan = true;
      if (rescan) paths.clear();
    }
  };

  void Run();
  void Wake() const;
  Clock::time_point Wait();
  void Collect() WM_REQUIRES(mutex_);
  void Note(TreeEvents&& events) WM_REQUIRES(mutex_);
  bool Deliver(Clock::time_point now) WM_REQUIRES(mutex_);
  bool IsGitWriting() const;
  Clock::time_point DueAt() const WM_REQUIRES(mutex_);
  void StartPolling(std::string reason) WM_REQUIRES(mutex_);

  const WatchOptions options_;
  PollTree poll_tree_;  // for the thread alone, once it runs
  fs::path git_directory_;
  int wake_ = -1;  // an eventfd

  Mutex mutex_;
  CondVar ready_changed_;
  std::unique_ptr<WatchTree> tree_ WM_GUARDED_BY(mutex_);  // null when polling
  WatchState state_ WM_GUARDED_BY(mutex_);
  bool stopping_ WM_GUARDED_BY(mutex_) = false;
  TreeEvents unsettled_ WM_GUARDED_BY(mutex_);  // flags alone
  Changes pending_ WM_GUARDED_BY(mutex_);
  bool git_active_ WM_GUARDED_BY(mutex_) = false;
  bool has_events_ WM_GUARDED_BY(mutex_) = false;
  Clock::time_point first_event_ WM_GUARDED_BY(mutex_);
  Clock::time_point last_event_ WM_GUARDED_BY(mutex_);
  Clock::time_point next_poll_ WM_GUARDED_BY(mutex_);
  Changes ready_ WM_GUARDED_BY(mutex_);
  std::thread thread_;
};

Watcher::Impl::~Impl() {
  {
    MutexLock lock(mutex_);
    stopping_ = true;
  }
  Wake();
  if (thread_.joinable()) thread_.join();
  if (wake_ >= 0) close(wake_);
}

// Ends the current or next wait of the thread.
void Watcher::Impl::Wake() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(wake_, &one, sizeof one);
}

absl::Status Watcher::Impl::Start() {
  std::error_code error;
  if (!fs::is_directory(options_.root, error)) {
    return absl::NotFoundError(fmt::format("watch {}: no such directory", options_.root.string()));
  }
  wake_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (wake_ < 0) {
    return absl::ResourceExhaustedError(
        fmt::format("watch {}: {}", options_.root.string(), std::strerror(errno)));
  }
  if (const std::optional<GitTree> git = GitTree::Open(options_.root)) {
    git_directory_ = git->GitDirectory();
  }
  MutexLock lock(mutex_);
  if (IsShared(options_.root)) {
    StartPolling("it lies on a network file system");
  } else {
    absl::StatusOr<std::unique_ptr<WatchTree>> tree =
        WatchTree::Open(options_.root, options_.max_watches);
    if (tree.ok()) {
      tree_ = *std::move(tree);
    } else {
      StartPolling(std::string(tree.status().message()));
    }
  }
  if (tree_ == nullptr) {
    TreeEvents none;
    poll_tree_.Poll(none);
  }
  thread_ = std::thread([this] { Run(); });
  return absl::OkStatus();
}

void Watcher::Impl::StartPolling(std::string reason) {
  tree_.reset();
  state_ = {WatchMode::kPolling, 0, std::move(reason)};
  next_poll_ = options_.now() + options_.poll_interval;
}

std::optional<WatchBatch> Watcher::Impl::Next(Clock::time_point deadline) {
  MutexLock lock(mutex_);
  while (!ready_.Any()) {
    if (!ready_changed_.WaitUntil(lock, deadline) && !ready_.Any()) return std::nullopt;
  }
  Changes taken = std::exchange(ready_, {});
  WatchBatch batch{.rescan = taken.rescan, .head_moved = taken.head_moved, .paths = {}};
  batch.paths.assign(taken.paths.begin(), taken.paths.end());
  return batch;
}

PendingChanges Watcher::Impl::Pending() {
  MutexLock lock(mutex_);
  Collect();
  // The thread will find no more events that would end its wait.
  if (has_events_) Wake();
  const bool everything = ready_.rescan || pending_.rescan || unsettled_.rules_changed ||
                          unsettled_.lost_events || state_.mode == WatchMode::kLost;
  PendingChanges pending{everything, {}};
  if (everything) return pending;
  std::set_union(ready_.paths.begin(), ready_.paths.end(), pending_.paths.begin(),
                 pending_.paths.end(), std::back_inserter(pending.paths));
  return pending;
}

WatchState Watcher::Impl::state() {
  MutexLock lock(mutex_);
  WatchState state = state_;
  if (tree_ != nullptr) state.watches = tree_->watch_count();
  return state;
}

void Watcher::Impl::Run() {
  for (;;) {
    const Clock::time_point round_began = Wait();
    TreeEvents polled;
    bool is_polling = false;
    {
      MutexLock lock(mutex_);
      if (stopping_) return;
      is_polling =
          tree_ == nullptr && state_.mode == WatchMode::kPolling && next_poll_ <= round_began;
    }
    if (is_polling) poll_tree_.Poll(polled);

    bool delivered = false;
    {
      MutexLock lock(mutex_);
      if (is_polling) {
        const auto pause = std::max<Clock::duration>(
            options_.poll_interval, (options_.now() - round_began) * kPollPauseFactor);
        next_poll_ = options_.now() + pause;
      }
      Note(std::move(polled));
      Collect();
      delivered = Deliver(round_began);
    }
    if (!delivered) continue;
    ready_changed_.NotifyAll();
    if (options_.on_ready) options_.on_ready();
  }
}

// Waits until events come, a batch or a walk is due, or the watcher stops. Returns the time.
Clock::time_point Watcher::Impl::Wait() {
  std::array<pollfd, 2> descriptors{};
  nfds_t count = 1;
  descriptors[0] = {wake_, POLLIN, 0};
  int timeout = -1;
  {
    MutexLock lock(mutex_);
    if (tree_ != nullptr) descriptors[count++] = {tree_->descriptor(), POLLIN, 0};
    auto until = Clock::time_point::max();
    if (has_events_) until = DueAt();
    if (state_.mode == WatchMode::kPolling) until = std::min(until, next_poll_);
    if (until != Clock::time_point::max()) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - options_.now());
      timeout = static_cast<int>(std::max<std::int64_t>(left.count(), 0));
    }
  }
  poll(descriptors.data(), count, timeout);
  std::uint64_t wakes = 0;
  [[maybe_unused]] const ssize_t size = read(wake_, &wakes, sizeof wakes);
  return options_.now();
}

// Whether git is changing files and index.
bool Watcher::Impl::IsGitWriting() const {
  std::error_code error;
  return !git_directory_.empty() && fs::exists(git_directory_ / "index.lock", error);
}

Clock::time_point Watcher::Impl::DueAt() const {
  const auto quiet = git_active_ ? options_.git_quiet : options_.quiet;
  const auto latest = first_event_ + (git_active_ ? options_.max_git_delay : options_.max_delay);
  return std::min(last_event_ + quiet, latest);
}

void Watcher::Impl::Collect() {
  if (tree_ == nullptr) return;
  TreeEvents events;
  const absl::Status status = tree_->Drain(events);
  if (!status.ok()) {
    StartPolling(std::string(status.message()));
    events.lost_events = true;
  }
  Note(std::move(events));
}

void Watcher::Impl::Note(TreeEvents&& events) {
  if (!events.Any()) return;
  const Clock::time_point now = options_.now();
  if (!has_events_) first_event_ = now;
  has_events_ = true;
  last_event_ = now;
  git_active_ = git_active_ || events.git_wrote;
  unsettled_.lost_events = unsettled_.lost_events || events.lost_events;
  unsettled_.rules_changed = unsettled_.rules_changed || events.rules_changed;
  unsettled_.git_wrote = unsettled_.git_wrote || events.git_wrote;
  unsettled_.root_gone = unsettled_.root_gone || events.root_gone;
  pending_.head_moved = pending_.head_moved || events.head_moved;
  for (std::string& path : events.touched) pending_.paths.insert(std::move(path));
  pending_.Bound();
}

// Turns pending changes into a batch if it is due at `now`, the beginning of the round. Returns
// whether there is a batch. Events up to `now` have been collected, so those of one burst are in
// one batch.
bool Watcher::Impl::Deliver(Clock::time_point now) {
  if (!has_events_) return false;
  // The lock may precede its events, and a checkout may take longer than max_delay.
  if (IsGitWriting() && now < first_event_ + options_.max_git_delay) {
    git_active_ = true;
    if (now >= DueAt()) last_event_ = now - options_.git_quiet + kLockInterval;
    return false;
  }
  if (now < DueAt()) return false;
  TreeEvents events = std::exchange(unsettled_, {});
  pending_.rescan = pending_.rescan || events.lost_events || events.rules_changed;
  if (tree_ != nullptr && !events.root_gone) {
    const absl::Status status = tree_->Settle(events);
    if (!status.ok()) {
      StartPolling(std::string(status.message()));
      pending_.rescan = true;
    }
  }
  if (events.root_gone) {
    StartPolling("");
    state_ = {WatchMode::kLost, 0, "the directory has gone"};
    pending_.rescan = true;
  }
  pending_.head_moved = pending_.head_moved || events.head_moved;
  for (std::string& path : events.touched) pending_.paths.insert(std::move(path));
  pending_.Bound();
  has_events_ = false;
  git_active_ = false;
  ready_.Add(std::exchange(pending_, {}));
  return ready_.Any();
}

absl::StatusOr<std::unique_ptr<Watcher>> Watcher::Start(WatchOptions options) {
  auto impl = std::make_unique<Impl>(std::move(options));
  if (absl::Status status = impl->Start(); !status.ok()) return status;
  return std::unique_ptr<Watcher>(new Watcher(std::move(impl)));
}

Watcher::Watcher(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Watcher::~Watcher() = default;

std::optional<WatchBatch> Watcher::Next(Clock::time_point deadline) {
  return impl_->Next(deadline);
}

PendingChanges Watcher::Pending() { return impl_->Pending(); }

WatchState Watcher::state() { return impl_->state(); }

}  // namespace waymark::indexer
