// Notices that the index of an open checkout has changed since answers were sent, whether by the
// editor, git or another program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "graph/mutex.h"
#include "services/verbs.h"

namespace waymark::services {

// Thread-safe.
class IndexFollower {
 public:
  // `on_changed` is called from a thread of its own, at most once per check of all checkouts.
  IndexFollower(std::chrono::milliseconds look_interval, std::function<void()> on_changed);
  ~IndexFollower();
  IndexFollower(const IndexFollower&) = delete;
  IndexFollower& operator=(const IndexFollower&) = delete;

  // Call before asking a question: its answer is of the generation known from now on, or of a later
  // one. Every `look_interval`, `verbs` is asked for the generations of the last given `roots`,
  // until it does not answer: a daemon that ended is not started for that.
  void Follow(std::shared_ptr<Verbs> verbs, std::vector<std::filesystem::path> roots);

  // No callbacks are made from now on.
  void Stop();

 private:
  struct Watched {
    std::shared_ptr<Verbs> verbs;
    std::vector<std::filesystem::path> roots;
  };

  void Work();
  // No value at the end.
  std::optional<Watched> AwaitLook();
  // Whether a generation has changed.
  bool Look(Verbs& verbs, const std::vector<std::filesystem::path>& roots);

  const std::chrono::milliseconds look_interval_;
  const std::function<void()> on_changed_;
  Mutex mutex_;
  CondVar changed_;
  bool ends_ WM_GUARDED_BY(mutex_) = false;
  std::shared_ptr<Verbs> verbs_ WM_GUARDED_BY(mutex_);  // null: nobody is asked
  std::vector<std::filesystem::path> roots_ WM_GUARDED_BY(mutex_);
  std::map<std::filesystem::path, std::uint64_t> known_ WM_GUARDED_BY(mutex_);
  std::thread thread_;
};

}  // namespace waymark::services
