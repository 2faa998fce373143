#include "text/documentation_text.h"

#include <gtest/gtest.h>

namespace waymark::services {
namespace {

TEST(WithoutCommentMarks, TakesTheMarkOfEveryLine) {
  EXPECT_EQ(WithoutCommentMarks("/// Sends it.\n///\n///   twice"), "Sends it.\n\n  twice");
  EXPECT_EQ(WithoutCommentMarks("// Command is\n// a command."), "Command is\na command.");
  EXPECT_EQ(WithoutCommentMarks("# Opens.\n# Twice."), "Opens.\nTwice.");
  EXPECT_EQ(WithoutCommentMarks("//! Of the crate."), "Of the crate.");
}

TEST(WithoutCommentMarks, TakesThoseOfABlock) {
  EXPECT_EQ(WithoutCommentMarks("/**\n * Parses.\n *\n *   @return it\n */"),
            "Parses.\n\n  @return it");
  EXPECT_EQ(WithoutCommentMarks("/** Parses. */"), "Parses.");
  EXPECT_EQ(WithoutCommentMarks("/* One\n   two */"), "One\n   two");
}

TEST(WithoutCommentMarks, LeavesWhatIsNoComment) {
  EXPECT_EQ(WithoutCommentMarks("Sends it.\n\n# Example\nsend()"),
            "Sends it.\n\n# Example\nsend()");
  EXPECT_EQ(WithoutCommentMarks(""), "");
  EXPECT_EQ(WithoutCommentMarks("/* a */ int b; /* c */"), "/* a */ int b; /* c */");
}

TEST(WithoutCommentMarks, KeepsLinesThatHaveOnlyAMark) {
  EXPECT_EQ(WithoutCommentMarks("/// a\n///\n/// b"), "a\n\nb");
  EXPECT_EQ(WithoutCommentMarks("///"), "");
  EXPECT_EQ(WithoutCommentMarks("/**/"), "");
}

}  // namespace
}  // namespace waymark::services
