// Checkouts of the workspace that nobody has indexed are, in the background.
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

// What it needs of the session. Called from its own thread.
struct IndexerSurroundings {
  VerbsSource verbs;
  // Asks the client to show work, which it may do later or never.
  std::function<std::shared_ptr<WorkDone>(const std::string& title)> show_work;
  std::function<void()> on_indexed;                      // a checkout now has an index
  std::function<void(const std::string& message)> warn;  // a checkout stays without an index
};

// One run after the other. Add() is called by one thread.
class FolderIndexer {
 public:
  explicit FolderIndexer(IndexerSurroundings surroundings);
  // Cancels the runs; the next one takes up the files that were extracted.
  ~FolderIndexer();
  FolderIndexer(const FolderIndexer&) = delete;
  FolderIndexer& operator=(const FolderIndexer&) = delete;

  // Once for each root; one that is indexed already is left alone.
  void Add(const std::filesystem::path& root);

  // The client no longer wants what runs now.
  void Cancel() { cancelled_ = true; }

  // Nor anything that would follow.
  void Stop() {
    is_stopped_ = true;
    Cancel();
  }

 private:
  absl::Status IndexUnlessKnown(const std::filesystem::path& root);
  // `work` is shown when there is something to index, once for all tries.
  absl::Status Try(const std::filesystem::path& root, std::shared_ptr<WorkDone>& work);

  const IndexerSurroundings surroundings_;
  std::atomic<bool> cancelled_{false};  // the run that goes on
  std::atomic<bool> is_stopped_{false};
  std::set<std::filesystem::path> seen_;
  CallQueue queue_;  // the last, so that its thread ends first
};

}  // namespace waymark::services
