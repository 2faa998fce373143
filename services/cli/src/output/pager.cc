#include "output/pager.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "output/output.h"
#include "services/start_process.h"

namespace waymark::services {
namespace {

constexpr char kShell[] = "/bin/sh";
// Exit code of a shell that finds no such program.
constexpr int kNoProgram = 127;

// Ignores a signal while it lives. A reader may leave a pager early, and Ctrl-C is for the pager.
class IgnoredSignal {
 public:
  explicit IgnoredSignal(int number) : number_(number) {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(number_, &ignore, &before_);
  }

  ~IgnoredSignal() { ::sigaction(number_, &before_, nullptr); }

  IgnoredSignal(const IgnoredSignal&) = delete;
  IgnoredSignal& operator=(const IgnoredSignal&) = delete;

 private:
  int number_;
  struct sigaction before_ = {};
};

// Starts the pager on the reading end of a pipe. The options of less are git's: end at once where
// the text fits, keep colours, leave the text on the screen.
absl::StatusOr<::pid_t> StartPager(const std::string& pager, int input) {
  return StartProcess(
      {.program = kShell,
       .arguments = {"sh", "-c", "LESS=${LESS-FRX}; LV=${LV--c}; export LESS LV; " + pager},
       .streams = {{.stream = STDIN_FILENO, .descriptor = input}}});
}

// Writes until the reader closes the pipe.
void Feed(int output, std::string_view text) {
  while (!text.empty()) {
    const ::ssize_t written = ::write(output, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Whether the pager has run.
bool RunPager(const std::string& pager, std::string_view text) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  const IgnoredSignal no_reader(SIGPIPE);
  const IgnoredSignal interrupt(SIGINT);
  const IgnoredSignal quit(SIGQUIT);
  const absl::StatusOr<::pid_t> process = StartPager(pager, ends[0]);
  ::close(ends[0]);
  if (process.ok()) Feed(ends[1], text);
  ::close(ends[1]);
  if (!process.ok()) return false;
  int status = 0;
  while (::waitpid(*process, &status, 0) < 0 && errno == EINTR) {
  }
  return !(WIFEXITED(status) && WEXITSTATUS(status) == kNoProgram);
}

}  // namespace

absl::Status ShowText(const Screen& screen, std::string_view text) {
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  const bool is_long = screen.lines != 0 && lines >= screen.lines;
  if (is_long && !screen.pager.empty() && RunPager(screen.pager, text)) return absl::OkStatus();
  return WriteOut(text);
}

}  // namespace waymark::services
