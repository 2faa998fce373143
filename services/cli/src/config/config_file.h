// Changes to files of the user: a file is read whole and replaced atomically, unless another
// program has changed it in between.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <sys/types.h>

namespace waymark::services {

// Larger files are rejected.
inline constexpr std::size_t kMaxConfigBytes = std::size_t{16} << 20;

struct ConfigFile {
  std::filesystem::path path;  // of the file itself, after resolving links
  bool exists = false;
  std::string text;
  ::mode_t mode = 0600;  // permissions; this value for a new file
  // Parent directories that do not exist, the innermost first.
  std::vector<std::filesystem::path> missing_directories = {};
};

// A missing file reads as empty. InvalidArgument for something that is not a file or has more than
// `max_bytes`.
absl::StatusOr<ConfigFile> ReadConfigFile(const std::filesystem::path& path,
                                          std::size_t max_bytes = kMaxConfigBytes);

// Replaces `seen` by `text` atomically, even across a crash. Creates the directories of a new file.
// Aborted if the file has changed since it was read.
absl::Status ReplaceConfigFile(const ConfigFile& seen, std::string_view text);

// Removes the file in the same way, then those of `directories`, in this order, that are empty.
absl::Status RemoveConfigFile(const ConfigFile& seen,
                              const std::vector<std::filesystem::path>& directories);

}  // namespace waymark::services
