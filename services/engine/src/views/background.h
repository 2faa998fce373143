// Work that nobody waits for at a keyboard lets the questions of a daemon go first.
#pragma once

#include <optional>
#include <thread>
#include <utility>

namespace waymark::services {

// From here on the calling thread, and those that it starts, get processor time after the others of
// the process. Without the right to be more important again, a thread cannot take it back.
void LetOthersGoFirst();

// Does `work` by a thread of that kind, and gives what it gives.
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
