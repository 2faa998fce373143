// Which views of a store are of a checkout.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "graph/store.h"

namespace waymark::services {

// The working tree `root` as it was indexed last; null when it was not.
const graph::ViewRecord* FindIndexed(const std::vector<graph::ViewRecord>& views,
                                     const std::filesystem::path& root);

// The nearest indexed checkout that `root` is a directory of; none when a repository of its own
// lies in between.
std::optional<std::filesystem::path> IndexedAround(const std::vector<graph::ViewRecord>& views,
                                                   const std::filesystem::path& root);

}  // namespace waymark::services
