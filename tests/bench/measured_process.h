// Whole processes, with what they cost.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace waymark::bench {

struct ProcessCost {
  int exit_code = -1;
  double wall_seconds = 0;
  double cpu_seconds = 0;  // user and system, all threads
  std::uint64_t peak_anonymous_bytes =
      0;  // RssAnon, sampled every few milliseconds; 0 when not asked for
};

enum class Sampling { kNone, kAnonymousMemory };

// Runs a program to its end; its output goes nowhere, its errors to standard error.
ProcessCost Measure(const std::vector<std::string>& argv, Sampling sampling);

// A program in the background, its log hidden; stops it with SIGTERM and waits.
class BackgroundProcess {
 public:
  explicit BackgroundProcess(const std::vector<std::string>& argv);
  ~BackgroundProcess();
  BackgroundProcess(const BackgroundProcess&) = delete;
  BackgroundProcess& operator=(const BackgroundProcess&) = delete;

  // Anonymous memory it holds now.
  std::uint64_t AnonymousBytes() const;

 private:
  ::pid_t process_;
};

// The value at `share` (0..1) of the sorted sample.
double Percentile(std::vector<double> values, double share);

// Repositories to measure: the arguments, else $WAYMARK_BENCH_REPOS (separated by ':'), else
// sources that most development machines have: this one, Python's library and the system's headers.
std::vector<std::filesystem::path> Corpora(int argc, char** argv);

}  // namespace waymark::bench
