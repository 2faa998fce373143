#include "question/diff_headers.h"

#include <gtest/gtest.h>

namespace waymark::retrieval {
namespace {

TEST(WithPathsOfDiffs, LeavesThePathsOfTheRepository) {
  EXPECT_EQ(WithPathsOfDiffs("fix the limit\n"
                             "diff --git a/src/app.py b/src/app.py\n"
                             "index e7d4410a..9e4b1fca 100644\n"
                             "--- a/src/app.py\n"
                             "+++ b/src/app.py\n"
                             "@@ -79,7 +79,7 @@ def run(self):\n"
                             "-    limit = 1\n"
                             "+    limit = 2\n"),
            "fix the limit\n"
            "src/app.py\n"
            "\n"
            "src/app.py\n"
            "src/app.py\n"
            " def run(self):\n"
            "-    limit = 1\n"
            "+    limit = 2\n");
}

TEST(WithPathsOfDiffs, TakesTheNewPathOfAFileThatMoved) {
  EXPECT_EQ(WithPathsOfDiffs("diff --git a/old name.c b/lib b/new name.c"), "new name.c");
}

TEST(WithPathsOfDiffs, LeavesOtherTextsAsTheyAre) {
  for (const char* text : {"", "\n", "--- a rule ---\n@@ -1 +1 @@", "index a..b of the list",
                           "see a/src/app.py and b/src/app.py"}) {
    EXPECT_EQ(WithPathsOfDiffs(text), text);
  }
}

TEST(WithPathsOfDiffs, OmitsWhatIsCutShort) {
  EXPECT_EQ(WithPathsOfDiffs("diff --git a/src/app.py\n@@ -1,2"), "\n");
}

}  // namespace
}  // namespace waymark::retrieval
