// How tests are named to their runners.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "services/verbs.h"

namespace waymark::services {

// One for each runner that has tests here. Languages without a known runner are left out.
std::vector<RunnerArguments> ArgumentsOfRunners(std::span<const ScopeTest> tests);

}  // namespace waymark::services
