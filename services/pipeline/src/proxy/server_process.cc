#include "proxy/server_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "graph/status.h"
#include "services/start_process.h"

namespace waymark::services {
namespace {

constexpr std::size_t kProcessReadBytes = 64 << 10;
constexpr int kExitOfSignal = 128;  // as shells have it
constexpr int kExitCodeShift = 8;   // of an exit code in a status (wait(2))
// A process that has closed its output usually exits at once.
constexpr std::chrono::milliseconds kExitAfterOutput{200};

struct Pipe {
  int read_end = -1;
  int write_end = -1;
};

absl::StatusOr<Pipe> MakePipe() {
  int ends[2] = {};
  if (::pipe2(ends, O_CLOEXEC) == 0) return Pipe{ends[0], ends[1]};
  return absl::UnavailableError(fmt::format("make a pipe: {}", std::strerror(errno)));
}

// The environment of this process with the variables set.
std::vector<std::string> EnvironmentWith(const std::map<std::string, std::string>& variables) {
  std::vector<std::string> environment;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    const std::string name(text.substr(0, text.find('=')));
    if (!variables.contains(name)) environment.emplace_back(text);
  }
  for (const auto& [name, value] : variables) {
    environment.push_back(fmt::format("{}={}", name, value));
  }
  return environment;
}

// -1 with errno if the system cannot do it. glibc 2.36 declares its own function for this so that
// C++ cannot link it.
int OpenProcess(::pid_t process) { return static_cast<int>(::syscall(SYS_pidfd_open, process, 0)); }

// Ends a process that was just started.
void EndProcess(::pid_t process) {
  ::kill(-process, SIGKILL);
  while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) continue;
}

// Bytes that a pipe holds now.
std::size_t BytesIn(int pipe) {
  int count = 0;
  return ::ioctl(pipe, FIONREAD, &count) == 0 ? static_cast<std::size_t>(count) : 0;
}

// Returns the process id.
absl::StatusOr<::pid_t> Spawn(const std::vector<std::string>& command,
                              std::vector<std::string> environment, int input, int output) {
  absl::StatusOr<::pid_t> process =
      StartProcess({.program = command.front(),
                    .arguments = command,
                    .environment = std::move(environment),
                    .streams = {{.stream = STDIN_FILENO, .descriptor = input},
                                {.stream = STDOUT_FILENO, .descriptor = output}},
                    .group = ProcessGroup::kOwn});
  if (process.ok()) return process;
  return absl::Status(
      process.status().code(),
      fmt::format("start '{}': {}; name a program that is on the PATH, or a path to one",
                  command.front(), std::string(process.status().message())));
}

// `was_made_to_end`: it did not end when it was asked to.
ServerEnd EndOf(int status, bool was_asked, bool was_made_to_end, std::chrono::milliseconds grace) {
  if (was_made_to_end) {
    return {.exit_code = 0,
            .reason = fmt::format("the server did not end within {} ms after its input was "
                                  "closed, and was ended",
                                  grace.count())};
  }
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    const char* const name = ::sigdescr_np(number);
    return {.exit_code = kExitOfSignal + number,
            .reason = fmt::format("the server was ended by signal {} ({})", number,
                                  name == nullptr ? "unknown" : name)};
  }
  const int code = WEXITSTATUS(status);
  if (code == 0 && was_asked) return {};
  return {.exit_code = code, .reason = fmt::format("the server ended with exit code {}", code)};
}

}  // namespace

absl::StatusOr<std::unique_ptr<ServerProcess>> ServerProcess::Start(
    const std::vector<std::string>& command, const std::map<std::string, std::string>& environment,
    std::chrono::milliseconds end_grace, const OutputLimits& limits, MessageTaker& taker) {
  WM_ASSIGN_OR_RETURN(const Pipe input, MakePipe());
  WM_ASSIGN_OR_RETURN(const Pipe output, MakePipe());
  absl::StatusOr<::pid_t> process =
      Spawn(command, EnvironmentWith(environment), input.read_end, output.write_end);
  ::close(input.read_end);
  ::close(output.write_end);
  const int watch = process.ok() ? OpenProcess(*process) : -1;
  const int ended = ::eventfd(0, EFD_CLOEXEC);
  if (process.ok() && (watch < 0 || ended < 0)) {
    const absl::Status error = absl::UnavailableError(
        fmt::format("watch '{}': {}", command.front(), std::strerror(errno)));
    EndProcess(*process);
    process = error;
  }
  if (!process.ok()) {
    for (const int descriptor : {input.write_end, output.read_end, watch, ended}) {
      if (descriptor >= 0) ::close(descriptor);
    }
    return process.status();
  }
  return std::unique_ptr<ServerProcess>(new ServerProcess(
      *process, watch, ended, input.write_end, output.read_end, end_grace, limits, taker));
}

