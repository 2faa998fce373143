// Checks a store's directory before LMDB opens it, and holds the lock that elects the one writer.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

namespace waymark::graph {

// The system's error `code` for a file of a store: PermissionDenied, ResourceExhausted (disk full),
// NotFound, InvalidArgument (no path) or Internal, with the remedy if it is known.
absl::Status SystemError(int code, std::string_view attempted, const std::filesystem::path& path);

// Creates the directory (mode 0700) if it does not exist and `create` is set. Errors: NotFound
// (absent and not `create`), InvalidArgument (a file), FailedPrecondition (a network file system,
// or other files without a store), PermissionDenied, ResourceExhausted (disk full).
absl::Status PrepareDirectory(const std::filesystem::path& directory, bool create);

// The name of a file system whose locks or shared maps cannot be trusted, by the magic number of
// statfs(2); nothing for other file systems.
std::optional<std::string_view> NetworkFileSystem(std::uint64_t magic);

// Whether a writer of this program ever locked the directory.
absl::StatusOr<bool> HasWriterLock(const std::filesystem::path& directory);

// Held from Acquire to destruction or to the end of the process, even if it is killed.
class WriterLock {
 public:
  // Unavailable when another holder exists; the message names its process id.
  static absl::StatusOr<WriterLock> Acquire(const std::filesystem::path& directory);

  WriterLock(WriterLock&& other) noexcept;
  WriterLock& operator=(WriterLock&&) = delete;
  ~WriterLock();

 private:
  explicit WriterLock(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
};

}  // namespace waymark::graph
