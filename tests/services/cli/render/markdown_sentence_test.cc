#include "render/markdown_sentence.h"

#include <gtest/gtest.h>

namespace waymark::services {
namespace {

TEST(MarkdownSentence, WordsAndFiguresAreText) {
  for (const char* const text :
       {"within 3 hops, 1,400 non-test symbols depend on it; including tests, 2 files (1 package)",
        "changed in behaviour (body, calls) and metadata (signature)", "complete",
        "risk 0.72 (high)", ""}) {
    EXPECT_EQ(MarkdownSentence(text), text);
  }
}

TEST(MarkdownSentence, NamesPathsAndOptionsAreCode) {
  EXPECT_EQ(MarkdownSentence("not read: src/a_b.py (binary), and shop.Cart."),
            "not read: `src/a_b.py` (binary), and `shop.Cart`.");
  EXPECT_EQ(MarkdownSentence("--fail-on risk=high: the risk is high (0.72)"),
            "`--fail-on risk=high`: the risk is high (0.72)");
  EXPECT_EQ(MarkdownSentence("calls Cart.add(int), once"), "calls `Cart.add(int)`, once");
}

TEST(MarkdownSentence, ACallOfTheProgramIsOneSpan) {
  EXPECT_EQ(
      MarkdownSentence("incomplete: 2 possible uses (2 words; list: waymark usages x --limit 100)"),
      "incomplete: 2 possible uses (2 words; list: `waymark usages x --limit 100`)");
}

TEST(MarkdownSentence, NothingIsReadAsMarkup) {
  EXPECT_EQ(MarkdownSentence("by @team #12 <b>x</b> *y* www.example.com"),
            "by `@team #12 <b>x</b> *y* www.example.com`");
  EXPECT_EQ(MarkdownSentence("a\n# b"), "`a\\u000a#` b");
  EXPECT_EQ(MarkdownSentence("see `x`"), "see `` `x` ``");
}

}  // namespace
}  // namespace waymark::services
