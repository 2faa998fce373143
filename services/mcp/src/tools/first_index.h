// The first question about an unindexed checkout starts an index run in the background.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/mutex.h"
#include "services/mcp.h"

namespace waymark::services {

// A run that is under way.
struct FirstRun {
  std::filesystem::path root;
  std::string progress;  // "ROOT is being indexed for the first time: reading 3 of 40 files"
};

// Thread-safe.
class FirstIndex {
 public:
  using ProgressSink = std::function<void(const indexer::Progress&)>;

  explicit FirstIndex(VerbsSource verbs) : verbs_(std::move(verbs)) {}

  // Stops waiting for the runs. Runs of a daemon continue. Runs of this process are cancelled; the
  // next run reuses the files that were extracted.
  ~FirstIndex();
  FirstIndex(const FirstIndex&) = delete;
  FirstIndex& operator=(const FirstIndex&) = delete;

  // Starts a run for `root` unless one is under way, and waits at most `limit` for its end. Reports
  // to `progress`, which may be null. Returns how far the run is, nothing if it has ended, its
  // error if it failed.
  absl::StatusOr<std::optional<std::string>> Wait(const std::filesystem::path& root,
                                                  std::chrono::milliseconds limit,
                                                  const ProgressSink& progress,
                                                  const CallControl& control);

  // By root. Without the runs of other clients.
  std::vector<FirstRun> UnderWay();

 private:
  struct Run {
    Mutex mutex;
    indexer::Progress progress WM_GUARDED_BY(mutex);
    bool is_done WM_GUARDED_BY(mutex) = false;
    absl::Status status WM_GUARDED_BY(mutex);
    std::thread thread;
  };

  std::shared_ptr<Run> RunOf(const std::filesystem::path& root);
  void Index(const std::filesystem::path& root, Run& run);

  const VerbsSource verbs_;
  std::atomic<bool> cancelled_{false};
  Mutex mutex_;
  std::map<std::filesystem::path, std::shared_ptr<Run>> runs_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
