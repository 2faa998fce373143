// Which directory a path lies in.
#pragma once

#include <algorithm>
#include <filesystem>

namespace waymark::services {

// Whether `path` is that directory or lies in it, by their components: both are absolute, and
// canonical where links matter.
inline bool IsWithin(const std::filesystem::path& directory, const std::filesystem::path& path) {
  return std::mismatch(directory.begin(), directory.end(), path.begin(), path.end()).first ==
         directory.end();
}

}  // namespace waymark::services
