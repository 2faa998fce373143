// Fixtures that a test runner makes for every test in their scope, requested or not.
#pragma once

#include <string_view>

namespace waymark::indexer {

// The argument of the decorator that declares it.
inline constexpr std::string_view kUseEverywhere = "autouse";
// The name of an additional kFixture binding, beside the one under which tests request the fixture.
inline constexpr std::string_view kUsedFixtures = "*@";

}  // namespace waymark::indexer
