// Waits for an event that has to come. That something does not happen is never found by waiting.
#pragma once

#include <chrono>
#include <thread>

namespace waymark::testing {

// Longer than any wait that ends, on a machine that is busy with other things; a test that fails
// takes this long.
inline constexpr std::chrono::seconds kPatience{60};

// Whether the condition comes to hold; it is looked at again and again.
template <typename Condition>
bool WaitFor(const Condition& condition) {
  constexpr std::chrono::milliseconds kLook{2};
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(kLook);
  }
  return true;
}

}  // namespace waymark::testing
