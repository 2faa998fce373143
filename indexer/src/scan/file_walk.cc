#include "scan/file_walk.h"

#include <algorithm>
#include <utility>

#include <dirent.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "scan/directory_listing.h"
#include "scan/file_kinds.h"
#include "scan/tree_rules.h"
#include "text/utf8.h"

namespace waymark::indexer {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kGitDirectoryName = ".git";

class DirectoryWalker {
 public:
  DirectoryWalker(const fs::path& root, const std::function<bool(std::string_view)>& wanted,
                  const std::atomic<bool>* cancelled)
      : root_(root),
        below_root_(root.native() + "/"),
        wanted_(wanted),
        cancelled_(cancelled),
        rules_(root) {}

  absl::StatusOr<FileWalk> Run() {
    walk_.commit = rules_.commit();
    if (Visit("", 0) != Visited::kRead && walk_.files.empty()) {
      return absl::NotFoundError(
          fmt::format("index {}: the directory cannot be read", root_.string()));
    }
    if (stopped_) return absl::CancelledError(fmt::format("index {}: cancelled", root_.string()));
    const auto by_path = [](const auto& a, const auto& b) { return a.path < b.path; };
    std::sort(walk_.files.begin(), walk_.files.end(), by_path);
    std::sort(walk_.skipped.begin(), walk_.skipped.end(), by_path);
    walk_.unindexed = unindexed_.Counts();
    return std::move(walk_);
  }

 private:
  enum class Visited : std::uint8_t { kRead, kUnreadable, kTooDeep };

  // `directory` is relative to the root, without a final slash.
  Visited Visit(const std::string& directory, int depth) {
    if (cancelled_ != nullptr && *cancelled_) stopped_ = true;
    if (stopped_) return Visited::kRead;
    if (depth > kMaxDirectoryDepth) return Visited::kTooDeep;
    // Reads the whole directory before it opens anything below, so that depth costs no handles.
    std::vector<DirectoryEntry> entries;
    if (!ListDirectory(root_ / directory, entries)) return Visited::kUnreadable;
    const auto has = [&entries](std::string_view name) {
      return std::any_of(entries.begin(), entries.end(),
                         [name](const DirectoryEntry& entry) { return entry.name == name; });
    };
    if (depth > 0 && has(kGitDirectoryName) && !rules_.HoldsTracked(directory)) {
      return Visited::kRead;
    }

    rules_.Enter(directory, has(kGitIgnoreName), has(kOwnIgnoreName));
    for (const DirectoryEntry& entry : entries) {
      const std::string path =
          directory.empty() ? entry.name : fmt::format("{}/{}", directory, entry.name);
      if (entry.type == DT_DIR) {
        if (rules_.MayHoldFiles(path)) VisitBelow(path, depth + 1);
      } else if (entry.type == DT_REG) {
        AddFile(path);
      }
    }
    rules_.Leave();
    return Visited::kRead;
  }

  // Reports unreadable directories that may hold files, so that no answer claims to be complete.
  void VisitBelow(const std::string& directory, int depth) {
    if (rules_.IsSubmodule(directory)) {
      walk_.skipped.push_back({directory, SkipReason::kSubmodule});
      return;
    }
    const Visited visited = Visit(directory, depth);
    if (visited == Visited::kRead) return;
    walk_.skipped.push_back(
        {directory, visited == Visited::kTooDeep ? SkipReason::kTooDeep : SkipReason::kUnreadable});
  }

  void AddFile(const std::string& path) {
    const bool is_wanted = wanted_(path);
    const std::string_view kind = UnindexedKindOf(path);
    if ((!is_wanted && kind.empty()) || !rules_.BelongsToView(path)) return;
    unindexed_.Add(kind);
    if (!is_wanted) return;
    if (!IsValidUtf8(path)) {
      walk_.skipped.push_back({path, SkipReason::kInvalidPath});
      return;
    }
    WalkedFile file;
    if (!StatFile(below_root_ + path, file)) return;
    file.path = path;
    walk_.files.push_back(std::move(file));
  }

  const fs::path root_;
  const std::string below_root_;
  const std::function<bool(std::string_view)>& wanted_;
  const std::atomic<bool>* const cancelled_;
  TreeRules rules_;
  bool stopped_ = false;
  UnindexedCounter unindexed_;
  FileWalk walk_;
};

std::int64_t Nanoseconds(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

bool StatFile(const std::string& file, WalkedFile& out) {
  struct stat status {};

  if (lstat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  out.size_bytes = static_cast<std::uint64_t>(status.st_size);
  out.mtime_ns = Nanoseconds(status.st_mtim);
  out.ctime_ns = Nanoseconds(status.st_ctim);
  out.inode = status.st_ino;
  return true;
}

absl::StatusOr<FileWalk> WalkFiles(const fs::path& root,
                                   const std::function<bool(std::string_view path)>& wanted,
                                   const std::atomic<bool>* cancelled) {
  return DirectoryWalker(root, wanted, cancelled).Run();
}

bool SameStat(const WalkedFile& a, const WalkedFile& b) {
  return a.size_bytes == b.size_bytes && a.mtime_ns == b.mtime_ns && a.ctime_ns == b.ctime_ns &&
         a.inode == b.inode;
}

}  // namespace waymark::indexer
