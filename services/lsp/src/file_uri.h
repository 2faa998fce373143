// file: addresses of editors and paths (RFC 8089, RFC 3986).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace waymark::services {

// The absolute, normalised path; none of another scheme, of another host or of a relative path.
std::optional<std::filesystem::path> PathOfUri(std::string_view uri);
std::string UriOfPath(const std::filesystem::path& path);

}  // namespace waymark::services
