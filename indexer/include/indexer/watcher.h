// Watcher: reports changed files of a directory, in batches.
//
// Directories that can hold files of the view are watched through inotify. Ignore rules are applied
// first, so .git, node_modules and ignored directories cost nothing. If that is impossible (too
// many directories, the system's limit, a network file system), the tree is walked at intervals
// instead and stat data compared.
//
// Events become a batch when no more came for a while. While git writes (it holds index.lock, or
// its directory changes), a batch is held back, so that a checkout or a rebase is one batch.
//
// A caller that must not miss anything starts the watcher first and then compares the tree with its
// own state.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

namespace waymark::indexer {

// Most directories of one tree that are watched; a larger tree is polled. The kernel takes about 1
// KiB for each.
inline constexpr std::size_t kMaxWatches = 16'384;
// Most paths in one batch; beyond it the batch says that everything may have changed.
inline constexpr std::size_t kMaxTouchedPaths = 20'000;

struct WatchOptions {
  std::filesystem::path root;  // absolute, canonical
  std::size_t max_watches = kMaxWatches;
  // A batch is complete when no event came for this long,
  std::chrono::milliseconds quiet{100};
  // or when its first event is this old;
  std::chrono::milliseconds max_delay{2'000};
  // for events of git and all that come with them instead:
  std::chrono::milliseconds git_quiet{400};
  std::chrono::milliseconds max_git_delay{60'000};  // also for a forgotten index.lock
  // Pause between two walks of a polled tree; at least ten times the duration of a walk.
  std::chrono::milliseconds poll_interval{2'000};
  // The clock for all of these.
  std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
  // Called from the watcher's thread, without any lock, when a batch is ready; may be empty.
  std::function<void()> on_ready;
};

// Changes since the last batch. A listed path may be unchanged.
struct WatchBatch {
  // Everything may have changed: events were lost, or the rules changed that decide which files
  // belong to the view.
  bool rescan = false;
  bool head_moved = false;  // git has checked out another commit
  // Relative to the root, '/' separated, in byte order. Files, and deleted directories with
  // everything in them.
  std::vector<std::string> paths;
};

enum class WatchMode : std::uint8_t {
  kNotified,  // by the system
  kPolling,
  kLost,  // the root itself is gone; no more batches come
};

struct WatchState {
  WatchMode mode = WatchMode::kNotified;
  std::size_t watches = 0;
  std::string reason;  // why it polls
};

// Changes that were noticed and not yet taken by Next().
struct PendingChanges {
  bool everything = false;
  std::vector<std::string> paths;  // in byte order; empty if `everything`
};

// Thread-safe. Has one thread of its own.
class Watcher {
 public:
  // Returns when every directory is watched: about 20 us each. NotFound when the root cannot be
  // read.
  static absl::StatusOr<std::unique_ptr<Watcher>> Start(WatchOptions options);
  // Stops at once; REQUIRES that no other call is under way.
  ~Watcher();
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  // Waits for a batch until `deadline`. Batches that were not taken are merged into one.
  std::optional<WatchBatch> Next(std::chrono::steady_clock::time_point deadline);

  // Includes every change that was complete before the call, unless the tree is polled.
  PendingChanges Pending();
  WatchState state();

 private:
  class Impl;
  explicit Watcher(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace waymark::indexer
