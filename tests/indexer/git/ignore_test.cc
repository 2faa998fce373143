#include "git/ignore.h"

#include <gtest/gtest.h>

namespace waymark::indexer {
namespace {

// Rules of one file at the root.
bool Ignored(std::string_view rules, std::string_view path, bool is_directory = false) {
  IgnoreStack stack;
  stack.Enter("");
  stack.AddRules(rules);
  return stack.IsIgnored(path, is_directory);
}

TEST(IgnoreStack, NameWithoutSlashMatchesAtAnyDepth) {
  EXPECT_TRUE(Ignored("*.log\n", "a.log"));
  EXPECT_TRUE(Ignored("*.log\n", "deep/er/a.log"));
  EXPECT_FALSE(Ignored("*.log\n", "a.logs"));
}

TEST(IgnoreStack, PatternWithSlashIsAnchoredToItsDirectory) {
  EXPECT_TRUE(Ignored("/build\n", "build", true));
  EXPECT_FALSE(Ignored("/build\n", "sub/build", true));
  EXPECT_TRUE(Ignored("docs/*.txt\n", "docs/a.txt"));
  EXPECT_FALSE(Ignored("docs/*.txt\n", "docs/sub/a.txt"));
}

TEST(IgnoreStack, TrailingSlashMeansDirectoriesOnly) {
  EXPECT_TRUE(Ignored("out/\n", "out", true));
  EXPECT_FALSE(Ignored("out/\n", "out", false));
}

TEST(IgnoreStack, DoubleStarSpansDirectories) {
  EXPECT_TRUE(Ignored("**/cache/x\n", "a/b/cache/x"));
  EXPECT_TRUE(Ignored("a/**/z\n", "a/z"));
  EXPECT_TRUE(Ignored("a/**/z\n", "a/b/c/z"));
  EXPECT_TRUE(Ignored("a/**\n", "a/b/c"));
  EXPECT_FALSE(Ignored("a/**\n", "a", true));
}

TEST(IgnoreStack, LaterRulesAndNegationWin) {
  EXPECT_FALSE(Ignored("*.log\n!keep.log\n", "keep.log"));
  EXPECT_TRUE(Ignored("!keep.log\n*.log\n", "keep.log"));
}

TEST(IgnoreStack, CommentsBlanksAndQuotes) {
  EXPECT_FALSE(Ignored("# a.c\n\n", "a.c"));
  EXPECT_TRUE(Ignored("\\#a\n", "#a"));
  EXPECT_TRUE(Ignored("a.c   \r\n", "a.c"));
  EXPECT_TRUE(Ignored("[a-c]?.[!x]\n", "bz.h"));
  EXPECT_FALSE(Ignored("[a-c]?.[!x]\n", "bz.x"));
}

TEST(IgnoreStack, NamesTheRuleThatDecided) {
  IgnoreStack stack;
  stack.Enter("");
  stack.AddRules("# logs\n\n*.log\n!keep.log\n", ".gitignore");

  EXPECT_EQ(stack.ReasonOf("a.log", false), "line 3 of .gitignore");
  EXPECT_EQ(stack.ReasonOf("keep.log", false), "");
  EXPECT_EQ(stack.ReasonOf("a.txt", false), "");
}

TEST(IgnoreStack, DeeperDirectoriesOverrule) {
  IgnoreStack stack;
  stack.Enter("");
  stack.AddRules("*.gen\n");
  stack.Enter("sub");
  stack.AddRules("!*.gen\n");

  EXPECT_FALSE(stack.IsIgnored("sub/a.gen", false));
  stack.Leave();
  EXPECT_TRUE(stack.IsIgnored("other/a.gen", false));
}

TEST(IgnoreStack, TheLastRuleDecidesWhetherItIsAGlobOrNot) {
  IgnoreStack stack;
  stack.Enter("");
  stack.AddRules("*.c\n!a.c\n/sub/b.c\n!*.c\nc.c\nd.c/\n");

  EXPECT_FALSE(stack.IsIgnored("a.c", false));
  EXPECT_FALSE(stack.IsIgnored("sub/b.c", false));
  EXPECT_TRUE(stack.IsIgnored("sub/c.c", false));
  EXPECT_FALSE(stack.IsIgnored("d.c", false));
  EXPECT_TRUE(stack.IsIgnored("d.c", true));
}

// A hundred thousand names are looked up, not tried one after the other: 2 * 10^10 comparisons
// would take minutes.
TEST(IgnoreStack, HoldsManyNames) {
  constexpr int kNames = 100'000;
  std::string rules;
  for (int i = 0; i < kNames; ++i) rules += "name" + std::to_string(i) + "\n";
  IgnoreStack stack;
  stack.Enter("");
  stack.AddRules(rules);

  int ignored = 0;
  for (int i = 0; i < 2 * kNames; ++i) {
    ignored += stack.IsIgnored("name" + std::to_string(i), false) ? 1 : 0;
  }
  EXPECT_EQ(ignored, kNames);
}

TEST(GlobMatches, MatchesManyStars) {
  std::string pattern;
  for (int i = 0; i < 40; ++i) pattern += "*a";
  const std::string text(60, 'a');

  EXPECT_TRUE(GlobMatches(pattern, text));
  EXPECT_FALSE(GlobMatches(pattern + "b", text));
  EXPECT_TRUE(GlobMatches("**/" + pattern + "/**", "b/" + text + "/c/d"));
}

TEST(GlobMatches, GivesUpOnPatternsMadeToBeSlow) {
  const std::string text(1000, 'a');

  EXPECT_FALSE(GlobMatches("*" + text.substr(1) + "b", text + text + "b"));
}

}  // namespace
}  // namespace waymark::indexer
