// Reports a damaged store to the caller.
#pragma once

#include <filesystem>

#include <absl/status/status.h>

#include "graph/store.h"

namespace waymark::services {

// Adds the store and the remedy to a DataLoss status of a question or index run about `root`; other
// statuses stay unchanged.
absl::Status WithStore(const absl::Status& status, const graph::Store& store,
                       const std::filesystem::path& root);

}  // namespace waymark::services
