// Reads files from disk. All file contents come in this way. What the bytes of a source file mean.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <absl/status/statusor.h>

namespace waymark::indexer {

// The bytes of a regular file; symbolic links are not followed. Errors: NotFound, PermissionDenied,
// ResourceExhausted if it holds more than `max_bytes` (nothing beyond is read).
absl::StatusOr<std::string> ReadFile(const std::filesystem::path& file, std::uint64_t max_bytes);

// The bytes of a source file as UTF-8. Offsets, lines and columns are those of this text. Read are
// UTF-16, with a byte order mark or without one; Shift-JIS and EUC-JP that one of the first two
// lines declares (`coding: shift_jis`); what looks like Shift-JIS; and everything else that is not
// UTF-8 as Windows-1252, which Latin-1 is a part of. Without line feeds, a CR becomes one. All
// other bytes stay as they are, and so do binary files.
std::string DecodeText(std::string bytes);

}  // namespace waymark::indexer
