#include "render/whole_heads.h"

#include <vector>

#include <gtest/gtest.h>

namespace waymark::services {
namespace {

std::string Python(std::string_view source, const std::vector<std::uint32_t>& lines) {
  return WithWholeHeads("shop.py", source, lines);
}

TEST(WithWholeHeads, PutsAHeadOnTheLineWhereItBeginsAndKeepsTheNumbersOfTheOthers) {
  EXPECT_EQ(Python("class A:\n    def a(\n        self,\n        b: list[int],\n    ) -> int:\n"
                   "        return 1\n",
                   {1}),
            "class A:\n    def a( self, b: list[int], ) -> int:\n\n\n\n        return 1\n");
}

TEST(WithWholeHeads, KeepsWhatStandsOnOneLine) {
  const std::string source = "def a(b):\n    return c(\n        b\n    )\n";

  EXPECT_EQ(Python(source, {0}), source);
  EXPECT_EQ(Python(source, {}), source);
}

TEST(WithWholeHeads, LeavesOutCommentsAndCountsNoBracketsInTexts) {
  EXPECT_EQ(Python("def a(\n    b,  # the (first\n    c=\"(\",\n):\n    pass\n", {0}),
            "def a( b, c=\"(\", ):\n\n\n\n    pass\n");
}

TEST(WithWholeHeads, KeepsAHeadThatDoesNotClose) {
  EXPECT_EQ(Python("def a(\n    b,\n", {0}), "def a(\n    b,\n");
}

TEST(WithWholeHeads, ReadsOtherLanguagesAndOtherLineEnds) {
  EXPECT_EQ(
      WithWholeHeads("a.java", "class A {\r\n  int a(int b,\r\n      int c) {\r\n  }\r\n}\r\n",
                     std::vector<std::uint32_t>{1}),
      "class A {\r\n  int a(int b, int c) {\r\n\n  }\r\n}\r\n");
}

}  // namespace
}  // namespace waymark::services
