// Indexes unindexed checkouts of the workspace in the background.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>

#include "feedback.h"
#include "services/call_queue.h"
#include "services/verbs.h"

namespace waymark::services {

// Functions of the session, called from the indexer's thread.
struct IndexerSurroundings {
  VerbsSource verbs;
  // Asks the client to show work; the client may do so later or never.
  std::function<std::shared_ptr<WorkDone>(const std::string& title)> show_work;
  std::function<void()> on_indexed;                      // a checkout now has an index
  std::function<void(const std::string& message)> warn;  // a checkout stays without an index
};

// Makes one run after the other. Add() is called by one thread.
class FolderIndexer {
 public:
  explicit FolderIndexer(IndexerSurroundings surroundings);
  // Cancels the runs; the next run reuses the files that were extracted.
  ~FolderIndexer();
  FolderIndexer(const FolderIndexer&) = delete;
  FolderIndexer& operator=(const FolderIndexer&) = delete;

  // Indexes a root, once; an indexed one is left alone.
  void Add(const std::filesystem::path& root);

  // Called if the client cancels the present run.
  void Cancel() { cancelled_ = true; }

  // Also cancels all later runs.
  void Stop() {
    is_stopped_ = true;
    Cancel();
  }

 private:
  absl::Status IndexUnlessKnown(const std::filesystem::path& root);
  // `work` is shown if there is something to index, once for all attempts.
  absl::Status Try(const std::filesystem::path& root, std::shared_ptr<WorkDone>& work);

  const IndexerSurroundings surroundings_;
  std::atomic<bool> cancelled_{false};  // the run that goes on
  std::atomic<bool> is_stopped_{false};
  std::set<std::filesystem::path> seen_;
  CallQueue queue_;  // the last, so that its thread ends first
};

}  // namespace waymark::services
