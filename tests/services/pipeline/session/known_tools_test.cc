// The files that tools read and write, as their names and arguments tell.
#include "session/known_tools.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(KnownTools, ReadAndWriteFiles) {
  EXPECT_EQ(TraitsOfTool("Read").kind, ToolKind::kFileRead);
  EXPECT_EQ(TraitsOfTool("read_text_file").kind, ToolKind::kFileRead);
  EXPECT_EQ(TraitsOfTool("MultiEdit").kind, ToolKind::kFileMutate);
  EXPECT_EQ(TraitsOfTool("write_file").kind, ToolKind::kFileMutate);
  EXPECT_EQ(TraitsOfTool("get_weather").kind, ToolKind::kOther);
}

TEST(KnownTools, ChangeTheAnswersOfOthers) {
  EXPECT_THAT(TraitsOfTool("create_entities").changes_answers_of, HasSubstr("read_graph"));
  EXPECT_THAT(TraitsOfTool("read_graph").changes_answers_of, IsEmpty());
}

TEST(KnownTools, NamePathsInTheirArguments) {
  EXPECT_THAT(PathsIn(R"({"file_path":"/a/b.py","old_string":"/x"})"), ElementsAre("/a/b.py"));
  EXPECT_THAT(PathsIn(R"({"paths":["a","b",3]})"), ElementsAre("a", "b"));
  EXPECT_THAT(PathsIn(R"({"source":"a","destination":"b"})"), ElementsAre("a", "b"));
  EXPECT_THAT(PathsIn(R"({"path":5})"), IsEmpty());
  EXPECT_THAT(PathsIn("[\"path\"]"), IsEmpty());
  EXPECT_THAT(PathsIn("no JSON"), IsEmpty());
}

TEST(TouchedPaths, AreTheFileItsDirectoriesAndWhatIsInside) {
  EXPECT_TRUE(Touches("/r/src/a.py", "/r/src/a.py"));
  EXPECT_TRUE(Touches("/r/src/../src/./a.py", "/r/src/a.py"));
  EXPECT_TRUE(Touches("/r/src/a.py", "/r/src/"));
  EXPECT_TRUE(Touches("/r/src", "/r/src/a.py"));
  EXPECT_TRUE(Touches("/r/src/a.py", "/"));
  EXPECT_TRUE(Touches("src/a.py", "."));
  EXPECT_FALSE(Touches("/r/src/a.py", "/r/src/b.py"));
  EXPECT_FALSE(Touches("/r/src/a.py", "/r/sr"));
  EXPECT_FALSE(Touches("src/a.pyc", "src/a.py"));
}

TEST(TouchedPaths, AreComparedByTheirEndWhenOneIsRelative) {
  EXPECT_TRUE(Touches("/r/src/a.py", "src/a.py"));
  EXPECT_TRUE(Touches("a.py", "/r/src/a.py"));
  EXPECT_TRUE(Touches("src", "/r/src/a.py"));
  EXPECT_TRUE(Touches("../other/a.py", "/r/src/b.py"));
  EXPECT_FALSE(Touches("/r/src/a.py", "lib/a.py"));
  EXPECT_FALSE(Touches("/r/mysrc/a.py", "src/a.py"));
}

}  // namespace
}  // namespace waymark::services
