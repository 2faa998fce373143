// A file that a command writes whole: it appears under its name when it is complete.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "config/descriptor.h"

namespace waymark::services {

// Not thread-safe.
class OutputFile {
 public:
  // A file beside `path`, which replaces it at the end. A pipe or device is written in place.
  // Errors: NotFound (no such directory), PermissionDenied, InvalidArgument (a directory).
  static absl::StatusOr<std::unique_ptr<OutputFile>> Create(const std::filesystem::path& path);
  // Removes what was not kept.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  // ResourceExhausted if the disk is full.
  absl::Status Write(std::string_view bytes);
  // Makes the file durable and gives it its name.
  absl::Status Keep();

 private:
  OutputFile(int descriptor, std::filesystem::path path, std::string temporary)
      : file_(descriptor), path_(std::move(path)), temporary_(std::move(temporary)) {}

  const Descriptor file_;
  const std::filesystem::path path_;
  std::string temporary_;  // empty: written in place, or kept
};

}  // namespace waymark::services
