#include "text/string_interner.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace waymark::graph {
namespace {

TEST(StringInterner, NumbersDistinctStringsInOrder) {
  StringInterner interner;

  EXPECT_EQ(interner.Intern("a").id, 0u);
  EXPECT_EQ(interner.Intern("b").id, 1u);
  EXPECT_EQ(interner.Intern("a").id, 0u);
  EXPECT_FALSE(interner.Intern("b").is_new);
  EXPECT_EQ(interner.size(), 2u);
}

TEST(StringInterner, KeepsTheEmptyString) {
  StringInterner interner;

  EXPECT_TRUE(interner.Intern("").is_new);
  EXPECT_FALSE(interner.Intern("").is_new);
  EXPECT_EQ(interner.at(0), "");
}

TEST(StringInterner, FindsOnlyWhatWasInterned) {
  StringInterner interner;
  EXPECT_FALSE(interner.Find("a").has_value());
  interner.Intern("a");

  EXPECT_EQ(interner.Find("a"), 0u);
  EXPECT_FALSE(interner.Find("b").has_value());
}

TEST(StringInterner, ViewsSurviveGrowth) {
  StringInterner interner;
  std::vector<std::string_view> views;
  for (int i = 0; i < 20000; ++i)
    views.push_back(interner.at(interner.Intern(std::to_string(i)).id));

  for (int i = 0; i < 20000; ++i) {
    ASSERT_EQ(views[static_cast<std::size_t>(i)], std::to_string(i));
    ASSERT_EQ(interner.Find(std::to_string(i)), static_cast<std::uint32_t>(i));
  }
}

TEST(StringInterner, HoldsStringsLargerThanAChunk) {
  StringInterner interner;
  const std::string large(300000, 'x');

  interner.Intern("before");
  interner.Intern(large);
  interner.Intern("after");

  EXPECT_EQ(interner.at(1), large);
  EXPECT_EQ(interner.at(0), "before");
  EXPECT_EQ(interner.at(2), "after");
}

TEST(StringInterner, ClearForgetsEverything) {
  StringInterner interner;
  interner.Intern("a");
  interner.Clear();

  EXPECT_EQ(interner.size(), 0u);
  EXPECT_FALSE(interner.Find("a").has_value());
  EXPECT_EQ(interner.Intern("b").id, 0u);
}

}  // namespace
}  // namespace waymark::graph
