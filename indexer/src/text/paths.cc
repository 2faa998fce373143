#include "text/paths.h"

#include <algorithm>

#include <fmt/format.h>

namespace waymark::indexer {

std::string_view DirectoryOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view FileNameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view StemOf(std::string_view path) {
  const std::string_view name = FileNameOf(path);
  return name.substr(0, name.rfind('.'));
}

std::string EntryPath(std::string_view directory, std::string_view name) {
  return directory.empty() ? std::string(name) : fmt::format("{}/{}", directory, name);
}

std::optional<std::string> JoinPath(std::string_view directory, std::string_view relative) {
  std::string joined(directory);
  for (std::size_t begin = 0; begin <= relative.size();) {
    const std::size_t end = std::min(relative.find('/', begin), relative.size());
    const std::string_view part = relative.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (joined.empty()) return std::nullopt;
      joined.resize(DirectoryOf(joined).size());
      continue;
    }
    if (!joined.empty()) joined += '/';
    joined += part;
  }
  return joined;
}

std::size_t SharedDirectories(std::string_view a, std::string_view b) {
  std::size_t shared = 0;
  const std::size_t size = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < size && a[i] == b[i]; ++i) {
    if (a[i] == '/') ++shared;
  }
  return shared;
}

}  // namespace waymark::indexer
