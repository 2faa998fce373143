// The files of a commit, out of git's object database.
//
// Every regular file that the commit's tree holds below the indexed directory belongs to its view,
// as in a fresh clone: `.waymarkignore` files exclude, `.gitignore` says nothing about what is
// tracked; symbolic links are left out, submodules too and said to be. Blobs are read as they are
// stored.
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
  // `root` is absolute and canonical, `commit` 40 hexadecimal digits. Errors as ResolveRevision();
  // NotFound also when the commit has no such directory.
  static absl::StatusOr<std::unique_ptr<CommitTree>> Open(const std::filesystem::path& root,
                                                          const std::string& commit);
  ~CommitTree() override;

  const std::string& commit() const { return commit_; }

  // Of the directory inside the work tree, '/' separated, without one at its end; "" at the top.
  const std::string& directory() const { return directory_; }

  absl::StatusOr<CommitWalk> Walk(const std::function<bool(std::string_view path)>& wanted,
                                  const std::atomic<bool>* cancelled) const;
  absl::StatusOr<std::string> Read(const std::string& path, std::uint64_t max_bytes) const override;
  // Files of the directory that differ between this commit and another; no value when the object
  // database does not have that one. Costs what the differing directories take.
  std::optional<std::uint64_t> CountDifferences(const std::string& other_commit) const;

 private:
  // A repository as one thread uses it.
  struct Handle;

  // Takes a handle, or opens one more, and gives it back.
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
