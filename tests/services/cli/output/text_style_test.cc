#include "output/text_style.h"

#include <gtest/gtest.h>

#include "output/display_width.h"
#include "output/place_links.h"

namespace waymark::services {
namespace {

TEST(TextStyle, APlainStyleLeavesTextAsItIs) {
  const TextStyle plain;

  EXPECT_EQ(Painted(plain, Ink::kHeading, "run"), "run");
  EXPECT_EQ(Linked(plain, "a.py:3", "a.py", 3), "a.py:3");
  EXPECT_EQ(WithPlaceLinks(plain, "see a.py:3\n"), "see a.py:3\n");
}

TEST(TextStyle, AColorEndsWhereItsTextEnds) {
  const TextStyle colored{.is_colored = true};

  EXPECT_EQ(Painted(colored, Ink::kHeading, "run"), "\x1b[1mrun\x1b[0m");
  EXPECT_EQ(Painted(colored, Ink::kPlain, "run"), "run");
  EXPECT_EQ(Painted(colored, Ink::kHeading, ""), "");
}

TEST(TextStyle, ALinkNamesHostFileAndLine) {
  const TextStyle style{.is_colored = true, .link_base = LinkBase("box", "/home/me/a b")};

  EXPECT_EQ(style.link_base, "file://box/home/me/a%20b/");
  EXPECT_EQ(Linked(style, "x", "src/100%.py", 3),
            "\x1b]8;;file://box/home/me/a%20b/src/100%25.py#3\x1b\\x\x1b]8;;\x1b\\");
  EXPECT_EQ(Linked(style, "x", "a.py", 0),
            "\x1b]8;;file://box/home/me/a%20b/a.py\x1b\\x\x1b]8;;\x1b\\");
}

TEST(TextStyle, NothingInAPathEndsALink) {
  const TextStyle style{.is_colored = true, .link_base = "file://h/"};

  EXPECT_EQ(Linked(style, "x", "a\x1b\\b\x07", 0),
            "\x1b]8;;file://h/a%1B%5Cb%07\x1b\\x\x1b]8;;\x1b\\");
}

TEST(PlaceLinks, EachPlaceOfATextIsPainted) {
  const TextStyle colored{.is_colored = true};

  EXPECT_EQ(WithPlaceLinks(colored, "run  src/a.py:3-9, (b.py:4:1)\n"),
            "run  \x1b[36msrc/a.py:3-9\x1b[0m, (\x1b[36mb.py:4:1\x1b[0m)\n");
  EXPECT_EQ(WithPlaceLinks(colored, "src/a.py:12:9: run()"), "\x1b[36msrc/a.py:12:9\x1b[0m: run()");
}

TEST(PlaceLinks, NamesAndTimesAreNoPlaces) {
  const TextStyle colored{.is_colored = true};

  for (const char* text : {"a::b", "12:30", "risk: 3", "key:3", "src/a.py", "src/a.py:", ":3"}) {
    EXPECT_EQ(WithPlaceLinks(colored, text), text);
  }
}

TEST(DisplayWidth, WideCharactersTakeTwoColumnsAndMarksNone) {
  EXPECT_EQ(DisplayWidth("abc"), 3U);
  EXPECT_EQ(DisplayWidth("日本"), 4U);
  EXPECT_EQ(DisplayWidth("e\u0301"), 1U);
  EXPECT_EQ(DisplayWidth("é"), 1U);
}

TEST(CutToWidth, EndsWithAMarkWhereTextIsLeftOut) {
  EXPECT_EQ(CutToWidth("abc", 3), "abc");
  EXPECT_EQ(CutToWidth("abcd", 3), "ab…");
  EXPECT_EQ(CutToWidth("日本語", 4), "日…") << "half of a character does not fit";
  EXPECT_EQ(CutToWidth("abcd", 0), "abcd") << "no limit";
}

}  // namespace
}  // namespace waymark::services
