#include "wire/utf8.h"

#include <string>

#include <gtest/gtest.h>

namespace waymark::wire {
namespace {

TEST(DecodeUtf8, ReadsEveryLength) {
  EXPECT_EQ(DecodeUtf8("A", 0).value, 0x41U);
  EXPECT_EQ(DecodeUtf8("é", 0).value, 0xE9U);
  EXPECT_EQ(DecodeUtf8("中", 0).value, 0x4E2DU);
  EXPECT_EQ(DecodeUtf8("x😀", 1).value, 0x1F600U);
  EXPECT_EQ(DecodeUtf8("x😀", 1).size, 4U);
}

TEST(DecodeUtf8, RefusesWhatTheStandardRefuses) {
  EXPECT_EQ(DecodeUtf8("\x80", 0).size, 0U);              // continuation without a start
  EXPECT_EQ(DecodeUtf8("\xC3", 0).size, 0U);              // cut off
  EXPECT_EQ(DecodeUtf8("\xC0\xAF", 0).size, 0U);          // overlong
  EXPECT_EQ(DecodeUtf8("\xE0\x80\xAF", 0).size, 0U);      // overlong
  EXPECT_EQ(DecodeUtf8("\xED\xA0\x80", 0).size, 0U);      // surrogate
  EXPECT_EQ(DecodeUtf8("\xF4\x90\x80\x80", 0).size, 0U);  // past U+10FFFF
  EXPECT_EQ(DecodeUtf8("\xFF", 0).size, 0U);
}

TEST(FindInvalidUtf8, GivesTheOffsetOfTheFirstBadByte) {
  EXPECT_EQ(FindInvalidUtf8("plain ASCII of some length"), 26U);
  EXPECT_EQ(FindInvalidUtf8("plain ASCII of some\xFFlength"), 19U);
  EXPECT_EQ(FindInvalidUtf8("é中😀\xC3"), 9U);
}

TEST(ReplaceInvalidUtf8, PutsOneReplacementForEachBadByte) {
  EXPECT_EQ(ReplaceInvalidUtf8("a\xFF\xFE b\xC3"), "a\uFFFD\uFFFD b\uFFFD");
  EXPECT_EQ(ReplaceInvalidUtf8("good é"), "good é");
}

TEST(AppendUtf8, IsTheInverseOfDecoding) {
  for (const std::uint32_t value : {0x7FU, 0x80U, 0x7FFU, 0x800U, 0xFFFFU, 0x10000U, 0x10FFFFU}) {
    std::string text;
    AppendUtf8(text, value);
    EXPECT_EQ(DecodeUtf8(text, 0).value, value);
    EXPECT_EQ(DecodeUtf8(text, 0).size, text.size());
  }
}

}  // namespace
}  // namespace waymark::wire
