#include "text/word_lists.h"

#include <gtest/gtest.h>

namespace waymark::retrieval {
namespace {

TEST(WordLists, TellHardWeakAndPlainWordsApart) {
  EXPECT_EQ(ClassOf("the"), WordClass::kHard);
  EXPECT_EQ(ClassOf("your"), WordClass::kHard);
  EXPECT_EQ(ClassOf("implement"), WordClass::kWeak);
  EXPECT_EQ(ClassOf("about"), WordClass::kWeak);
  EXPECT_EQ(ClassOf("because"), WordClass::kWeak);
  EXPECT_EQ(ClassOf("router"), WordClass::kPlain);
  EXPECT_EQ(ClassOf(""), WordClass::kPlain);
}

TEST(WordLists, TakeTestWordsWholeOnly) {
  EXPECT_TRUE(IsTestWord("tests"));
  EXPECT_TRUE(IsTestWord("benchmark"));
  EXPECT_FALSE(IsTestWord("latest"));
  EXPECT_FALSE(IsTestWord("inspect"));
  EXPECT_FALSE(IsTestWord("contest"));
  EXPECT_FALSE(IsTestWord("test_client"));
}

}  // namespace
}  // namespace waymark::retrieval
