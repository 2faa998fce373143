// A secret that clients of a server have to show, kept in a file.
#pragma once

#include <filesystem>
#include <string>

#include <absl/status/statusor.h>

namespace waymark::services {

// The content of the file without white space around it. PermissionDenied when others than the
// user can read it, InvalidArgument when there is nothing in it or more than a line, NotFound when
// it is not there. No message holds any of the content.
absl::StatusOr<std::string> ReadTokenFile(const std::filesystem::path& file);

}  // namespace waymark::services
