// The files of a commit, from git's object database.
//
// Every regular file in the commit's tree below the indexed directory belongs to its view, as in a
// fresh clone. `.waymarkignore` files exclude files; `.gitignore` does not affect tracked ones.
// Symbolic links are left out; submodules are left out and reported. Blobs are read as stored.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/mutex.h"
#include "graph/store.h"
#include "indexer/source_reader.h"
#include "scan/file_walk.h"

namespace waymark::indexer {

struct CommitWalk {
  FileWalk walk;                          // stat data is empty
  std::vector<graph::GitObjectId> blobs;  // parallel to the files
};

// Thread-safe.
class CommitTree final : public SourceReader {
 public:
  // `root` is absolute and canonical, `commit` has 40 hexadecimal digits. Errors as
  // ResolveRevision(); NotFound also if the commit lacks the directory.
  static absl::StatusOr<std::unique_ptr<CommitTree>> Open(const std::filesystem::path& root,
                                                          const std::string& commit);
  ~CommitTree() override;

  const std::string& commit() const { return commit_; }

  // Path of the directory inside the work tree, '/' separated, without a final slash; "" at the
  // top.
  const std::string& directory() const { return directory_; }

  absl::StatusOr<CommitWalk> Walk(const std::function<bool(std::string_view path)>& wanted,
                                  const std::atomic<bool>* cancelled) const;
  absl::StatusOr<std::string> Read(const std::string& path, std::uint64_t max_bytes) const override;
  // The number of files of the directory that differ between this commit and another; nullopt if
  // the object database lacks the other one. Cost: that of the differing directories.
  std::optional<std::uint64_t> CountDifferences(const std::string& other_commit) const;

 private:
  // A repository handle for one thread.
  struct Handle;

  // Takes a handle, or opens another one, and returns it at the end.
  class Lease;

  CommitTree(std::filesystem::path root, std::string commit);
  absl::StatusOr<std::unique_ptr<Handle>> OpenHandle() const;

  const std::filesystem::path root_;
  const std::string commit_;
  std::string directory_;
  mutable Mutex mutex_;
  mutable std::vector<std::unique_ptr<Handle>> idle_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::indexer
