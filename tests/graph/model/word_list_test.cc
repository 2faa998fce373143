#include "graph/word_list.h"

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

}  // namespace
}  // namespace waymark
