// Gives memory that was freed back to the system. The allocator keeps what lies between live
// blocks, and after many connections at once that is nearly all of it. No option of the allocator
// changes that: fewer arenas and a fixed threshold of trimming leave as much.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace waymark::services {

// For one thread, which looks about every second.
class FreedMemory {
 public:
  using Clock = std::chrono::steady_clock;

  // `anonymous_bytes` reads the memory of the process that no file backs, `trim` gives back.
  FreedMemory(std::function<std::uint64_t()> anonymous_bytes, std::function<void()> trim);
  // For this process.
  FreedMemory();

  // Trims while there is more memory than in the beginning; less and less often while that gives
  // nothing back.
  void Look(Clock::time_point now);

 private:
  const std::function<std::uint64_t()> anonymous_bytes_;
  const std::function<void()> trim_;
  std::uint64_t least_bytes_;     // seen so far
  std::uint64_t left_bytes_ = 0;  // by the last trim
  Clock::duration pause_ = {};    // from the last trim to the next
  Clock::time_point trimmed_at_ = {};
};

}  // namespace waymark::services
