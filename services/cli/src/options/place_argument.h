// FILE:LINE on the command line: relative to the current directory, as a shell completes it, or
// relative to the repository, as answers show it.
#pragma once

#include <filesystem>
#include <string>

#include <absl/status/statusor.h>

namespace waymark::services {

// If `text` names a file, absolutely or relative to `working_directory`: `text` with the absolute
// path, links resolved. Otherwise `text` unchanged. FailedPrecondition if it names one file
// relative to there and another one relative to `repository`.
absl::StatusOr<std::string> AbsolutePlace(const std::string& text,
                                          const std::filesystem::path& working_directory,
                                          const std::filesystem::path& repository);

}  // namespace waymark::services
