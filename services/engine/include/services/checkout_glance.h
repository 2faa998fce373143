// How a checkout stands, as far as that is known at once: for who has not asked anything yet.
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

// What a store says of the working tree `root`, absolute, or of the indexed one that it is a
// directory of. Nothing when there is no store, or no index in it. A tree of more than `max_files`
// files is not compared with its index. The store is opened for reading; errors are those of that,
// and of a view that cannot be read.
absl::StatusOr<std::optional<CheckoutGlance>> GlanceAt(const std::filesystem::path& store_directory,
                                                       const std::filesystem::path& root,
                                                       std::uint64_t max_files);

}  // namespace waymark::services