ServerProcess::ServerProcess(::pid_t process, int watch, int ended, int input, int output,
                             std::chrono::milliseconds end_grace, const OutputLimits& limits,
                             MessageTaker& taker)
    : process_(process),
      process_descriptor_(watch),
      input_descriptor_(input),
      output_descriptor_(output),
      ended_(ended),
      grace_(end_grace),
      input_(input, limits),
      taker_(taker) {}

ServerProcess::~ServerProcess() {
  if (!is_stopped_) Stop();
  ::close(output_descriptor_);
  ::close(process_descriptor_);
  ::close(ended_);
}

void ServerProcess::Begin() {
  reader_ = std::thread([this] { Read(); });
}

void ServerProcess::Send(std::string_view message) { input_.Send(message); }

void ServerProcess::SendPiece(std::string_view bytes, bool is_last) {
  input_.SendPiece(bytes, is_last);
}

void ServerProcess::Read() {
  MessageCutter cutter(taker_);
  std::string buffer(kProcessReadBytes, '\0');
  bool has_exited = false;
  // All that an exited process wrote is in the pipe. Another process may hold the pipe open and go
  // on writing.
  std::size_t left = 0;
  while (!has_exited || left > 0) {
    pollfd waiting[] = {{.fd = output_descriptor_, .events = POLLIN, .revents = 0},
                        {.fd = process_descriptor_, .events = POLLIN, .revents = 0}};
    if (!has_exited && ::poll(waiting, std::size(waiting), -1) < 0) {
      if (errno == EINTR) continue;
      break;
    }
    if (!has_exited && waiting[1].revents != 0) {
      has_exited = true;
      left = BytesIn(output_descriptor_);
      continue;
    }
    const ssize_t count = ::read(output_descriptor_, buffer.data(),
                                 has_exited ? std::min(left, buffer.size()) : buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    if (has_exited) left -= static_cast<std::size_t>(count);
    cutter.Add(std::string_view(buffer).substr(0, static_cast<std::size_t>(count)));
  }
  cutter.Finish();
  HasExitedWithin(kExitAfterOutput);
  taker_.TakeEnd();
  ::eventfd_write(ended_, 1);
}

bool ServerProcess::HasExitedWithin(std::chrono::milliseconds limit) const {
  pollfd exited{.fd = process_descriptor_, .events = POLLIN, .revents = 0};
  const auto deadline = std::chrono::steady_clock::now() + limit;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    const int ready = ::poll(&exited, 1, std::max(0, static_cast<int>(left.count())));
    if (ready >= 0 || errno != EINTR) return ready > 0;
  }
}

std::string ServerProcess::EndReason() const {
  siginfo_t info{};
  const bool has_ended =
      ::waitid(P_PID, static_cast<::id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
      info.si_pid == process_;
  if (!has_ended) return "";
  const int status = info.si_code == CLD_EXITED ? info.si_status << kExitCodeShift : info.si_status;
  return EndOf(status, false, false, grace_).reason;
}

ServerEnd ServerProcess::Stop() {
  is_stopped_ = true;
  const bool had_exited = HasExitedWithin(std::chrono::milliseconds(0));
  input_.Stop();
  ::close(input_descriptor_);
  bool was_made_to_end = false;
  for (const int signal : {SIGTERM, SIGKILL}) {
    if (HasExitedWithin(grace_)) break;
    was_made_to_end = true;
    ::kill(-process_, signal);
  }
  if (reader_.joinable()) reader_.join();
  // Processes that it started and left; the group is still its own, since it is not waited for.
  ::kill(-process_, SIGTERM);
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
  return EndOf(status, !had_exited, was_made_to_end, grace_);
}

}  // namespace waymark::services
