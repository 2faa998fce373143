// Reading what commits say and touched, up to the commit that a view shows.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <absl/status/statusor.h>

#include "graph/store.h"

namespace waymark::indexer {

// Commits that a history holds, merges not counted: the newest ones.
inline constexpr std::size_t kMaxHistoryCommits = 5000;

struct HistoryOptions {
  unsigned threads = 0;  // 0: one per core
  std::size_t max_commits = kMaxHistoryCommits;
  // Polled between commits; Cancelled when it becomes true. May be null.
  const std::atomic<bool>* cancelled = nullptr;
};

struct HistoryReport {
  std::uint64_t commits = 0;  // in the history
  std::uint64_t read = 0;     // of which no earlier history of the repository had
  double seconds = 0;
};

// Brings the history of a published view up to the commit that it shows: commits that the history
// had are taken over, as those of the other views of the repository, the others are read from git's
// objects. Does nothing when the history is that of the commit, and for a view without one. The
// outcome depends on the commit alone.
// Errors: NotFound (no such view), FailedPrecondition (objects that are absent), Unavailable
// (another process writes), Aborted (the view moved on meanwhile), Cancelled. Cost: one to three
// milliseconds a commit that is new.
absl::StatusOr<HistoryReport> UpdateHistory(graph::Store& store, const graph::ViewKey& key,
                                            const HistoryOptions& options);

}  // namespace waymark::indexer
