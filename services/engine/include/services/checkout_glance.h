// The state of a checkout as far as it is known at once, before any question was asked.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <absl/status/statusor.h>

namespace waymark::services {

struct CheckoutGlance {
  std::string repository;
  std::uint64_t indexed_unix_seconds = 0;
  std::uint64_t files = 0;
  std::uint64_t symbols = 0;
  std::optional<std::uint64_t> files_differing;  // absent: not compared
};

// What a store knows of the working tree `root`, an absolute path, or of the indexed tree that
// contains it. Nothing if there is no store or no index. A tree of more than `max_files` files is
// not compared with its index. The store is opened read-only; errors are those of opening it and of
// an unreadable view.
absl::StatusOr<std::optional<CheckoutGlance>> GlanceAt(const std::filesystem::path& store_directory,
                                                       const std::filesystem::path& root,
                                                       std::uint64_t max_files);

}  // namespace waymark::services
