#include "requests.h"

#include <cstdint>

#include <fmt/format.h>

#include "services/limits.h"

namespace waymark::services {

absl::Status CheckRoot(const std::filesystem::path& root) {
  if (!root.is_absolute()) {
    return absl::InvalidArgumentError(
        fmt::format("repository '{}': the path of a checkout must be absolute", root.string()));
  }
  if (root.native().size() > kMaxPathBytes) {
    return absl::InvalidArgumentError(fmt::format("repository: a path of {} bytes; the limit is {}",
                                                  root.native().size(), kMaxPathBytes));
  }
  return absl::OkStatus();
}

absl::Status CheckText(std::string_view argument, std::string_view text, std::size_t max_bytes) {
  if (text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos) {
    return absl::InvalidArgumentError(
        fmt::format("{} is empty; say in a few words what you look for", argument));
  }
  if (text.size() > max_bytes) {
    return absl::InvalidArgumentError(
        fmt::format("{} has {} bytes; the limit is {}", argument, text.size(), max_bytes));
  }
  return absl::OkStatus();
}

absl::Status CheckRange(std::string_view argument, std::uint64_t value, std::uint64_t low,
                        std::uint64_t high) {
  if (value >= low && value <= high) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("{} is {}; it must be from {} to {}", argument, value, low, high));
}

}  // namespace waymark::services
