#include "testing/temp_dir.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <stdlib.h>

namespace waymark::testing {
namespace {

[[noreturn]] void Die(std::string_view what, const std::filesystem::path& path) {
  fmt::print(stderr, "{} {}: {}\n", what, path.string(), std::strerror(errno));
  std::abort();
}

}  // namespace

TempDir::TempDir() {
  std::string pattern = (std::filesystem::temp_directory_path() / "waymark-test-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) Die("create directory", pattern);
  path_ = std::filesystem::canonical(pattern);
}

TempDir::~TempDir() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path TempDir::WriteFile(const std::filesystem::path& relative,
                                         std::string_view content) const {
  std::filesystem::path path = path_ / relative;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream.write(content.data(), static_cast<std::streamsize>(content.size()));
  if (!stream.flush()) Die("write file", path);
  return path;
}

}  // namespace waymark::testing
