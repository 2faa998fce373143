#include "testing/golden.h"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/temp_dir.h"

namespace waymark::testing {
namespace {

using ::testing::HasSubstr;

TEST(MatchesGolden, AcceptsTheSameBytes) {
  EXPECT_TRUE(MatchesGolden("testing/two_lines.txt", "first\nsecond\n"));
}

TEST(MatchesGolden, NamesTheFirstDifferingLine) {
  if (std::getenv("UPDATE_GOLDEN") != nullptr) GTEST_SKIP() << "would rewrite the file";

  const ::testing::AssertionResult result = MatchesGolden("testing/two_lines.txt", "first\nlast\n");

  EXPECT_FALSE(result);
  EXPECT_THAT(result.message(), HasSubstr("line 2"));
  EXPECT_THAT(result.message(), HasSubstr("expected: second"));
  EXPECT_THAT(result.message(), HasSubstr("actual:   last"));
}

TEST(MatchesGolden, SeesAMissingLastLine) {
  if (std::getenv("UPDATE_GOLDEN") != nullptr) GTEST_SKIP() << "would rewrite the file";

  EXPECT_FALSE(MatchesGolden("testing/two_lines.txt", "first\n"));
}

TEST(TempDir, HoldsWhatIsWrittenAndGoesWithTheObject) {
  std::filesystem::path file;
  {
    const TempDir directory;
    file = directory.WriteFile("a/b.txt", "text");
    EXPECT_EQ(ReadFile(file), "text");
  }

  EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace waymark::testing
