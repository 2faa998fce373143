// The path of the socket of a store's daemon, and whether a process listens there.
#pragma once

#include <filesystem>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

namespace waymark::services {

// The system's sun_path has 108 bytes including the terminator.
inline constexpr std::size_t kMaxSocketPathBytes = 107;

// runtime_directory/HASH.sock, where HASH is the hash of the store's path. Creates the directory
// with mode 0700. PermissionDenied if others have access to it; InvalidArgument if the path is too
// long.
absl::StatusOr<std::filesystem::path> MakeSocketPath(const std::filesystem::path& runtime_directory,
                                                     const std::filesystem::path& store_directory);

// Whether a process of this user accepts connections there. Does not wait.
bool SomebodyListens(const std::filesystem::path& socket);

}  // namespace waymark::services
