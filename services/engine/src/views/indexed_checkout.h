// Finds the views of a store that belong to a checkout.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "graph/store.h"

namespace waymark::services {

// The view of the working tree `root`, the last indexed one; null if it was not indexed.
const graph::ViewRecord* FindIndexed(const std::vector<graph::ViewRecord>& views,
                                     const std::filesystem::path& root);

// The nearest indexed checkout that contains `root`; none if another repository lies in between.
std::optional<std::filesystem::path> IndexedAround(const std::vector<graph::ViewRecord>& views,
                                                   const std::filesystem::path& root);

}  // namespace waymark::services
