#include "file_walk.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "classify.h"
#include "git_tree.h"
#include "ignore.h"
#include "read_file.h"

namespace waymark::indexer {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kGitIgnoreName = ".gitignore";
constexpr std::string_view kOwnIgnoreName = ".waymarkignore";
constexpr std::uint64_t kMaxIgnoreFileBytes = 1 << 20;

// Never part of a view unless tracked: stores of version control systems and of package managers.
constexpr std::array<std::string_view, 12> kUntrackedDirectories = {
    ".git",        ".hg",  ".svn", ".jj",   "node_modules", "bower_components",
    "__pycache__", ".tox", ".nox", ".venv", ".mypy_cache",  ".ruff_cache"};

struct Entry {
  std::string name;
  unsigned char type = DT_UNKNOWN;
};

class Walker {
 public:
  Walker(const fs::path& root, const std::function<bool(std::string_view)>& wanted,
         const std::atomic<bool>* cancelled)
      : root_(root), wanted_(wanted), cancelled_(cancelled) {}

  absl::StatusOr<FileWalk> Run() {
    EnterGit();
    if (!Visit("", 0) && walk_.files.empty()) {
      return absl::NotFoundError(
          fmt::format("index {}: the directory cannot be read", root_.string()));
    }
    if (stopped_) return absl::CancelledError(fmt::format("index {}: cancelled", root_.string()));
    const auto by_path = [](const auto& a, const auto& b) { return a.path < b.path; };
    std::sort(walk_.files.begin(), walk_.files.end(), by_path);
    std::sort(walk_.skipped.begin(), walk_.skipped.end(), by_path);
    return std::move(walk_);
  }

 private:
  void EnterGit() {
    const std::optional<GitTree> tree = GitTree::Open(root_);
    if (!tree.has_value()) return;
    std::optional<std::vector<std::string>> tracked = tree->TrackedFiles();
    // A directory that some outer work tree merely contains is not that tree's.
    if (tracked.has_value() && tracked->empty() && !tree->prefix().empty()) return;
    tracked_ = std::move(tracked);
    walk_.commit = tree->HeadCommit();
    prefix_ = tree->prefix();
    git_rules_.Enter("");
    for (const fs::path& file : tree->ExcludeFiles()) AddRules(file, git_rules_);
    const fs::path top = root_.string().substr(0, root_.string().size() - prefix_.size());
    for (const fs::path& directory : tree->AncestorDirectories()) {
      const fs::path below = directory.lexically_relative(top);
      git_rules_.Enter(below == "." ? "" : below.generic_string());
      AddRules(directory / kGitIgnoreName, git_rules_);
    }
  }

  static void AddRules(const fs::path& file, IgnoreStack& stack) {
    const absl::StatusOr<std::string> text = ReadFile(file, kMaxIgnoreFileBytes);
    if (text.ok()) stack.AddRules(*text);
  }

  bool IsTracked(std::string_view path) const {
    return tracked_.has_value() && std::binary_search(tracked_->begin(), tracked_->end(), path);
  }

  bool HoldsTracked(std::string_view directory) const {
    if (!tracked_.has_value()) return false;
    const std::string prefix = fmt::format("{}/", directory);
    const auto first = std::lower_bound(tracked_->begin(), tracked_->end(), prefix);
    return first != tracked_->end() && first->compare(0, prefix.size(), prefix) == 0;
  }

