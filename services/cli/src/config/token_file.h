// A secret that clients of a server have to show, kept in a file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

namespace waymark::services {

// The content of the file without white space around it. PermissionDenied when others than the
// user can read it, InvalidArgument when there is nothing in it or more than a line, NotFound when
// it is not there. No message holds any of the content.
absl::StatusOr<std::string> ReadTokenFile(const std::filesystem::path& file);

// The content of a file that nobody else may read; `what` names it in messages, and `advice` ends
// the one about a file that is not there. Errors as above.
absl::StatusOr<std::string> ReadPrivateFile(const std::filesystem::path& file,
                                            std::string_view what, std::string_view advice,
                                            std::size_t max_bytes);

}  // namespace waymark::services
