#include "work/git_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "graph/status.h"
#include "services/start_process.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

using GitClock = std::chrono::steady_clock;

// Between two looks at the flag of the caller.
constexpr std::chrono::milliseconds kGitLookInterval{50};
constexpr std::size_t kGitReadBytes = 64 << 10;

// Settings that hold whatever the configuration of the machine says. A clone whose transfer stands
// still for a minute is given up.
constexpr const char* kGitSettings[] = {
    "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false",
    "-c", "gc.autoDetach=false",      "-c", "maintenance.autoDetach=false",
    "-c", "submodule.recurse=false",  "-c", "http.lowSpeedLimit=1000",
    "-c", "http.lowSpeedTime=60",
};

struct Variable {
  std::string_view name;
  const char* value;  // null: removed
  bool gives_way;     // to a value that the environment has
};

// A worker may have been started by a hook of git, which sets variables about its repository.
constexpr Variable kGitVariables[] = {
    {"GIT_TERMINAL_PROMPT", "0", false},
    {"GIT_ALLOW_PROTOCOL", "file:git:http:https:ssh", true},
    {"LC_ALL", "C.UTF-8", false},
    {"GIT_DIR", nullptr, false},
    {"GIT_WORK_TREE", nullptr, false},
    {"GIT_INDEX_FILE", nullptr, false},
    {"GIT_COMMON_DIR", nullptr, false},
    {"GIT_NAMESPACE", nullptr, false},
    {"GIT_OBJECT_DIRECTORY", nullptr, false},
    {"GIT_ALTERNATE_OBJECT_DIRECTORIES", nullptr, false},
};

std::vector<std::string> GitEnvironment() {
  std::vector<std::string> environment;
  std::vector<std::string_view> kept;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const std::string_view name = text.substr(0, text.find('='));
    const auto* const found =
        std::find_if(std::begin(kGitVariables), std::end(kGitVariables),
                     [&](const Variable& changed) { return changed.name == name; });
    const bool is_kept = found == std::end(kGitVariables) || found->gives_way;
    if (is_kept) environment.emplace_back(text);
    if (is_kept) kept.push_back(name);
  }
  for (const Variable& variable : kGitVariables) {
    const bool is_set = std::find(kept.begin(), kept.end(), variable.name) != kept.end();
    if (variable.value == nullptr || is_set) continue;
    environment.push_back(fmt::format("{}={}", variable.name, variable.value));
  }
  return environment;
}

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}

  ~Descriptor() { Close(); }

  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  void Close() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }

  int get() const { return number_; }

 private:
  int number_;
};

// The read end does not block.
absl::Status MakeGitPipe(Descriptor& read_end, Descriptor& write_end) {
  int ends[2] = {};
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return absl::UnavailableError(fmt::format("run git: make a pipe: {}", std::strerror(errno)));
  }
  read_end = Descriptor(ends[0]);
  write_end = Descriptor(ends[1]);
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return absl::OkStatus();
}

// A session of its own: no terminal for questions of ssh, and a group that ends as a whole.
absl::StatusOr<::pid_t> SpawnGit(std::vector<std::string> words, int output, int messages) {
  absl::StatusOr<::pid_t> process =
      StartProcess({.program = "git",
                    .arguments = std::move(words),
                    .environment = GitEnvironment(),
                    .streams = {{.stream = STDIN_FILENO, .file = "/dev/null", .flags = O_RDONLY},
                                {.stream = STDOUT_FILENO, .descriptor = output},
                                {.stream = STDERR_FILENO, .descriptor = messages}},
                    .group = ProcessGroup::kSession});
  if (absl::IsNotFound(process.status())) {
    return absl::FailedPreconditionError(
        "run git: it is not on the PATH; install git on the machines of the workers");
  }
  if (process.ok()) return process;
  return absl::UnavailableError(
      fmt::format("run git: {}", std::string(process.status().message())));
}

// A git that runs.
class GitRun {
 public:
  static absl::StatusOr<std::unique_ptr<GitRun>> Start(const std::vector<std::string>& arguments);
  ~GitRun();
  GitRun(const GitRun&) = delete;
  GitRun& operator=(const GitRun&) = delete;

  // Until git has exited, and what it wrote is read.
  absl::Status Await(const GitLimits& limits);

  // After Await().
  absl::StatusOr<std::string> Result(std::string_view verb);

 private:
  GitRun() = default;

  absl::Status ReadOutput();
  void ReadMessages();
  bool HasExitedWithin(std::chrono::milliseconds limit) const;
  void Reap();

  ::pid_t process_ = -1;
  Descriptor watch_;
  Descriptor output_;
  Descriptor messages_;
  std::string output_text_;
  std::string messages_text_;
  int status_ = 0;
};

