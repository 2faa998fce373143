// git as a child: what comes back, and that it ends.
#include "work/git_process.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "testing/golden.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "testing/wait_for.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using testing::IsOkAndHolds;
using testing::StatusIs;
using testing::TempDir;
using testing::WaitFor;

constexpr GitLimits kPatient{std::chrono::minutes(1)};

// A command of git that runs a line of the shell.
std::vector<std::string> Shell(const std::string& line) {
  return {"-c", "alias.run=!" + line, "run"};
}

// A process without a parent that waits for it may stay as a zombie.
bool HasEnded(int process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string number;
  std::string name;
  std::string state = "Z";
  file >> number >> name >> state;
  return state == "Z";
}

TEST(GitProcess, GivesWhatGitWrites) {
  EXPECT_THAT(RunGit(Shell("printf 'a b'; printf noise >&2"), kPatient), IsOkAndHolds("a b"));
}

TEST(GitProcess, AnErrorIsTheMessageOfGitOnOneLine) {
  EXPECT_THAT(
      RunGit({"-C", "/", "rev-parse", "HEAD"}, kPatient),
      StatusIs(absl::StatusCode::kUnavailable, HasSubstr("git rev-parse: fatal: not a git")));
  EXPECT_THAT(RunGit(Shell("printf 'one\\ntwo\\033[31m\\n' >&2; false"), kPatient),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("one two\\u001b[31m")));
}

TEST(GitProcess, OfLongMessagesTheEndIsKept) {
  const auto failed =
      RunGit(Shell("head -c 9000000 /dev/zero | tr '\\0' x >&2; printf END >&2; false"), kPatient);
  EXPECT_THAT(failed, StatusIs(absl::StatusCode::kUnavailable, HasSubstr("xxxEND")));
  EXPECT_LT(failed.status().message().size(), kMaxGitMessageBytes + 100);
}

TEST(GitProcess, OutputIsBounded) {
  EXPECT_THAT(RunGit(Shell("cat /dev/zero"), kPatient),
              StatusIs(absl::StatusCode::kResourceExhausted));
}

TEST(GitProcess, EndsWithAllItStartedAfterItsTime) {
  const TempDir directory;
  const std::string file = (directory.path() / "process").string();
  const GitLimits limits{std::chrono::milliseconds(1)};
  const auto late = RunGit(Shell("sleep 1000 & echo $! > " + file + "; wait"), limits);
  EXPECT_THAT(late, StatusIs(absl::StatusCode::kDeadlineExceeded));
  // It may have been stopped before it wrote the number.
  if (!std::filesystem::exists(file)) return;
  const int process = std::atoi(testing::ReadFile(file).c_str());
  EXPECT_TRUE(process == 0 || WaitFor([&] { return HasEnded(process); }));
}

TEST(GitProcess, EndsWithAllItStartedWhenItIsCancelled) {
  const TempDir directory;
  const std::filesystem::path file = directory.path() / "process";
  std::atomic<bool> cancelled{false};
  std::thread canceller([&] {
    WaitFor([&] { return std::filesystem::exists(file) && std::filesystem::file_size(file) > 0; });
    cancelled = true;
  });
  const auto result = RunGit(Shell("sleep 1000 & echo $! > " + file.string() + "; wait"),
                             {std::chrono::minutes(1), &cancelled});
  canceller.join();
  EXPECT_THAT(result, StatusIs(absl::StatusCode::kCancelled));
  const int process = std::atoi(testing::ReadFile(file).c_str());
  ASSERT_GT(process, 0);
  EXPECT_TRUE(WaitFor([&] { return HasEnded(process); }));
}

TEST(GitProcess, AProcessThatOutlivesGitAndHoldsItsOutputIsNotWaitedFor) {
  const TempDir directory;
  const std::string file = (directory.path() / "process").string();
  EXPECT_THAT(RunGit(Shell("printf said; sleep 1000 & echo $! > " + file), kPatient),
              IsOkAndHolds("said"));
  ::kill(std::atoi(testing::ReadFile(file).c_str()), SIGKILL);
}

TEST(GitProcess, AsksNobodyAndRunsNoTransportPrograms) {
  EXPECT_THAT(RunGit(Shell("printf \"$GIT_TERMINAL_PROMPT\"; test ! -t 0"), kPatient),
              IsOkAndHolds("0"));
  const TempDir directory;
  const std::string file = (directory.path() / "ran").string();
  EXPECT_THAT(RunGit({"ls-remote", "--", "ext::touch " + file}, kPatient),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("'ext' not allowed")));
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(GitProcess, KnowsNothingOfTheRepositoryOfAHookThatStartedIt) {
  ::setenv("GIT_DIR", "/nowhere", 1);
  // In a work tree git itself sets the variable for a command of the shell.
  EXPECT_THAT(RunGit(Shell("test \"$GIT_DIR\" != /nowhere && printf other"), kPatient),
              IsOkAndHolds("other"));
  ::unsetenv("GIT_DIR");
}

}  // namespace
}  // namespace waymark::services
