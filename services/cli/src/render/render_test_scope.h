// The answer of `test-scope` as text for people.
#pragma once

#include <cstdint>
#include <string>

#include "services/verbs.h"

namespace waymark::services {

// "tests: 4 surely, 15 possibly": how many tests reach what changes.
std::string TestCountsText(std::uint64_t sure, std::uint64_t possible);

// The counts and the completeness; the tests by file, those that surely reach the change before
// those that possibly do; the commands that run them.
std::string RenderTestScope(const TestScopeAnswer& answer);

}  // namespace waymark::services
