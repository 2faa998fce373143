#include "project/code_owners.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::indexer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Owners(std::string_view text, std::string_view path) {
  const CodeOwners rules(text);
  std::vector<std::string> names;
  for (const std::uint32_t owner : rules.OwnersOf(path)) {
    names.push_back(rules.owners()[owner].name);
  }
  return names;
}

TEST(CodeOwners, TheLastLineThatMatchesDecides) {
  constexpr std::string_view kText = "* @all\n*.js @js\n/build/ @ops @ann # two\n";
  EXPECT_THAT(Owners(kText, "a.py"), ElementsAre("@all"));
  EXPECT_THAT(Owners(kText, "deep/a.js"), ElementsAre("@js"));
  EXPECT_THAT(Owners(kText, "build/a.js"), ElementsAre("@ops", "@ann"));
}

TEST(CodeOwners, ALineWithoutOwnersLeavesItToNobody) {
  EXPECT_THAT(Owners("* @all\n/free/\n", "free/a.py"), IsEmpty());
}

TEST(CodeOwners, APatternOfADirectoryReachesAllBelowIt) {
  for (const char* pattern : {"apps/", "/apps", "apps/**", "**/apps/"}) {
    EXPECT_THAT(Owners(std::string(pattern) + " @x", "apps/web/src/a.ts"), ElementsAre("@x"))
        << pattern;
  }
  EXPECT_THAT(Owners("apps/ @x", "other/apps/a.ts"), ElementsAre("@x"));
  EXPECT_THAT(Owners("/apps/ @x", "other/apps/a.ts"), IsEmpty());
  EXPECT_THAT(Owners("apps/ @x", "apps"), IsEmpty());
}

TEST(CodeOwners, AStarBehindADirectoryMeansItsOwnFiles) {
  EXPECT_THAT(Owners("docs/* @x", "docs/a.md"), ElementsAre("@x"));
  EXPECT_THAT(Owners("docs/* @x", "docs/build/a.md"), IsEmpty());
}

TEST(CodeOwners, SectionsGiveOwnersToTheLinesBelow) {
  constexpr std::string_view kText = "[Docs][2] @docs\n*.md\nREADME.md @lead\n^[Web]\n/web/\n";
  EXPECT_THAT(Owners(kText, "a.md"), ElementsAre("@docs"));
  EXPECT_THAT(Owners(kText, "README.md"), ElementsAre("@lead"));
  EXPECT_THAT(Owners(kText, "web/a.ts"), IsEmpty());
}

TEST(CodeOwners, WordsThatNameNobodyAreLeftOut) {
  const CodeOwners rules("# @comment\n!a @x\n* plain @x me@example.org @x @\n");
  ASSERT_EQ(rules.owners().size(), 2u);
  EXPECT_EQ(rules.owners()[0].name, "@x");
  EXPECT_EQ(rules.owners()[0].offset, 25u);
  EXPECT_EQ(rules.owners()[1].name, "me@example.org");
}

TEST(CodeOwners, ABlankBehindABackslashBelongsToThePattern) {
  EXPECT_THAT(Owners("/a\\ b/ @x", "a b/c.py"), ElementsAre("@x"));
}

TEST(CodeOwners, WhatLiesBeyondTheLimitsIsLeftOut) {
  std::string text;
  for (std::size_t i = 0; i < kMaxOwners + 10; ++i) text += "/f @u" + std::to_string(i) + "\n";
  EXPECT_EQ(CodeOwners(text).owners().size(), kMaxOwners);
}

TEST(CodeOwners, TakesAnyBytes) {
  const std::vector<std::string> pieces = {"*",  "/", "[", "]",  "@",  "@a", " ",    "\t", "\n",
                                           "\\", "#", "!", "^[", "**", "\r", "\xff", "a",  "?"};
  std::uint64_t state = 1;
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (int i = 0; i < 24; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      text += pieces[(state >> 33) % pieces.size()];
    }
    const CodeOwners rules(text);
    for (const std::uint32_t owner : rules.OwnersOf("a/b.c")) {
      ASSERT_LT(owner, rules.owners().size());
    }
  }
}

TEST(CodeOwnersPlace, OneOfFourIsLookedForFirst) {
  EXPECT_EQ(CodeOwnersPlace(".github/CODEOWNERS"), 1);
  EXPECT_EQ(CodeOwnersPlace("CODEOWNERS"), 2);
  EXPECT_EQ(CodeOwnersPlace("src/CODEOWNERS"), 0);
}

}  // namespace
}  // namespace waymark::indexer
