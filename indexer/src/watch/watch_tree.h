// Watches the directories of a tree through inotify, and interprets the events.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "scan/tree_rules.h"

namespace waymark::indexer {

// Events since the last call.
struct TreeEvents {
  std::vector<std::string> touched;  // as WatchBatch::paths, in any order
  bool lost_events = false;
  bool rules_changed = false;  // the set of files in the view may have changed
  bool git_wrote = false;      // in the directory of git's HEAD and index
  bool head_moved = false;
  bool root_gone = false;

  bool Any() const {
    return !touched.empty() || lost_events || rules_changed || git_wrote || head_moved || root_gone;
  }
};

// An inotify instance. Closing it ends all watches.
class NotifyHandle {
 public:
  explicit NotifyHandle(int descriptor) : descriptor_(descriptor) {}

  ~NotifyHandle();

  NotifyHandle(NotifyHandle&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

  NotifyHandle& operator=(NotifyHandle&&) = delete;

  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

// Not thread-safe. Errors are ResourceExhausted with the exceeded limit; the object is unusable
// then.
class WatchTree {
 public:
  static absl::StatusOr<std::unique_ptr<WatchTree>> Open(const std::filesystem::path& root,
                                                         std::size_t max_watches);

  // Readable if Drain() has something to do.
  int descriptor() const { return notify_.get(); }

  std::size_t watch_count() const { return directories_.size() + outside_.size(); }

  // Adds the events so far without waiting. New directories are watched before their files are
  // reported, so that none is missed.
  absl::Status Drain(TreeEvents& events);

  // Must be called before events with `rules_changed`, `lost_events` or `git_wrote` are passed on.
  // Reads the rules and git's index again, updates the watches, and adds paths that became tracked
  // or untracked and whether HEAD moved.
  absl::Status Settle(TreeEvents& events);

 private:
  // A directory outside the tree with files that matter.
  struct OutsideDirectory {
    bool is_git = false;             // every file matters
    std::vector<std::string> names;  // ignore files
  };

  WatchTree(std::filesystem::path root, std::size_t max_watches, int descriptor);

  absl::Status WatchOutside();
  absl::Status WatchOutsideDirectory(const std::filesystem::path& directory, std::string_view name);
  absl::StatusOr<int> AddWatch(const std::filesystem::path& directory, unsigned mask);
  absl::Status WatchDirectory(const std::string& directory, int depth,
                              std::vector<std::string>* found);
  void Forget(const std::string& directory);
  absl::Status OnEvent(int watch, unsigned mask, const char* name, TreeEvents& events);
  absl::Status OnEntry(const std::string& directory, const std::string& name, unsigned mask,
                       TreeEvents& events);
  void AddTrackingChanges(const TreeRules& before, TreeEvents& events) const;

  const std::filesystem::path root_;
  const std::size_t max_watches_;
  NotifyHandle notify_;
  TreeRules rules_;
  std::unordered_map<int, std::string> directories_;  // by watch
  std::map<std::string, int, std::less<>> watches_;   // by directory; the inverse
  std::unordered_map<int, OutsideDirectory> outside_;
};

}  // namespace waymark::indexer
