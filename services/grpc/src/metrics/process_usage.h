// The memory, processor time and descriptors of this process, from /proc.
#pragma once

#include <cstdint>

namespace waymark::services {

struct ProcessUsage {
  std::uint64_t resident_bytes = 0;
  std::uint64_t anonymous_bytes = 0;  // the part that no file backs
  std::uint64_t threads = 0;
  std::uint64_t open_files = 0;
  double cpu_seconds = 0;  // user and system
};

// A value that cannot be read is 0. Costs tens of microseconds.
ProcessUsage ReadProcessUsage();

// ProcessUsage::anonymous_bytes alone, for those who look often.
std::uint64_t ReadAnonymousBytes();

}  // namespace waymark::services
