// Files of the user that are changed: read whole, replaced at once, never without a look at whether
// somebody else changed them meanwhile.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <sys/types.h>

namespace waymark::services {

// Larger files are refused.
inline constexpr std::size_t kMaxConfigBytes = std::size_t{16} << 20;

struct ConfigFile {
  std::filesystem::path path;  // of the file itself, where links lead
  bool exists = false;
  std::string text;
  ::mode_t mode = 0600;  // permissions; of a new file these
  // Directories above that are not there, the innermost first.
  std::vector<std::filesystem::path> missing_directories = {};
};

// A file that is not there is empty. InvalidArgument for what is no file or too large.
absl::StatusOr<ConfigFile> ReadConfigFile(const std::filesystem::path& path);

// Puts `text` in the place of `seen`, in one step that a crash leaves done or not done; makes the
// directories of a new file. Aborted when the file is not as it was seen any more.
absl::Status ReplaceConfigFile(const ConfigFile& seen, std::string_view text);

// Likewise removes it, and then those of `directories`, in this order, that are empty.
absl::Status RemoveConfigFile(const ConfigFile& seen,
                              const std::vector<std::filesystem::path>& directories);

}  // namespace waymark::services
