// Lets the questions of a daemon go before work that nobody waits for.
#pragma once

#include <optional>
#include <thread>
#include <utility>

namespace waymark::services {

// From here on the calling thread and threads that it starts get processor time after the others.
// Without the privilege to raise its priority, a thread cannot undo this.
void LetOthersGoFirst();

// Runs `work` on such a thread and returns its result.
template <typename Work>
auto InBackground(const Work& work) {
  std::optional<decltype(work())> result;
  std::thread thread([&] {
    LetOthersGoFirst();
    result.emplace(work());
  });
  thread.join();
  return *std::move(result);
}

}  // namespace waymark::services
