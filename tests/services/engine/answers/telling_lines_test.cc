#include "services/telling_lines.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TellingLines, ACallOfAShownSymbolTellsMostThenWordsThenReturns) {
  constexpr char kSource[] =
      "def save(self, response):\n"         // 0
      "    name = self.cookie_name()\n"     // 1: a word
      "    if not self.enabled:\n"          // 2
      "        return\n"                    // 3: an end
      "    value = sign_value(response)\n"  // 4: a call
      "    response.write(name, value)\n";  // 5
  const TellingQuestion question{.words = {{.text = "cooki"}}, .names = {"sign_value"}};

  EXPECT_THAT(TellingLines("a.py", kSource, question), ElementsAre(4, 1, 3));
}

TEST(TellingLines, ARareWordTellsMoreThanACommonOne) {
  constexpr char kSource[] =
      "common = 1\n"
      "rare = 2\n"
      "common_and_rare = 3\n";
  const TellingQuestion question{
      .words = {{.text = "common", .weight = 1}, {.text = "rare", .weight = 5}}};

  EXPECT_THAT(TellingLines("a.py", kSource, question), ElementsAre(2, 1, 0));
}

TEST(TellingLines, WordsAreSoughtAtTheBeginningsOfPartsOfIdentifiers) {
  constexpr char kSource[] =
      "a = signing_key\n"    // snake case
      "b = getSigner()\n"    // camel case
      "c = HTTPSignature\n"  // behind an abbreviation
      "d = SIGN\n"
      "e = design\n"    // in the middle of a part
      "f = \"sig\"\n";  // only a beginning of the word
  const TellingQuestion question{.words = {{.text = "sign"}}};

  EXPECT_THAT(TellingLines("a.py", kSource, question), ElementsAre(0, 1, 2, 3));
}

TEST(TellingLines, AShortWordMustBeAWholePart) {
  constexpr char kSource[] =
      "a = idle\n"
      "b = user_id\n";

  EXPECT_THAT(TellingLines("a.py", kSource, {.words = {{.text = "id"}}}), ElementsAre(1));
}

TEST(TellingLines, AMentionTellsLessThanACall) {
  constexpr char kSource[] =
      "x = run\n"
      "y = run()\n";

  EXPECT_THAT(TellingLines("a.py", kSource, {.names = {"run"}}), ElementsAre(1, 0));
}

TEST(TellingLines, ANameOfRubyIsFoundWithoutItsMark) {
  EXPECT_THAT(TellingLines("a.rb", "x = 1\nskip unless valid?\n", {.names = {"valid?"}}),
              ElementsAre(1));
}

TEST(TellingLines, ProseTellsHalfAsMuchAsCode) {
  constexpr char kSource[] =
      "# the cookie\n"
      "'''\n"
      "the cookie\n"
      "'''\n"
      "cookie = 1  # the rest\n";

  EXPECT_THAT(TellingLines("a.py", kSource, {.words = {{.text = "cookie"}}}), ElementsAre(4, 0, 2));
}

TEST(TellingLines, WhatEndsAFunctionTellsInEveryLanguage) {
  EXPECT_THAT(TellingLines("a.py", "x = 1\nraise Error\nyield x\n", {}), ElementsAre(1, 2));
  EXPECT_THAT(TellingLines("a.java", "x = 1;\nthrow e;\nreturn x;\n", {}), ElementsAre(1, 2));
}

TEST(TellingLines, AnEndWithoutAValueTellsLess) {
  EXPECT_THAT(TellingLines("a.js", "return;\nreturn total;\n", {}), ElementsAre(1, 0));
}

TEST(TellingLines, NothingTellsInASourceWithoutWordsCallsAndEnds) {
  EXPECT_THAT(TellingLines("a.py", "a = 1\n\nb = 2", {.words = {{.text = "c"}}}), IsEmpty());
  EXPECT_THAT(TellingLines("a.py", "", {.words = {{.text = "c"}}}), IsEmpty());
}

TEST(TellingWords, AreThoseOfTheQuestionWithTheirWeights) {
  const TellingQuestion question =
      TellingWordsOf({.terms = {{.term = "cooki", .as_written = "cookies", .weight = 3}}});

  ASSERT_EQ(question.words.size(), 1U);
  EXPECT_EQ(question.words.front().text, "cooki");
  EXPECT_EQ(question.words.front().weight, 3);
  EXPECT_THAT(question.names, IsEmpty());
}

TEST(HeadLines, AreThoseThatTheSignatureRepeats) {
  constexpr char kSource[] =
      "@traced\n"
      "def save(\n"
      "    self, response\n"
      "):\n"
      "    return 1\n";

  EXPECT_EQ(HeadLines(kSource, "def save(self, response)"), 4U);
  EXPECT_EQ(HeadLines(kSource, "def load(self)"), 1U) << "not found: the first";
  EXPECT_EQ(HeadLines(kSource, ""), 0U);
}

}  // namespace
}  // namespace waymark::services
