// Reads files from disk. All file contents come in this way.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <absl/status/statusor.h>

namespace waymark::indexer {

// The bytes of a regular file; symbolic links are not followed. Errors: NotFound, PermissionDenied,
// ResourceExhausted if it holds more than `max_bytes` (nothing beyond is read).
absl::StatusOr<std::string> ReadFile(const std::filesystem::path& file, std::uint64_t max_bytes);

}  // namespace waymark::indexer
