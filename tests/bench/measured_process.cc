#include "measured_process.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char** environ;

namespace waymark::bench {
namespace {

namespace fs = std::filesystem;
constexpr std::chrono::milliseconds kSampleInterval{5};

enum class Errors { kShown, kHidden };

::pid_t Spawn(const std::vector<std::string>& argv, Errors errors) {
  std::vector<char*> pointers;
  for (const std::string& word : argv) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  if (errors == Errors::kHidden) {
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  ::pid_t process = -1;
  if (posix_spawn(&process, argv.front().c_str(), &actions, nullptr, pointers.data(), environ) !=
      0) {
    fmt::print(stderr, "cannot start {}\n", argv.front());
    std::exit(1);
  }
  posix_spawn_file_actions_destroy(&actions);
  return process;
}

std::uint64_t ReadAnonymousBytes(::pid_t process) {
  constexpr std::uint64_t kUnit = 1024;
  std::ifstream status(fmt::format("/proc/{}/status", process));
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("RssAnon:", 0) == 0) return kUnit * std::strtoull(line.c_str() + 8, nullptr, 10);
  }
  return 0;
}

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

ProcessCost Measure(const std::vector<std::string>& argv, Sampling sampling) {
  using Clock = std::chrono::steady_clock;
  ProcessCost cost;
  const Clock::time_point start = Clock::now();
  const ::pid_t process = Spawn(argv, Errors::kShown);
  int status = 0;
  rusage usage{};
  if (sampling == Sampling::kAnonymousMemory) {
    while (::wait4(process, &status, WNOHANG, &usage) == 0) {
      cost.peak_anonymous_bytes = std::max(cost.peak_anonymous_bytes, ReadAnonymousBytes(process));
      std::this_thread::sleep_for(kSampleInterval);
    }
  } else {
    ::wait4(process, &status, 0, &usage);
  }
  cost.wall_seconds = std::chrono::duration<double>(Clock::now() - start).count();
  cost.cpu_seconds = Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
  if (WIFEXITED(status)) cost.exit_code = WEXITSTATUS(status);
  return cost;
}

BackgroundProcess::BackgroundProcess(const std::vector<std::string>& argv)
    : process_(Spawn(argv, Errors::kHidden)) {}

BackgroundProcess::~BackgroundProcess() {
  ::kill(process_, SIGTERM);
  ::waitpid(process_, nullptr, 0);
}

std::uint64_t BackgroundProcess::AnonymousBytes() const { return ReadAnonymousBytes(process_); }

double Percentile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const auto last = static_cast<double>(values.size() - 1);
  return values[static_cast<std::size_t>(share * last + 0.5)];
}

std::vector<fs::path> Corpora(int argc, char** argv) {
  std::vector<fs::path> corpora(argv + 1, argv + argc);
  const char* variable = std::getenv("WAYMARK_BENCH_REPOS");
  if (corpora.empty() && variable != nullptr) {
    std::istringstream list(variable);
    for (std::string path; std::getline(list, path, ':');) corpora.emplace_back(path);
  }
  if (corpora.empty()) {
    for (const char* path :
         {WM_SOURCE_DIR, "/usr/lib/python3.11", "/usr/lib/python3.12", "/usr/include"}) {
      if (fs::is_directory(path)) corpora.emplace_back(path);
    }
  }
  for (fs::path& path : corpora) path = fs::canonical(path);
  return corpora;
}

}  // namespace waymark::bench