absl::StatusOr<std::unique_ptr<GitRun>> GitRun::Start(const std::vector<std::string>& arguments) {
  std::unique_ptr<GitRun> run(new GitRun);
  Descriptor output_end;
  Descriptor messages_end;
  WM_RETURN_IF_ERROR(MakeGitPipe(run->output_, output_end));
  WM_RETURN_IF_ERROR(MakeGitPipe(run->messages_, messages_end));
  std::vector<std::string> words = {"git"};
  words.insert(words.end(), std::begin(kGitSettings), std::end(kGitSettings));
  words.insert(words.end(), arguments.begin(), arguments.end());
  WM_ASSIGN_OR_RETURN(run->process_,
                      SpawnGit(std::move(words), output_end.get(), messages_end.get()));
  // glibc 2.36 declares its own function for this so that C++ cannot link it.
  run->watch_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, run->process_, 0)));
  if (run->watch_.get() >= 0) return run;
  return absl::UnavailableError(fmt::format("watch git: {}", std::strerror(errno)));
}

// Asks the group to end, then makes it.
GitRun::~GitRun() {
  if (process_ < 0) return;
  for (const int signal : {SIGTERM, SIGKILL}) {
    ::kill(-process_, signal);
    if (signal == SIGKILL || HasExitedWithin(kGitGrace)) break;
  }
  Reap();
}

void GitRun::Reap() {
  while (::waitpid(process_, &status_, 0) < 0 && errno == EINTR) continue;
  process_ = -1;
}

bool GitRun::HasExitedWithin(std::chrono::milliseconds limit) const {
  if (watch_.get() < 0) return false;
  pollfd exited{.fd = watch_.get(), .events = POLLIN, .revents = 0};
  const auto deadline = GitClock::now() + limit;
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::max(deadline - GitClock::now(), GitClock::duration(0)));
    const int ready = ::poll(&exited, 1, static_cast<int>(left.count()));
    if (ready >= 0 || errno != EINTR) return ready > 0;
  }
}

// Appends what a pipe holds now. False at its end.
bool ReadNow(int pipe, std::string& text) {
  std::array<char, kGitReadBytes> buffer{};
  const ssize_t count = ::read(pipe, buffer.data(), buffer.size());
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  text.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0;
}

absl::Status GitRun::ReadOutput() {
  if (!ReadNow(output_.get(), output_text_)) output_.Close();
  if (output_text_.size() <= kMaxGitOutputBytes) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      fmt::format("git writes more than {} bytes", kMaxGitOutputBytes));
}

void GitRun::ReadMessages() {
  if (!ReadNow(messages_.get(), messages_text_)) messages_.Close();
  if (messages_text_.size() <= kMaxGitMessageBytes) return;
  messages_text_.erase(0, messages_text_.size() - kMaxGitMessageBytes);
}

absl::Status GitRun::Await(const GitLimits& limits) {
  const auto deadline = GitClock::now() + limits.patience;
  while (true) {
    if (limits.cancelled != nullptr && *limits.cancelled) return absl::CancelledError("cancelled");
    if (GitClock::now() > deadline) {
      return absl::DeadlineExceededError(
          fmt::format("git did not end within {} s", limits.patience / std::chrono::seconds(1)));
    }
    // A descriptor below zero is left out.
    pollfd waiting[] = {{.fd = output_.get(), .events = POLLIN, .revents = 0},
                        {.fd = messages_.get(), .events = POLLIN, .revents = 0},
                        {.fd = watch_.get(), .events = POLLIN, .revents = 0}};
    if (::poll(waiting, std::size(waiting), static_cast<int>(kGitLookInterval.count())) <= 0) {
      continue;
    }
    if (waiting[0].revents != 0) WM_RETURN_IF_ERROR(ReadOutput());
    if (waiting[1].revents != 0) ReadMessages();
    // Another process may hold the pipes open and go on, as a master of ssh does.
    const bool has_written = waiting[0].revents != 0 || waiting[1].revents != 0;
    if (waiting[2].revents != 0 && !has_written) break;
    if (waiting[2].revents != 0 && output_.get() < 0 && messages_.get() < 0) break;
  }
  Reap();
  return absl::OkStatus();
}

absl::StatusOr<std::string> GitRun::Result(std::string_view verb) {
  if (WIFEXITED(status_) && WEXITSTATUS(status_) == 0) return std::move(output_text_);
  std::string message = messages_text_;
  while (!message.empty() && message.back() == '\n') message.pop_back();
  std::replace(message.begin(), message.end(), '\n', ' ');
  return absl::UnavailableError(
      fmt::format("git {}: {}", verb,
                  message.empty() ? "it failed without a message" : wire::VisibleLine(message)));
}

}  // namespace

absl::StatusOr<std::string> RunGit(const std::vector<std::string>& arguments,
                                   const GitLimits& limits) {
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<GitRun> run, GitRun::Start(arguments));
  WM_RETURN_IF_ERROR(run->Await(limits));
  // After options about all verbs, which have a value each.
  std::size_t verb = 0;
  while (verb + 2 < arguments.size() && arguments[verb].starts_with('-')) verb += 2;
  return run->Result(arguments[verb]);
}

}  // namespace waymark::services
