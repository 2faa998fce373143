#include "text/documentation_text.h"

#include <gtest/gtest.h>

namespace waymark::services {
namespace {

TEST(WithoutCommentMarks, TakesTheMarkOfEveryLine) {
  EXPECT_EQ(WithoutCommentMarks("/// Sends it.\n///\n///   twice", Language::kRust),
            "Sends it.\n\n  twice");
  EXPECT_EQ(WithoutCommentMarks("// Command is\n// a command.", Language::kRust),
            "Command is\na command.");
  EXPECT_EQ(WithoutCommentMarks("# Opens.\n# Twice.", Language::kRuby), "Opens.\nTwice.");
  EXPECT_EQ(WithoutCommentMarks("//! Of the crate.", Language::kRust), "Of the crate.");
}

TEST(WithoutCommentMarks, TakesThoseOfABlock) {
  EXPECT_EQ(WithoutCommentMarks("/**\n * Parses.\n *\n *   @return it\n */", Language::kRust),
            "Parses.\n\n  @return it");
  EXPECT_EQ(WithoutCommentMarks("/** Parses. */", Language::kRust), "Parses.");
  EXPECT_EQ(WithoutCommentMarks("/* One\n   two */", Language::kRust), "One\n   two");
}

TEST(WithoutCommentMarks, LeavesWhatIsNoComment) {
  EXPECT_EQ(WithoutCommentMarks("Sends it.\n\n# Example\nsend()", Language::kPython),
            "Sends it.\n\n# Example\nsend()");
  EXPECT_EQ(WithoutCommentMarks("", Language::kRust), "");
  EXPECT_EQ(WithoutCommentMarks("/* a */ int b; /* c */", Language::kRust),
            "/* a */ int b; /* c */");
}

TEST(WithoutCommentMarks, TakesTheMarksOfTheLanguageAlone) {
  EXPECT_EQ(WithoutCommentMarks("// Half.", Language::kPython), "// Half.");
  EXPECT_EQ(WithoutCommentMarks("# Heading", Language::kJava), "# Heading");
  EXPECT_EQ(WithoutCommentMarks("/* One */", Language::kRuby), "/* One */");
}

TEST(WithoutCommentMarks, KeepsLinesThatHaveOnlyAMark) {
  EXPECT_EQ(WithoutCommentMarks("/// a\n///\n/// b", Language::kRust), "a\n\nb");
  EXPECT_EQ(WithoutCommentMarks("///", Language::kRust), "");
  EXPECT_EQ(WithoutCommentMarks("/**/", Language::kRust), "");
}

}  // namespace
}  // namespace waymark::services
