#include "metrics/process_usage.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

#include <sys/resource.h>

namespace waymark::services {
namespace {

double Seconds(const timeval& time) {
  constexpr double kMicroseconds = 1e6;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / kMicroseconds;
}

// The fields of the status of this process; the others stay 0.
ProcessUsage ReadStatus() {
  constexpr std::uint64_t kKilobyte = 1024;
  ProcessUsage usage;
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    std::istringstream words(line);
    std::string name;
    std::uint64_t number = 0;
    if (!(words >> name >> number)) continue;
    if (name == "VmRSS:") usage.resident_bytes = number * kKilobyte;
    if (name == "RssAnon:") usage.anonymous_bytes = number * kKilobyte;
    if (name == "Threads:") usage.threads = number;
  }
  return usage;
}

}  // namespace

std::uint64_t ReadAnonymousBytes() { return ReadStatus().anonymous_bytes; }

ProcessUsage ReadProcessUsage() {
  ProcessUsage usage = ReadStatus();
  std::error_code error;
  for (std::filesystem::directory_iterator entry("/proc/self/fd", error), end;
       !error && entry != end; entry.increment(error)) {
    ++usage.open_files;
  }
  rusage used{};
  if (::getrusage(RUSAGE_SELF, &used) == 0) {
    usage.cpu_seconds = Seconds(used.ru_utime) + Seconds(used.ru_stime);
  }
  return usage;
}

}  // namespace waymark::services
