// FILE:LINE as it is typed: relative to the current directory, as a shell completes it, or to the
// repository, as answers show it.
#pragma once

#include <filesystem>
#include <string>

#include <absl/status/statusor.h>

namespace waymark::services {

// `text` with an absolute path, links resolved, when it names a file from `working_directory` or
// absolutely; else `text` as it is. FailedPrecondition when it names one file from there and
// another one from `repository`.
absl::StatusOr<std::string> AbsolutePlace(const std::string& text,
                                          const std::filesystem::path& working_directory,
                                          const std::filesystem::path& repository);

}  // namespace waymark::services
