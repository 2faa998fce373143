// Comparison of text with a file under tests/golden. UPDATE_GOLDEN=1 in the environment rewrites
// the files instead; the change is then reviewed like code.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace waymark::testing {

// Succeeds when tests/golden/<name> holds exactly `actual`; else shows the first differing line.
//
//   EXPECT_TRUE(MatchesGolden("wire/two_symbols.gcf", Encode(payload)));
::testing::AssertionResult MatchesGolden(const std::filesystem::path& name,
                                         std::string_view actual);

// The bytes of `path`; the calling test fails when it cannot be read.
std::string ReadFile(const std::filesystem::path& path);

}  // namespace waymark::testing
