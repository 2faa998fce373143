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

TEST(FindControl, FindsWhatSplitsOrTurnsText) {
  EXPECT_EQ(FindControl("plain \u00e9 \u5e97 \u2027\u202f\u200d\u2065"), 25U);
  EXPECT_EQ(FindControl("a\tb"), 1U);
  EXPECT_EQ(FindControl("a\tb", 2), 3U);
  for (const char* control : {"\x01", "\x1f", "\x7f", "\u0080", "\u009f", "\u061c", "\u200e",
                              "\u200f", "\u2028", "\u202e", "\u2066", "\u2069"}) {
    EXPECT_EQ(FindControl(std::string("\u00e9") + control), 2U) << control;
  }
  EXPECT_EQ(FindControl("\xC2"), 1U);  // cut off
}

TEST(VisibleText, EscapesControlsButLayout) {
  EXPECT_EQ(VisibleText("a\tb\n\v\f\x1c\u0085\u2028\u2029\u061c"),
            "a\tb\n\\u000b\\u000c\\u001c\\u0085\\u2028\\u2029\\u061c");
  EXPECT_EQ(VisibleLine("a\tb\r\nc"), "a\\u0009b\\u000d\\u000ac");
}

}  // namespace
}  // namespace waymark::wire
