#include "watch/watch_tree.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <optional>

#include <dirent.h>
#include <fmt/format.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "git/git_tree.h"
#include "graph/status.h"
#include "resolve/program/path_index.h"
#include "scan/directory_listing.h"
#include "scan/file_walk.h"
#include "scan/tree_scan.h"

namespace waymark::indexer {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kAppeared = IN_CREATE | IN_MOVED_TO;
constexpr unsigned kVanished = IN_DELETE | IN_MOVED_FROM;
constexpr unsigned kDirectoryMask = kAppeared | kVanished | IN_MODIFY | IN_CLOSE_WRITE |
                                    IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW |
                                    IN_EXCL_UNLINK;
constexpr unsigned kOutsideMask = kAppeared | kVanished | IN_CLOSE_WRITE | IN_ONLYDIR;
constexpr unsigned kSelfGone = IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT;
constexpr std::size_t kEventBufferBytes = 64 << 10;
constexpr std::string_view kGitEntry = ".git";

bool HasEntry(const std::vector<DirectoryEntry>& entries, std::string_view name) {
  return std::any_of(entries.begin(), entries.end(),
                     [name](const DirectoryEntry& entry) { return entry.name == name; });
}

}  // namespace

NotifyHandle::~NotifyHandle() {
  if (descriptor_ >= 0) close(descriptor_);
}

WatchTree::WatchTree(fs::path root, std::size_t max_watches, int descriptor)
    : root_(std::move(root)), max_watches_(max_watches), notify_(descriptor), rules_(root_) {}

absl::StatusOr<std::unique_ptr<WatchTree>> WatchTree::Open(const fs::path& root,
                                                           std::size_t max_watches) {
  const int descriptor = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (descriptor < 0) {
    return absl::ResourceExhaustedError(fmt::format("inotify: {}", std::strerror(errno)));
  }
  std::unique_ptr<WatchTree> tree(new WatchTree(root, max_watches, descriptor));
  WM_RETURN_IF_ERROR(tree->WatchOutside());
  WM_RETURN_IF_ERROR(tree->WatchDirectory("", 0, nullptr));
  return tree;
}

// Watches ignore files above and beside the tree, and the files of git. Must precede the
// directories of the tree, which take over the watch of a directory that is both.
absl::Status WatchTree::WatchOutside() {
  const std::optional<GitTree> git = GitTree::Open(root_);
  if (!git.has_value() || !rules_.tracked().has_value()) return absl::OkStatus();
  for (const fs::path& file : git->ExcludeFiles()) {
    WM_RETURN_IF_ERROR(WatchOutsideDirectory(file.parent_path(), file.filename().string()));
  }
  for (const fs::path& directory : git->AncestorDirectories()) {
    WM_RETURN_IF_ERROR(WatchOutsideDirectory(directory, kGitIgnoreName));
  }
  // The log of HEAD records every move of HEAD.
  WM_RETURN_IF_ERROR(WatchOutsideDirectory(git->GitDirectory(), ""));
  return WatchOutsideDirectory(git->GitDirectory() / "logs", "");
}

// An empty name: all files in it belong to git.
absl::Status WatchTree::WatchOutsideDirectory(const fs::path& directory, std::string_view name) {
  WM_ASSIGN_OR_RETURN(const int watch, AddWatch(directory, kOutsideMask));
  if (watch < 0) return absl::OkStatus();
  OutsideDirectory& outside = outside_[watch];
  if (name.empty()) {
    outside.is_git = true;
  } else if (std::find(outside.names.begin(), outside.names.end(), name) == outside.names.end()) {
    outside.names.emplace_back(name);
  }
  return absl::OkStatus();
}

// -1 if the directory does not exist or cannot be read.
absl::StatusOr<int> WatchTree::AddWatch(const fs::path& directory, unsigned mask) {
  const int watch = inotify_add_watch(notify_.get(), directory.c_str(), mask);
  if (watch >= 0) return watch;
  if (errno == ENOSPC) {
    return absl::ResourceExhaustedError(
        "the system allows no more watches (fs.inotify.max_user_watches)");
  }
  if (errno == ENOMEM) return absl::ResourceExhaustedError("the kernel has no memory for watches");
  return -1;
}

