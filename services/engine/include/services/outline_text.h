// The outline of a repository as text, JSON and GCX1. It is not a payload, so no codec writes it.
#pragma once

#include <string>

#include <absl/status/statusor.h>

#include "services/verbs.h"

namespace waymark::services {

// For people and agents: a few lines for each part.
std::string TextOf(const OutlineAnswer& answer);

// {"files","symbols","test_cases","languages":[{"language","files","bytes","symbols"}],"areas":[{
// "path","files","symbols","test_files"}],"area_count","layers":[["path"]],"entry_points":[{"name",
// "kind","path","line"}],"entry_point_count","hubs":[{"name","kind","path","line","fan_in",
// "fan_out"}],"hub_count","most_imported":[{"path","importers"}],"imported_count","communities":[{
// "name","files","symbols","cohesion","central":[{"name","kind","path","line"}]}],
// "community_count","completeness":{...},"index":{...}}, one object, with a line break at its end.
// Layers begin with the lowest. Bytes that are not UTF-8 become U+FFFD.
std::string JsonOf(const OutlineAnswer& answer);
// One section per list; hubs are the published section "hotspots".
absl::StatusOr<std::string> GcxOf(const OutlineAnswer& answer);

}  // namespace waymark::services