  // `directory` is relative to the root, without a slash at its end. False when unreadable.
  bool Visit(const std::string& directory, int depth) {
    if (cancelled_ != nullptr && *cancelled_) stopped_ = true;
    if (stopped_ || depth > kMaxDirectoryDepth) return true;
    std::vector<Entry> entries;
    bool own_repository = false;
    if (!List(directory, entries, own_repository)) return false;
    if (own_repository && depth > 0 && !HoldsTracked(directory)) return true;

    const std::string from_top = FromTop(directory);
    git_rules_.Enter(from_top);
    own_rules_.Enter(directory);
    for (const Entry& entry : entries) {
      if (entry.name == kGitIgnoreName) AddRules(root_ / directory / entry.name, git_rules_);
      if (entry.name == kOwnIgnoreName) AddRules(root_ / directory / entry.name, own_rules_);
    }
    for (const Entry& entry : entries) {
      const std::string path =
          directory.empty() ? entry.name : fmt::format("{}/{}", directory, entry.name);
      if (entry.type == DT_DIR) {
        VisitDirectory(path, entry.name, depth);
      } else if (entry.type == DT_REG && wanted_(path)) {
        AddFile(path);
      }
    }
    own_rules_.Leave();
    git_rules_.Leave();
    return true;
  }

  void VisitDirectory(const std::string& path, const std::string& name, int depth) {
    if (own_rules_.IsIgnored(path, true)) return;
    const bool excluded = std::find(kUntrackedDirectories.begin(), kUntrackedDirectories.end(),
                                    name) != kUntrackedDirectories.end() ||
                          git_rules_.IsIgnored(FromTop(path), true);
    if (excluded && !HoldsTracked(path)) return;
    // Below an ignored directory only tracked files count, whatever its own rules say.
    const bool was_excluded = std::exchange(inside_excluded_, inside_excluded_ || excluded);
    Visit(path, depth + 1);
    inside_excluded_ = was_excluded;
  }

  void AddFile(const std::string& path) {
    if (own_rules_.IsIgnored(path, false)) return;
    if (!IsTracked(path) && (inside_excluded_ || git_rules_.IsIgnored(FromTop(path), false)))
      return;
    if (!IsValidUtf8(path)) {
      walk_.skipped.push_back({path, SkipReason::kInvalidPath});
      return;
    }
    WalkedFile file;
    if (!StatFile(root_ / path, file)) return;
    file.path = path;
    walk_.files.push_back(std::move(file));
  }

  std::string FromTop(const std::string& path) const {
    if (path.empty()) return prefix_.empty() ? "" : prefix_.substr(0, prefix_.size() - 1);
    return prefix_ + path;
  }

  // Reads the whole directory before anything below it is opened, so that depth costs no handles.
  bool List(const std::string& directory, std::vector<Entry>& out, bool& own_repository) const {
    const fs::path full = root_ / directory;

    struct Close {
      void operator()(DIR* handle) const { closedir(handle); }
    };

    const std::unique_ptr<DIR, Close> handle(opendir(full.c_str()));
    if (handle == nullptr) return false;
    while (const dirent* item = readdir(handle.get())) {
      const std::string_view name = item->d_name;
      if (name == "." || name == "..") continue;
      if (name == ".git") own_repository = true;
      Entry entry{std::string(name), item->d_type};
      if (entry.type == DT_UNKNOWN) entry.type = TypeOf(full / entry.name);
      out.push_back(std::move(entry));
    }
    return true;
  }

  // For file systems whose directories do not tell.
  static unsigned char TypeOf(const fs::path& path) {
    struct stat status {};

    if (lstat(path.c_str(), &status) != 0) return DT_UNKNOWN;
    if (S_ISDIR(status.st_mode)) return DT_DIR;
    return S_ISREG(status.st_mode) ? DT_REG : DT_UNKNOWN;
  }

  const fs::path root_;
  const std::function<bool(std::string_view)>& wanted_;
  const std::atomic<bool>* const cancelled_;
  std::optional<std::vector<std::string>> tracked_;
  std::string prefix_;     // of the root inside the work tree
  IgnoreStack git_rules_;  // by paths from the top of the work tree
  IgnoreStack own_rules_;  // by paths from the root
  bool inside_excluded_ = false;
  bool stopped_ = false;
  FileWalk walk_;
};

std::int64_t Nanoseconds(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

bool StatFile(const fs::path& file, WalkedFile& out) {
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
  return Walker(root, wanted, cancelled).Run();
}

}  // namespace waymark::indexer
