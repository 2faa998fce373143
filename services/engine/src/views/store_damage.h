// How a store that cannot be believed is told of, to whoever asked.
#pragma once

#include <filesystem>

#include <absl/status/status.h>

#include "graph/store.h"

namespace waymark::services {

// DataLoss with the store and what mends it, for a question or an index run about `root`; any other
// status as it is.
absl::Status WithStore(const absl::Status& status, const graph::Store& store,
                       const std::filesystem::path& root);

}  // namespace waymark::services
