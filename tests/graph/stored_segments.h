// Every segment that views name, checked against its hashes.
#pragma once

#include <cstdint>
#include <filesystem>

#include <absl/status/status.h>

namespace waymark::graph {

// Opens the store's environment, which must not be open in this process. DataLoss names what does
// not match.
absl::Status VerifySegments(const std::filesystem::path& store, std::uint64_t map_bytes);

}  // namespace waymark::graph
