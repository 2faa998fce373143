// What this process takes of the machine, from /proc.
#pragma once

#include <cstdint>

namespace waymark::services {

struct ProcessUsage {
  std::uint64_t resident_bytes = 0;
  std::uint64_t anonymous_bytes = 0;  // of those, what is no file's
  std::uint64_t threads = 0;
  std::uint64_t open_files = 0;
  double cpu_seconds = 0;  // user and system
};

// What cannot be read is 0. Costs tens of microseconds.
ProcessUsage ReadProcessUsage();

}  // namespace waymark::services
