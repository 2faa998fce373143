// What the files that look at commits share: opening the repository around a directory, and trees.
#pragma once

#include <filesystem>
#include <string>

#include <absl/status/statusor.h>

#include "git/git_handles.h"

namespace waymark::indexer {

std::string LastGitError();

struct OpenedRepository {
  RepositoryHandle repository;
  std::string directory;  // of the root inside the work tree, "" at its top
};

// `root` is absolute and canonical. FailedPrecondition when it is in no repository, or in one that
// cannot be read.
absl::StatusOr<OpenedRepository> OpenRepository(const std::filesystem::path& root);

// FailedPrecondition when `root` is in a repository that cannot be read: a format of objects that
// libgit2 does not know, say. Its files are then indexed like those of any directory.
absl::Status CheckRepository(const std::filesystem::path& root);

// Of a directory of a commit, "" for all of it. Null when the repository has no such commit or the
// commit no such directory.
TreeHandle TreeOf(git_repository* repository, const std::string& commit,
                  const std::string& directory);

}  // namespace waymark::indexer
