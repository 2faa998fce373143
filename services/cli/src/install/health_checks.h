// The checks of `doctor` besides the index: whether Waymark can work on this machine, and how to
// fix it if not.
#pragma once

#include <vector>

#include "config/settings.h"
#include "output/finding.h"

namespace waymark::services {

struct Place;

// Never fails: something that cannot be checked is a finding.
std::vector<Finding> CheckHealth(const Place& place, const Settings& settings);

}  // namespace waymark::services
