// The files of a directory that belong to its view.
//
// In a git work tree these are the tracked files and those that git would add (untracked and not
// ignored), since the view shows the tree as it is. Elsewhere they are the files that .gitignore
// files leave. `.waymarkignore` files exclude in both cases, tracked files too. Symbolic links are
// never followed or listed, so loops are harmless. Nested repositories are left out; submodules are
// left out and reported.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "indexer/indexer.h"

namespace waymark::indexer {

inline constexpr int kMaxDirectoryDepth = 256;

struct WalkedFile {
  std::string path;  // relative to the root, '/' separated
  std::uint64_t size_bytes = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;
  std::uint64_t inode = 0;
};

// Whether both have the same size, times and inode.
bool SameStat(const WalkedFile& a, const WalkedFile& b);

struct FileWalk {
  std::vector<WalkedFile> files;  // in byte order of their paths
  // Wanted files whose path is not valid text, unreadable directories, and submodules; ordered.
  std::vector<SkippedFileReport> skipped;
  std::string commit;                // HEAD, empty outside git
  std::vector<KindCount> unindexed;  // files of the view that are not indexed, wanted or not
};

// Walks `root` (absolute, canonical). `wanted` decides by name; only wanted files are examined.
// Errors: NotFound if the root cannot be read, Cancelled.
absl::StatusOr<FileWalk> WalkFiles(const std::filesystem::path& root,
                                   const std::function<bool(std::string_view path)>& wanted,
                                   const std::atomic<bool>* cancelled);

// Stat data of one file, by its absolute path, as in a walk; false if it is no regular file.
bool StatFile(const std::string& file, WalkedFile& out);

}  // namespace waymark::indexer
