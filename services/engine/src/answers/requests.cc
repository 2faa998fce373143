#include "answers/requests.h"

#include <cstdint>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/limits.h"
#include "services/state_text.h"

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

absl::Status CheckState(const StateChoice& state) {
  if (!state.at.empty() && !state.buffers.empty()) {
    return absl::InvalidArgumentError(
        "a revision and unsaved buffers exclude each other: buffers belong to the working tree; "
        "leave out the revision");
  }
  if (state.at.size() > kMaxNameBytes) {
    return absl::InvalidArgumentError(
        fmt::format("the revision has {} bytes; the limit is {}", state.at.size(), kMaxNameBytes));
  }
  if (state.buffers.size() > kMaxBuffers) {
    return absl::InvalidArgumentError(
        fmt::format("{} unsaved buffers; the limit is {}", state.buffers.size(), kMaxBuffers));
  }
  std::size_t bytes = 0;
  for (const indexer::UnsavedBuffer& buffer : state.buffers) {
    const std::filesystem::path path = buffer.path;
    const bool inside = !buffer.path.empty() && path.is_relative() &&
                        path.lexically_normal() == path && *path.begin() != "..";
    if (!inside || buffer.path.size() > kMaxPathBytes) {
      return absl::InvalidArgumentError(
          fmt::format("buffer of '{}': the path must be relative to the root of the checkout, "
                      "without '.' and '..', and have at most {} bytes",
                      buffer.path.substr(0, kMaxPathBytes), kMaxPathBytes));
    }
    bytes += buffer.text.size();
  }
  if (bytes <= kMaxBufferBytes) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("unsaved buffers of {} bytes; the limit is {}", bytes, kMaxBufferBytes));
}

absl::Status CheckBase(const std::string& revision, bool names_symbols) {
  if (revision.empty()) return absl::OkStatus();
  if (names_symbols) {
    return absl::InvalidArgumentError(
        "ask about symbols or about what differs from a revision, not about both");
  }
  return CheckText("the revision", revision, kMaxNameBytes);
}

absl::Status CheckText(std::string_view argument, std::string_view text, std::size_t max_bytes) {
  if (text.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos) {
    return absl::InvalidArgumentError(
        fmt::format("{} is empty; say in a few words what you are looking for", argument));
  }
  if (text.size() > max_bytes) {
    return absl::InvalidArgumentError(
        fmt::format("{} has {} bytes; the limit is {}", argument, text.size(), max_bytes));
  }
  return absl::OkStatus();
}

absl::Status CheckTexts(std::string_view argument, std::span<const std::string> texts,
                        std::size_t max_bytes, std::size_t before) {
  const std::size_t count = before + texts.size();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string name = count == 1
                                 ? fmt::format("the {}", argument)
                                 : fmt::format("{} {} of {}", argument, before + i + 1, count);
    WM_RETURN_IF_ERROR(CheckText(name, texts[i], max_bytes));
  }
  return absl::OkStatus();
}

absl::Status CheckRange(std::string_view argument, std::uint64_t value, std::uint64_t low,
                        std::uint64_t high) {
  if (value >= low && value <= high) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("{} is {}; it must be from {} to {}", argument, value, low, high));
}

absl::Status RefuseBudget(std::uint32_t budget, std::uint64_t empty, std::uint64_t smallest) {
  return WithRemedy(
      absl::InvalidArgumentError(
          fmt::format("a budget of {} tokens is too small: an empty answer takes {}; the smallest "
                      "budget that works is {}",
                      budget, empty, smallest)),
      WithField("budget_tokens", fmt::format("{}", smallest)));
}

}  // namespace waymark::services
