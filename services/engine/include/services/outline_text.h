// The outline of a repository as text and as JSON: it is no payload, so no codec writes it.
#pragma once

#include <string>

#include "services/verbs.h"

namespace waymark::services {

// For people and agents: a few lines for each part.
std::string TextOf(const OutlineAnswer& answer);

// {"files","symbols","test_cases","languages":[{"language","files","bytes","symbols"}],"areas":[{
// "path","files","symbols","test_files"}],"entry_points":[{"name","kind","path","line"}],"hubs":[{
// "name","kind","path","line","fan_in","fan_out"}],"most_imported":[{"path","importers"}],
// "index":{...}}, one object, with a line break at its end. Bytes that are not UTF-8 become U+FFFD.
std::string JsonOf(const OutlineAnswer& answer);

}  // namespace waymark::services
