#include "testing/golden.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace waymark::testing {
namespace {

bool UpdateRequested() {
  const char* value = std::getenv("UPDATE_GOLDEN");
  return value != nullptr && std::string_view(value) == "1";
}

std::string_view LineAt(std::string_view text, std::size_t line_start) {
  if (line_start >= text.size()) return "<end of text>";
  return text.substr(line_start, text.find('\n', line_start) - line_start);
}

::testing::AssertionResult FirstDifference(const std::filesystem::path& name,
                                           std::string_view expected, std::string_view actual) {
  const std::size_t common = static_cast<std::size_t>(
      std::mismatch(expected.begin(), expected.end(), actual.begin(), actual.end()).first -
      expected.begin());
  const std::string_view before = expected.substr(0, common);
  const std::size_t newline = before.rfind('\n');
  const std::size_t line_start = newline == std::string_view::npos ? 0 : newline + 1;
  return ::testing::AssertionFailure()
         << "golden file " << name.string() << " differs at line "
         << 1 + std::count(before.begin(), before.end(), '\n')
         << "\n  expected: " << LineAt(expected, line_start)
         << "\n  actual:   " << LineAt(actual, line_start) << "\nUPDATE_GOLDEN=1 rewrites it";
}

}  // namespace

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    ADD_FAILURE() << "read file " << path.string() << ": cannot be opened";
    return {};
  }
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

::testing::AssertionResult MatchesGolden(const std::filesystem::path& name,
                                         std::string_view actual) {
  const std::filesystem::path path = std::filesystem::path(WM_SOURCE_DIR) / "tests/golden" / name;
  if (UpdateRequested()) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream stream(path, std::ios::binary | std::ios::trunc);
    stream.write(actual.data(), static_cast<std::streamsize>(actual.size()));
    if (!stream.flush()) {
      return ::testing::AssertionFailure() << "write golden file " << path.string();
    }
    return ::testing::AssertionSuccess();
  }
  if (!std::filesystem::exists(path)) {
    return ::testing::AssertionFailure()
           << "golden file " << name.string() << " does not exist; UPDATE_GOLDEN=1 creates it";
  }
  const std::string expected = ReadFile(path);
  if (expected == actual) return ::testing::AssertionSuccess();
  return FirstDifference(name, expected, actual);
}

}  // namespace waymark::testing
