#include "graph/ascii.h"

#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace waymark {
namespace {

TEST(WordLists, AreVisitedWordByWord) {
  std::vector<std::string_view> words;
  VisitWords("begin end a", [&](std::string_view word) { words.push_back(word); });
  EXPECT_EQ(words, (std::vector<std::string_view>{"begin", "end", "a"}));
  VisitWords("", [](std::string_view) { FAIL(); });
}

TEST(WordLists, HaveWholeWords) {
  EXPECT_TRUE(ListsWord("begin end", "begin"));
  EXPECT_TRUE(ListsWord("begin end", "end"));
  EXPECT_FALSE(ListsWord("begin end", "beg"));
  EXPECT_FALSE(ListsWord("begin end", ""));
  EXPECT_FALSE(ListsWord("", ""));
}

TEST(Ascii, OtherBytesAreInNoClassAndKeepTheirCase) {
  EXPECT_EQ(LowerCase("GET /\xC3\x84"), "get /\xC3\x84");
  for (const char c : {'\xC3', '\0', '_'}) {
    EXPECT_FALSE(IsBlank(c) || IsDigit(c) || IsLower(c) || IsUpper(c));
  }
}

TEST(Trimmed, LeavesWhatIsBetweenTheBlanks) {
  EXPECT_EQ(Trimmed(" \t a b\r\n"), "a b");
  EXPECT_EQ(Trimmed(" \n"), "");
  EXPECT_EQ(Trimmed(""), "");
  EXPECT_EQ(Trimmed(" a\n", " "), "a\n");
}

}  // namespace
}  // namespace waymark
