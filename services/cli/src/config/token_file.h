// A file with a secret that clients of a server must send.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

namespace waymark::services {

// The content of the file without surrounding white space. PermissionDenied if other users can read
// the file; InvalidArgument if it is empty or has several lines; NotFound if it is missing. No
// message contains any of the content.
absl::StatusOr<std::string> ReadTokenFile(const std::filesystem::path& file);

// The content of a file that no other user may read. Messages call the file `what`; the one for a
// missing file ends with `advice`. Errors are those above.
absl::StatusOr<std::string> ReadPrivateFile(const std::filesystem::path& file,
                                            std::string_view what, std::string_view advice,
                                            std::size_t max_bytes);

}  // namespace waymark::services
