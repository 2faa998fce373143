// Fixtures that a test runner makes for every test in their reach, asked for or not.
#pragma once

#include <string_view>

namespace waymark::indexer {

// Argument of the decorator that says so.
inline constexpr std::string_view kUseEverywhere = "autouse";
// Name of a kFixture binding, beside that under which tests may ask for the fixture.
inline constexpr std::string_view kUsedFixtures = "*@";

}  // namespace waymark::indexer
