// The first question about a checkout that nobody has indexed starts an index run in the
// background.
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

// A run that has not ended.
struct FirstRun {
  std::filesystem::path root;
  std::string progress;  // "ROOT is being indexed for the first time: reading 3 of 40 files"
};

// Thread-safe.
class FirstIndex {
 public:
  using ProgressSink = std::function<void(const indexer::Progress&)>;

  explicit FirstIndex(VerbsSource verbs) : verbs_(std::move(verbs)) {}

  // Waits for the runs no longer: those of a daemon go on, those of this process are cancelled, and
  // the next one takes up the files that were extracted.
  ~FirstIndex();
  FirstIndex(const FirstIndex&) = delete;
  FirstIndex& operator=(const FirstIndex&) = delete;

  // Starts a run for `root` unless one is under way, and waits for its end at most `limit`; tells
  // `progress`, which may be null, meanwhile. Gives how far it is when it has not ended, nothing
  // when it has; its error when it failed.
  absl::StatusOr<std::optional<std::string>> Wait(const std::filesystem::path& root,
                                                  std::chrono::milliseconds limit,
                                                  const ProgressSink& progress,
                                                  const CallControl& control);

  // By root. Not those of other clients.
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
