// Decides which texts of the editor may replace their files.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <unordered_map>

#include "graph/mutex.h"

namespace waymark::services {

// As indexer::CheckBuffer, which reads git's index for each result: a result is reused for a while.
// Thread-safe.
class BufferRules {
 public:
  // `path` is relative to `root`.
  bool Allow(const std::filesystem::path& root, const std::string& path);

 private:
  using Clock = std::chrono::steady_clock;

  struct Verdict {
    bool allows = false;
    Clock::time_point until;
  };

  Mutex mutex_;
  std::unordered_map<std::string, Verdict> verdicts_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
