// Reads the messages and changes of commits, up to the commit that a view shows.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/store.h"

namespace waymark::indexer {

// Most commits in a history, without merges: the newest ones.
inline constexpr std::size_t kMaxHistoryCommits = 5000;

struct HistoryOptions {
  unsigned threads = 0;  // 0: one per core
  std::size_t max_commits = kMaxHistoryCommits;
  // Polled between commits; Cancelled when it becomes true. May be null.
  const std::atomic<bool>* cancelled = nullptr;
};

struct HistoryReport {
  std::uint64_t commits = 0;  // in the history
  std::uint64_t read = 0;     // new ones, which no earlier history of the repository had
  double seconds = 0;
};

// Brings the history of a published view up to the commit that it shows. Known commits are taken
// over from this history and those of the repository's other views; the rest is read from git's
// objects. Does nothing if the history is current or the view has no commit. The result depends on
// the commit alone. Errors: NotFound (no such view), FailedPrecondition (missing objects),
// Unavailable (another process writes), Aborted (the view moved on meanwhile), Cancelled. Cost: one
// to three milliseconds per new commit.
absl::StatusOr<HistoryReport> UpdateHistory(graph::Store& store, const graph::ViewKey& key,
                                            const HistoryOptions& options);

// The head of a commit, as `git log` shows it.
struct CommitHead {
  std::int64_t seconds = 0;  // of its author, since 1970 in UTC
  std::string subject;       // first paragraph of its message, on one line; may not be UTF-8
};

// The heads of the commits, in their order. `root` is absolute and canonical. Errors:
// FailedPrecondition if it is in no readable repository or a commit is missing there. Cost: one
// object per commit.
absl::StatusOr<std::vector<CommitHead>> ReadCommitHeads(
    const std::filesystem::path& root, std::span<const graph::GitObjectId> commits);

}  // namespace waymark::indexer
