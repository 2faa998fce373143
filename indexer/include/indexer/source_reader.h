// Reads the files of a view: from a work tree, from a commit, or from either with unsaved buffers
// on top.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include <absl/status/statusor.h>

namespace waymark::indexer {

// Thread-safe.
class SourceReader {
 public:
  virtual ~SourceReader() = default;

  // The bytes of a regular file, by its path relative to the root of the view. Errors: NotFound,
  // PermissionDenied, ResourceExhausted if it holds more than `max_bytes` (nothing beyond is read),
  // FailedPrecondition if it exists but cannot be obtained, which ends a run.
  virtual absl::StatusOr<std::string> Read(const std::string& path,
                                           std::uint64_t max_bytes) const = 0;
};

// Reads from disk; symbolic links are not followed.
class WorkTreeReader final : public SourceReader {
 public:
  explicit WorkTreeReader(const std::filesystem::path& root);

  absl::StatusOr<std::string> Read(const std::string& path, std::uint64_t max_bytes) const override;

 private:
  const std::string root_;  // with a slash at its end
};

// The id of the commit that a revision names: a branch, a tag, HEAD~3, an abbreviated id, 40
// hexadecimal digits. `root` is a directory of a work tree, or a bare repository. Errors:
// FailedPrecondition (no git repository, or an abbreviation that fits several objects), NotFound
// (no such revision), InvalidArgument (malformed, or not a commit).
absl::StatusOr<std::string> ResolveRevision(const std::filesystem::path& root,
                                            const std::string& revision);

// Reads the blobs of a commit as git stores them, without conversion of line ends or other filters.
// `commit` comes from ResolveRevision. Errors as above.
absl::StatusOr<std::unique_ptr<SourceReader>> OpenCommit(const std::filesystem::path& root,
                                                         const std::string& commit);

}  // namespace waymark::indexer
