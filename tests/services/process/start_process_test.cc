#include "services/start_process.h"

#include <cerrno>
#include <csignal>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using testing::StatusIs;

int StatusOf(::pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

ProcessStart Shell(const std::string& script) {
  return {.program = "sh", .arguments = {"sh", "-c", script}};
}

TEST(StartProcess, ANameIsLookedUpAndTheExitCodeIsThatOfTheProgram) {
  WM_ASSERT_OK_AND_ASSIGN(const ::pid_t process, StartProcess(Shell("exit 7")));
  EXPECT_EQ(WEXITSTATUS(StatusOf(process)), 7);
}

TEST(StartProcess, SignalsThatThisProcessIgnoresOrBlocksReachTheProgram) {
  struct sigaction ignore = {};
  struct sigaction before = {};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignore, &before);
  sigset_t blocked;
  sigset_t before_block;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &blocked, &before_block);

  const absl::StatusOr<::pid_t> ignored = StartProcess(Shell("kill -PIPE $$; exit 0"));
  const absl::StatusOr<::pid_t> masked = StartProcess(Shell("kill -TERM $$; exit 0"));
  ::pthread_sigmask(SIG_SETMASK, &before_block, nullptr);
  ::sigaction(SIGPIPE, &before, nullptr);

  WM_ASSERT_OK(ignored);
  WM_ASSERT_OK(masked);
  EXPECT_EQ(WTERMSIG(StatusOf(*ignored)), SIGPIPE);
  EXPECT_EQ(WTERMSIG(StatusOf(*masked)), SIGTERM);
}

TEST(StartProcess, StreamsEnvironmentAndDirectoryAreThoseThatAreGiven) {
  const testing::TempDir directory;
  const std::string file = (directory.path() / "out").string();
  ProcessStart start = Shell("pwd; echo \"$WORD\"");
  start.environment = {"WORD=given", "PATH=/usr/bin:/bin"};
  start.directory = "/";
  start.streams = {{.stream = STDOUT_FILENO, .file = file, .flags = O_WRONLY | O_CREAT | O_TRUNC}};

  WM_ASSERT_OK_AND_ASSIGN(const ::pid_t process, StartProcess(start));

  EXPECT_EQ(StatusOf(process), 0);
  std::ifstream written(file);
  const std::string text{std::istreambuf_iterator<char>(written), {}};
  EXPECT_EQ(text, "/\ngiven\n");
}

TEST(StartProcess, AProgramMayLeadAGroupOrASession) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const auto start = [&](ProcessGroup group) {
    ProcessStart waits = Shell("read -r line");
    waits.streams = {{.stream = STDIN_FILENO, .descriptor = ends[0]}};
    waits.group = group;
    return StartProcess(waits).value_or(0);
  };

  const ::pid_t shared = start(ProcessGroup::kShared);
  const ::pid_t own = start(ProcessGroup::kOwn);
  const ::pid_t session = start(ProcessGroup::kSession);

  EXPECT_EQ(::getpgid(shared), ::getpgid(0));
  EXPECT_EQ(::getpgid(own), own);
  EXPECT_EQ(::getsid(own), ::getsid(0));
  EXPECT_EQ(::getsid(session), session);
  ::close(ends[0]);
  ::close(ends[1]);
  for (const ::pid_t process : {shared, own, session}) StatusOf(process);
}

TEST(StartProcess, AProgramThatIsNotThereIsNotFound) {
  EXPECT_THAT(StartProcess({.program = "/no/such/program", .arguments = {"program"}}),
              StatusIs(absl::StatusCode::kNotFound));
}

}  // namespace
}  // namespace waymark::services
