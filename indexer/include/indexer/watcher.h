// Watcher: tells which files of a directory change, in batches.
//
// Directories that can hold files of the view are watched through inotify; ignore rules are applied
// first, so that .git, node_modules and ignored directories cost nothing. Where that is impossible
// (too many directories, the system's limit, a network file system) the tree is walked now and then
// instead and stat data compared.
//
// Events become a batch when none came for a while. While git writes (it holds index.lock, or its
// directory changes), a batch is held back, so that a checkout or a rebase is one batch.
//
// A caller that must not miss anything starts the watcher first and compares the tree with what it
// knows afterwards.
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

// Directories of one tree that are watched at most; a larger tree is polled. The kernel takes about
// 1 KiB for each.
inline constexpr std::size_t kMaxWatches = 16'384;
// Paths that one batch names; of more it says that everything may have changed.
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
  std::chrono::milliseconds max_git_delay{60'000};  // also bounds what a forgotten index.lock does
  // Where the tree is polled: pause between two walks, at least ten times what a walk takes.
  std::chrono::milliseconds poll_interval{2'000};
  // What all of these are counted by.
  std::function<std::chrono::steady_clock::time_point()> now = std::chrono::steady_clock::now;
  // Called from the watcher's thread, without any lock, when a batch is ready; may be empty.
  std::function<void()> on_ready;
};

// What may have changed since the batch before. A path in it need not have changed.
struct WatchBatch {
  // Everything may have: events were lost, or the rules that decide what belongs to the view
  // changed.
  bool rescan = false;
  bool head_moved = false;  // git has another commit checked out
  // Relative to the root, '/' separated, in byte order. Files, and directories that have gone with
  // all they held.
  std::vector<std::string> paths;
};

enum class WatchMode : std::uint8_t {
  kNotified,  // by the system
  kPolling,
  kLost,  // the root itself has gone; nothing more comes
};

struct WatchState {
  WatchMode mode = WatchMode::kNotified;
  std::size_t watches = 0;
  std::string reason;  // why it polls
};

// What was noticed and has not been taken yet.
struct PendingChanges {
  bool everything = false;
  std::vector<std::string> paths;  // in byte order; empty when it is everything
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

  // Waits for a batch until `deadline`. Batches that nobody took meanwhile come as one.
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
