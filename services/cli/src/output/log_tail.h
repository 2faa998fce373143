// The last lines of a log file, and the lines that are added to it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>

#include <absl/status/statusor.h>
#include <sys/types.h>

#include "config/descriptor.h"

namespace waymark::services {

// At most this much of the end of a file is read for its last lines.
inline constexpr std::size_t kMaxTailBytes = std::size_t{1} << 20;

// Reads a file that another process writes, and may put aside for a new one of the same name. For
// one thread.
class LogTail {
 public:
  // NotFound if there is no such file; PermissionDenied if it cannot be read; InvalidArgument if it
  // is not a file.
  static absl::StatusOr<LogTail> Open(const std::filesystem::path& file);

  // The last `lines` lines, at least one, or fewer. Later reads begin behind them.
  absl::StatusOr<std::string> LastLines(std::size_t lines);

  // What was added since the last read, at most kMaxTailBytes; the beginning of a new file follows
  // the end of the one that was put aside. Empty if nothing was added.
  absl::StatusOr<std::string> Added();

 private:
  LogTail(std::filesystem::path file, int descriptor);

  absl::StatusOr<std::string> ReadFrom(off_t begin, std::size_t bytes);
  bool IsPutAside() const;

  std::filesystem::path file_;
  std::unique_ptr<const Descriptor> open_;
  off_t read_ = 0;  // offset of the next byte
};

}  // namespace waymark::services
