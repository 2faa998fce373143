#include "git/line_difference.h"

#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::indexer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(DifferingLines, AreThoseThatWereChangedOrAdded) {
  EXPECT_THAT(DifferingLines("a\nb\nc\nd\ne\n", "a\nB\nc\nd\nnew\ne\n"),
              ElementsAre(LineRange{2, 2}, LineRange{5, 5}));
  EXPECT_THAT(DifferingLines("", "a\nb\n"), ElementsAre(LineRange{1, 2}));
  EXPECT_THAT(DifferingLines("a\n", "a\nb"), ElementsAre(LineRange{2, 2}));
}

TEST(DifferingLines, OfARemovalAreTheLineBefore) {
  EXPECT_THAT(DifferingLines("a\nb\nc\n", "a\nc\n"), ElementsAre(LineRange{1, 1}));
  EXPECT_THAT(DifferingLines("a\nb\n", "b\n"), ElementsAre(LineRange{1, 1}));
  EXPECT_THAT(DifferingLines("a\n", ""), ElementsAre(LineRange{1, 1}));
}

TEST(DifferingLines, OfEqualTextsAreNone) {
  EXPECT_THAT(DifferingLines("", ""), IsEmpty());
  EXPECT_THAT(DifferingLines("a\nb", "a\nb"), IsEmpty());
}

TEST(DifferingLines, BeginAndEndWithWholeLines) {
  EXPECT_THAT(DifferingLines("xa\nya\n", "xb\nya\n"), ElementsAre(LineRange{1, 1}));
  EXPECT_THAT(DifferingLines("1\nxa\n2\n", "1\nya\n2\n"), ElementsAre(LineRange{2, 2}));
  EXPECT_THAT(DifferingLines("a", "a\n"), ElementsAre(LineRange{1, 1}));
}

// A line that is not said to differ stands in the older text as well, in the same order.
TEST(DifferingLines, LeaveOutOnlyLinesOfTheOlderText) {
  std::mt19937 random(7);
  const auto text = [&random](std::size_t lines) {
    std::vector<std::string> all(lines);
    for (std::string& line : all)
      line = std::string(1 + random() % 9, static_cast<char>('a' + random() % 3)) + "\n";
    return all;
  };
  const auto joined = [](const std::vector<std::string>& lines) {
    std::string all;
    for (const std::string& line : lines) all += line;
    return all;
  };
  for (int round = 0; round < 300; ++round) {
    // Long enough for several blocks of bytes that are compared at a time.
    const std::vector<std::string> older = text(round % 3 == 0 ? 4000 : 12);
    std::vector<std::string> newer = older;
    for (std::size_t edits = random() % 4; edits > 0 && !newer.empty(); --edits) {
      const auto at = newer.begin() + static_cast<std::ptrdiff_t>(random() % newer.size());
      if (random() % 2 == 0)
        newer.erase(at);
      else
        newer.insert(at, "new" + std::to_string(edits) + "\n");
    }
    std::vector<bool> differs(newer.size() + 1, false);
    for (const LineRange& range : DifferingLines(joined(older), joined(newer))) {
      ASSERT_LE(range.first, range.last);
      for (std::uint32_t line = range.first; line <= range.last && line <= newer.size(); ++line) {
        differs[line] = true;
      }
    }
    std::size_t next = 0;
    for (std::size_t line = 1; line <= newer.size(); ++line) {
      if (differs[line]) continue;
      while (next < older.size() && older[next] != newer[line - 1]) ++next;
      ASSERT_LT(next, older.size()) << "round " << round << ", line " << line;
      ++next;
    }
  }
}

}  // namespace
}  // namespace waymark::indexer
