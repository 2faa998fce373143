// Mends a store whose pages are in order but whose rows or segments are damaged.
#pragma once

#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "lmdb/environment.h"

namespace waymark::graph {

// See Store::Repair(). REQUIRES: the writer lock.
absl::StatusOr<std::vector<std::string>> RepairStore(Environment& environment,
                                                     const std::string& kept_view);

}  // namespace waymark::graph
