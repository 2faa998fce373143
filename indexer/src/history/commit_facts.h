// The facts of one commit for a history, from git's objects.
#pragma once

#include <filesystem>
#include <memory>

#include <absl/status/statusor.h>

#include "git/git_commits.h"
#include "graph/history.h"
#include "graph/tokenize.h"

namespace waymark::indexer {

// FailedPrecondition, for a commit that lacks an object.
absl::Status MissingObject();

// Not thread-safe: one per thread.
class CommitReader {
 public:
  // `root` is absolute and canonical. Errors of OpenRepository().
  static absl::StatusOr<std::unique_ptr<CommitReader>> Open(const std::filesystem::path& root);

  // Words and touched source files below the root, compared with the first parent. Both are empty
  // for a housekeeping commit, and for one that touches no such file or too many.
  // FailedPrecondition if an object is missing.
  absl::StatusOr<graph::CommitFacts> Read(const graph::GitObjectId& commit);

 private:
  explicit CommitReader(OpenedRepository opened) : opened_(std::move(opened)) {}

  absl::StatusOr<DiffHandle> Difference(git_commit* commit) const;
  void AddTouched(git_diff* difference, graph::CommitFacts& facts) const;

  OpenedRepository opened_;
  graph::Tokenizer tokenizer_;
};

}  // namespace waymark::indexer
