#include "program.h"

#include <csignal>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>

#include "testing/golden.h"
#include "testing/wait_for.h"

namespace waymark::testing {
namespace {

constexpr std::chrono::milliseconds kPollInterval{2};

std::vector<char*> Pointers(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (const std::string& string : strings) pointers.push_back(const_cast<char*>(string.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

Program::Program(const std::vector<std::string>& argv, const ProgramOptions& options) {
  const std::filesystem::path in = files_.WriteFile("in", options.input);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, in.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, (files_.path() / "out").c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, (files_.path() / "err").c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (!options.working_directory.empty()) {
    posix_spawn_file_actions_addchdir_np(&actions, options.working_directory.c_str());
  }
  const int error = posix_spawn(&process_, argv.front().c_str(), &actions, nullptr,
                                Pointers(argv).data(), Pointers(options.environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    ADD_FAILURE() << "start " << argv.front() << ": " << std::strerror(error);
    is_done_ = true;
  }
}

Program::~Program() {
  if (!IsRunning()) return;
  Signal(SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

void Program::Signal(int number) const { ::kill(process_, number); }

bool Program::IsRunning() {
  if (!is_done_) is_done_ = ::waitpid(process_, &status_, WNOHANG) == process_;
  return !is_done_;
}

std::string Program::StandardOutput() const { return ReadFile(files_.path() / "out"); }

std::string Program::StandardError() const { return ReadFile(files_.path() / "err"); }

ProgramResult Program::Wait(std::chrono::seconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (IsRunning()) {
    if (std::chrono::steady_clock::now() > deadline) {
      ADD_FAILURE() << "process " << process_ << " still runs after " << limit.count() << " s";
      Signal(SIGKILL);
      ::waitpid(process_, &status_, 0);
      is_done_ = true;
      break;
    }
    std::this_thread::sleep_for(kPollInterval);
  }
  ProgramResult result{.out = StandardOutput(), .err = StandardError()};
  if (WIFEXITED(status_)) result.exit_code = WEXITSTATUS(status_);
  if (WIFSIGNALED(status_)) result.signal = WTERMSIG(status_);
  return result;
}

std::vector<std::string> WaymarkHome::Environment() const {
  const std::string home = directory_.path().string();
  return {"PATH=/usr/bin:/bin",
          "HOME=" + home,
          "XDG_RUNTIME_DIR=" + home + "/run",
          "GIT_CONFIG_NOSYSTEM=1",
          "LC_ALL=C.UTF-8",
          "LSAN_OPTIONS=suppressions=" WM_LEAKS_OF_LIBRARIES};
}

std::unique_ptr<Program> WaymarkHome::Start(const std::vector<std::string>& arguments) const {
  std::vector<std::string> argv = {WM_WAYMARK_PROGRAM};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return std::make_unique<Program>(
      argv, ProgramOptions{.environment = Environment(), .working_directory = directory_.path()});
}

ProgramResult WaymarkHome::Run(const std::vector<std::string>& arguments, const std::string& input,
                               const std::filesystem::path& working_directory) const {
  std::vector<std::string> argv = {WM_WAYMARK_PROGRAM};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  Program program(
      argv, {.environment = Environment(),
             .working_directory = working_directory.empty() ? directory_.path() : working_directory,
             .input = input});
  return program.Wait();
}

std::unique_ptr<Program> WaymarkHome::StartDaemon(const std::vector<std::string>& options) const {
  std::vector<std::string> arguments = {"serve", "--store", store().string()};
  arguments.insert(arguments.end(), options.begin(), options.end());
  std::unique_ptr<Program> daemon = Start(arguments);
  // The line of the log that comes after the announcement, up to its end.
  const auto is_ready = [&daemon] {
    const std::string log = daemon->StandardError();
    const std::size_t start = log.find("event=start");
    return start != std::string::npos && log.find('\n', start) != std::string::npos;
  };
  WaitFor([&] { return is_ready() || !daemon->IsRunning(); });
  if (!is_ready()) ADD_FAILURE() << "the daemon did not start: " << daemon->StandardError();
  return daemon;
}

}  // namespace waymark::testing
