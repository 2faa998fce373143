#include "file_uri.h"

#include "services/percent_escapes.h"

namespace waymark::services {
namespace {

constexpr std::string_view kScheme = "file://";
constexpr std::string_view kLocalHost = "localhost";

}  // namespace

std::optional<std::filesystem::path> PathOfUri(std::string_view uri) {
  if (!uri.starts_with(kScheme)) return std::nullopt;
  uri.remove_prefix(kScheme.size());
  if (uri.starts_with(kLocalHost)) uri.remove_prefix(kLocalHost.size());
  if (!uri.starts_with('/')) return std::nullopt;
  const std::string path = Unescaped(uri);
  if (path.find('\0') != std::string::npos) return std::nullopt;
  std::filesystem::path normal = std::filesystem::path(path).lexically_normal();
  return normal.has_filename() ? normal : normal.parent_path();
}

std::string UriOfPath(const std::filesystem::path& path) {
  return std::string(kScheme) + EscapedPath(path.native());
}

}  // namespace waymark::services
