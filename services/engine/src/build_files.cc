#include "build_files.h"

#include <cstdint>
#include <utility>

#include <absl/status/statusor.h>
#include <fmt/format.h>

namespace waymark::services {
namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 20U;

}  // namespace

std::string PathIn(std::string_view directory, std::string_view name) {
  return directory.empty() ? std::string(name) : fmt::format("{}/{}", directory, name);
}

const std::string* BuildFiles::Text(const std::string& path) {
  const auto [known, is_new] = texts_.try_emplace(path);
  if (is_new) {
    absl::StatusOr<std::string> text = sources_.Read(path, kMaxBytes);
    if (text.ok()) known->second = *std::move(text);
  }
  return known->second.has_value() ? &*known->second : nullptr;
}

bool BuildFiles::Mentions(const std::string& path, std::string_view word) {
  const std::string* text = Text(path);
  return text != nullptr && text->find(word) != std::string::npos;
}

std::optional<std::string> BuildFiles::DirectoryAbove(const std::string& path,
                                                      std::string_view name) {
  std::string directory = path;
  while (!directory.empty()) {
    const std::size_t slash = directory.rfind('/');
    directory.erase(slash == std::string::npos ? 0 : slash);
    if (Text(PathIn(directory, name)) != nullptr) return directory;
  }
  return std::nullopt;
}

}  // namespace waymark::services
