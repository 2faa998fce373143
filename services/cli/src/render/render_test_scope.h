// The answer of `test-scope` as text for people.
#pragma once

#include <string>

#include "services/verbs.h"

namespace waymark::services {

// A sentence with the counts and the completeness; the tests by file, those that reach the change
// before those that may; the commands that run them.
std::string RenderTestScope(const TestScopeAnswer& answer);

}  // namespace waymark::services
