// Reports a damaged store to the caller.
#pragma once

#include <filesystem>
#include <memory>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/store.h"

namespace waymark::services {

// Adds the store and the remedy to a DataLoss status of a question or index run about `root`; other
// statuses stay unchanged.
absl::Status WithStore(const absl::Status& status, const graph::Store& store,
                       const std::filesystem::path& root);

// Store::OpenHistory() for a question about `root`, with its errors as WithStore() has them.
absl::StatusOr<std::shared_ptr<const graph::History>> OpenHistory(
    graph::Store& store, const graph::ViewKey& key, const std::filesystem::path& root);

}  // namespace waymark::services
