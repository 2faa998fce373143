// The directory to index.
#pragma once

#include <filesystem>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

namespace waymark::indexer {

// Absolute, without symbolic links. NotFound if it does not exist, InvalidArgument for a file.
absl::StatusOr<std::filesystem::path> CanonicalRoot(const std::filesystem::path& root);

// InvalidArgument for the user's home directory, by the user database and by $HOME, and for every
// directory above it, "/" included.
absl::Status CheckIndexable(const std::filesystem::path& canonical_root);

}  // namespace waymark::indexer
