// Converts between file: addresses of editors and paths (RFC 8089, RFC 3986).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace waymark::services {

// The absolute, normalised path; nothing for another scheme, another host or a relative path.
std::optional<std::filesystem::path> PathOfUri(std::string_view uri);
std::string UriOfPath(const std::filesystem::path& path);

}  // namespace waymark::services
