// Mends a store whose pages are in order but whose rows or segments are damaged.
#pragma once

#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "lmdb/environment.h"

namespace waymark::graph {

// See Store::Repair(). REQUIRES: the writer lock.
absl::StatusOr<std::vector<std::string>> RepairStore(Environment& environment,
                                                     const std::string& kept_view);

// DataLoss if a row of the history, of feedback or of workspaces is damaged.
absl::Status VerifyRows(const Txn& txn);

}  // namespace waymark::graph
