// What `doctor` looks at besides the index: whether this machine lets Waymark do its work, and what
// to do where it does not.
#pragma once

#include <vector>

#include "config/settings.h"
#include "output/finding.h"

namespace waymark::services {

struct Place;

// Never fails: what cannot be looked at is a finding.
std::vector<Finding> CheckHealth(const Place& place, const Settings& settings);

}  // namespace waymark::services