// The rules are at the parent of `directory`, before and after. Adds the view's files in it and
// below to `found`, unless that is null.
absl::Status WatchTree::WatchDirectory(const std::string& directory, int depth,
                                       std::vector<std::string>* found) {
  if (depth > kMaxDirectoryDepth) return absl::OkStatus();
  if (watches_.size() >= max_watches_ && watches_.count(directory) == 0) {
    return absl::ResourceExhaustedError(
        fmt::format("the tree has more than {} directories", max_watches_));
  }
  WM_ASSIGN_OR_RETURN(const int watch, AddWatch(root_ / directory, kDirectoryMask));
  if (watch < 0) return absl::OkStatus();
  outside_.erase(watch);
  // A directory that was moved while it was being watched keeps its watch.
  if (const auto known = directories_.find(watch); known != directories_.end()) {
    watches_.erase(known->second);
  }
  directories_[watch] = directory;
  watches_[directory] = watch;

  std::vector<DirectoryEntry> entries;
  if (!ListDirectory(root_ / directory, entries)) return absl::OkStatus();
  if (depth > 0 && HasEntry(entries, kGitEntry) && !rules_.HoldsTracked(directory)) {
    Forget(directory);
    return absl::OkStatus();
  }
  rules_.Enter(directory, HasEntry(entries, kGitIgnoreName), HasEntry(entries, kOwnIgnoreName));
  for (const DirectoryEntry& entry : entries) {
    const std::string path = EntryPath(directory, entry.name);
    const bool is_directory = entry.type == DT_DIR;
    if (is_directory && rules_.MayHoldFiles(path)) {
      WM_RETURN_IF_ERROR(WatchDirectory(path, depth + 1, found));
    }
    if (!is_directory && found != nullptr && IsRelevantPath(path) && rules_.BelongsToView(path)) {
      found->push_back(path);
    }
  }
  rules_.Leave();
  return absl::OkStatus();
}

// Ends the watches of a directory and of all below it.
void WatchTree::Forget(const std::string& directory) {
  for (auto it = watches_.lower_bound(directory); it != watches_.end();) {
    if (it->first.compare(0, directory.size(), directory) != 0) break;
    if (!IsWithin(it->first, directory)) {
      ++it;
      continue;
    }
    inotify_rm_watch(notify_.get(), it->second);
    directories_.erase(it->second);
    it = watches_.erase(it);
  }
}

