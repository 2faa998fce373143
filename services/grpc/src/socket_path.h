// Where the socket of a store's daemon lies, and whether somebody listens there.
#pragma once

#include <filesystem>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

namespace waymark::services {

// sun_path of the system has 108 bytes, the last one for the terminator.
inline constexpr std::size_t kMaxSocketPathBytes = 107;

// runtime_directory/HASH.sock, HASH being that of the store's path. Creates the directory with mode
// 0700. PermissionDenied when it is not the user's alone; InvalidArgument when the path is too
// long.
absl::StatusOr<std::filesystem::path> MakeSocketPath(const std::filesystem::path& runtime_directory,
                                                     const std::filesystem::path& store_directory);

// Whether a process of this user accepts connections there. Does not wait.
bool SomebodyListens(const std::filesystem::path& socket);

}  // namespace waymark::services
