#include "terminal.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace waymark::testing {
namespace {

// All that is written until every writer has gone.
std::string ReadAll(int terminal) {
  std::string text;
  char chunk[4096];
  for (;;) {
    const ::ssize_t read = ::read(terminal, chunk, sizeof chunk);
    if (read < 0 && errno == EINTR) continue;
    if (read <= 0) break;  // EIO: nobody has it open
    text.append(chunk, static_cast<std::size_t>(read));
  }
  std::erase(text, '\r');  // which the terminal adds to line ends
  return text;
}

std::vector<char*> ArgumentsOf(std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  return arguments;
}

}  // namespace

TerminalResult RunOnTerminal(const WaymarkHome& home, const std::vector<std::string>& arguments,
                             const TerminalOptions& options) {
  const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) {
    ADD_FAILURE() << "no terminal can be made";
    return {};
  }
  const winsize size{options.rows, options.columns, 0, 0};
  ::ioctl(terminal, TIOCSWINSZ, &size);
  std::vector<std::string> words = {WM_WAYMARK_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> environment = home.Environment();
  environment.insert(environment.end(), options.environment.begin(), options.environment.end());
  const std::string name = ::ptsname(terminal);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, name.c_str(), O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  ::pid_t process = 0;
  const int error = posix_spawn(&process, words.front().c_str(), &files, &attributes,
                                ArgumentsOf(words).data(), ArgumentsOf(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  TerminalResult result;
  if (error == 0) {
    result.screen = ReadAll(terminal);
    int status = 0;
    ::waitpid(process, &status, 0);
    if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  }
  EXPECT_EQ(error, 0) << "the program cannot be started";
  ::close(terminal);
  return result;
}

}  // namespace waymark::testing