absl::Status WatchTree::Drain(TreeEvents& events) {
  alignas(inotify_event) std::array<char, kEventBufferBytes> buffer;
  for (;;) {
    const ssize_t size = read(notify_.get(), buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return absl::OkStatus();
    for (std::size_t at = 0; at < static_cast<std::size_t>(size);) {
      inotify_event event;
      std::memcpy(&event, buffer.data() + at, sizeof event);
      const char* name = event.len == 0 ? "" : buffer.data() + at + sizeof event;
      at += sizeof event + event.len;
      WM_RETURN_IF_ERROR(OnEvent(event.wd, event.mask, name, events));
    }
  }
}

absl::Status WatchTree::OnEvent(int watch, unsigned mask, const char* name, TreeEvents& events) {
  if ((mask & IN_Q_OVERFLOW) != 0) {
    events.lost_events = true;
    return absl::OkStatus();
  }
  if (const auto outside = outside_.find(watch); outside != outside_.end()) {
    const std::vector<std::string>& names = outside->second.names;
    if (outside->second.is_git) events.git_wrote = true;
    if (std::find(names.begin(), names.end(), name) != names.end()) events.rules_changed = true;
    if ((mask & IN_IGNORED) != 0) outside_.erase(outside);
    return absl::OkStatus();
  }
  const auto found = directories_.find(watch);
  if (found == directories_.end()) return absl::OkStatus();
  const std::string directory = found->second;  // a copy: the code below may erase the entry
  // Other directories are reported by their parents.
  if ((mask & kSelfGone) != 0 && directory.empty()) events.root_gone = true;
  if ((mask & IN_IGNORED) != 0) {
    watches_.erase(directory);
    directories_.erase(watch);
  }
  return *name == '\0' ? absl::OkStatus() : OnEntry(directory, name, mask, events);
}

absl::Status WatchTree::OnEntry(const std::string& directory, const std::string& name,
                                unsigned mask, TreeEvents& events) {
  const std::string path = EntryPath(directory, name);
  const bool comes_or_goes = (mask & (kAppeared | kVanished)) != 0;
  // A `.git` entry turns a directory into a nested repository, or the root into a work tree.
  if (name == kGitIgnoreName || name == kOwnIgnoreName || (name == kGitEntry && comes_or_goes)) {
    events.rules_changed = true;
    return absl::OkStatus();
  }
  if ((mask & IN_ISDIR) == 0) {
    if (!IsRelevantPath(path)) return absl::OkStatus();
    rules_.MoveTo(directory);
    if (rules_.BelongsToView(path)) events.touched.push_back(path);
    return absl::OkStatus();
  }
  if ((mask & kVanished) != 0 && watches_.count(path) != 0) {
    Forget(path);
    events.touched.push_back(path);
  }
  if ((mask & kAppeared) == 0) return absl::OkStatus();
  rules_.MoveTo(directory);
  if (!rules_.MayHoldFiles(path)) return absl::OkStatus();
  const auto depth = static_cast<int>(std::count(path.begin(), path.end(), '/')) + 1;
  return WatchDirectory(path, depth, &events.touched);
}

absl::Status WatchTree::Settle(TreeEvents& events) {
  const bool git_wrote = std::exchange(events.git_wrote, false);
  if (!git_wrote && !events.rules_changed && !events.lost_events) return absl::OkStatus();
  const TreeRules before = std::exchange(rules_, TreeRules(root_));
  events.head_moved = events.head_moved || rules_.commit() != before.commit();
  const std::size_t touched = events.touched.size();
  AddTrackingChanges(before, events);
  const bool tracking_changed = events.touched.size() != touched;
  if (!events.rules_changed && !events.lost_events && !tracking_changed) return absl::OkStatus();

  const std::unordered_map<int, std::string> old_directories = std::exchange(directories_, {});
  watches_.clear();
  outside_.clear();
  WM_RETURN_IF_ERROR(WatchOutside());
  WM_RETURN_IF_ERROR(WatchDirectory("", 0, nullptr));
  for (const auto& [watch, directory] : old_directories) {
    if (directories_.count(watch) == 0 && outside_.count(watch) == 0) {
      inotify_rm_watch(notify_.get(), watch);
    }
  }
  return absl::OkStatus();
}

// An ignored file belongs to the view if git tracks it. A file that git stops tracking does not
// change itself, so a scan by the rules is needed: the index is reported as changed.
void WatchTree::AddTrackingChanges(const TreeRules& before, TreeEvents& events) const {
  static const std::vector<std::string> none;
  const std::vector<std::string>& old_paths =
      before.tracked().has_value() ? *before.tracked() : none;
  const std::vector<std::string>& new_paths =
      rules_.tracked().has_value() ? *rules_.tracked() : none;
  std::vector<std::string> different;
  std::set_symmetric_difference(old_paths.begin(), old_paths.end(), new_paths.begin(),
                                new_paths.end(), std::back_inserter(different));
  bool let_go = false;
  for (std::string& path : different) {
    if (!IsRelevantPath(path)) continue;
    let_go = let_go || std::binary_search(old_paths.begin(), old_paths.end(), path);
    events.touched.push_back(std::move(path));
  }
  if (let_go) events.touched.emplace_back(".git/index");
}

}  // namespace waymark::indexer
