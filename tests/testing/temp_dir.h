// A directory that lives as long as the object, and the writing of small files into it.
#pragma once

#include <filesystem>
#include <string_view>

namespace waymark::testing {

// Creates a fresh, empty directory under the system's temporary directory and deletes it, with all
// it holds, on destruction. Failing to create it ends the process: no test can go on without.
class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::filesystem::path& path() const { return path_; }

  // Writes `content` to the file `relative`, creating parent directories. Returns its full path.
  std::filesystem::path WriteFile(const std::filesystem::path& relative,
                                  std::string_view content) const;

 private:
  std::filesystem::path path_;
};

}  // namespace waymark::testing
