#include "output/log_tail.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using testing::StatusIs;
using testing::TempDir;

void Append(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::app) << text;
}

TEST(LogTail, TellsTheLastLines) {
  const TempDir directory;

  struct {
    const char* text;
    std::size_t lines;
    const char* last;
  } const cases[] = {{"a\nb\nc\n", 2, "b\nc\n"},
                     {"a\nb\nc", 2, "b\nc"},
                     {"a\nb\n", 9, "a\nb\n"},
                     {"a\n\n", 1, "\n"},
                     {"", 1, ""},
                     {"\n", 3, "\n"}};

  for (const auto& one : cases) {
    WM_ASSERT_OK_AND_ASSIGN(LogTail tail, LogTail::Open(directory.WriteFile("log", one.text)));
    WM_ASSERT_OK_AND_ASSIGN(const std::string last, tail.LastLines(one.lines));
    EXPECT_EQ(last, one.last);
  }
}

TEST(LogTail, ReadsNoMoreThanTheEndOfALargeFile) {
  const TempDir directory;
  const std::string large(2 * kMaxTailBytes, 'x');
  WM_ASSERT_OK_AND_ASSIGN(LogTail tail, LogTail::Open(directory.WriteFile("log", large)));

  WM_ASSERT_OK_AND_ASSIGN(const std::string last, tail.LastLines(3));

  EXPECT_EQ(last.size(), kMaxTailBytes);
}

TEST(LogTail, FollowsAFileThatIsPutAsideForANewOne) {
  const TempDir directory;
  const std::filesystem::path log = directory.WriteFile("log", "a\n");
  WM_ASSERT_OK_AND_ASSIGN(LogTail tail, LogTail::Open(log));
  WM_ASSERT_OK(tail.LastLines(1).status());
  EXPECT_EQ(*tail.Added(), "");

  Append(log, "b\n");
  EXPECT_EQ(*tail.Added(), "b\n");

  Append(log, "c\n");
  std::filesystem::rename(log, directory.path() / "log.1");
  Append(log, "d\n");
  EXPECT_EQ(*tail.Added(), "c\n") << "the end of the old file";
  EXPECT_EQ(*tail.Added(), "d\n");
  EXPECT_EQ(*tail.Added(), "");
}

TEST(LogTail, RefusesWhatIsNoFile) {
  const TempDir directory;
  EXPECT_THAT(LogTail::Open(directory.path() / "none"), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(LogTail::Open(directory.path()), StatusIs(absl::StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace waymark::services
