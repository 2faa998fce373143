// Whether a path lies in a directory.
#pragma once

#include <algorithm>
#include <filesystem>

namespace waymark::services {

// Whether `path` is `directory` or lies in it, by components. Both are absolute, and canonical if
// links matter.
inline bool IsWithin(const std::filesystem::path& directory, const std::filesystem::path& path) {
  return std::mismatch(directory.begin(), directory.end(), path.begin(), path.end()).first ==
         directory.end();
}

}  // namespace waymark::services
