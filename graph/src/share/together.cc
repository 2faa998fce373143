#include "share/together.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace waymark::graph {

void RunTogether(unsigned threads, std::size_t count,
                 const std::function<void(std::size_t index)>& work) {
  std::atomic<std::size_t> next{0};
  const auto run = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::thread> others;
  try {
    for (std::size_t i = 1; i < std::min<std::size_t>(threads, count); ++i)
      others.emplace_back(run);
  } catch (const std::system_error&) {
    // Indices are claimed one by one: the threads that run take those of the others.
  }
  run();
  for (std::thread& other : others) other.join();
}

}  // namespace waymark::graph
