// Shared by the files that read commits: opening the repository around a directory, and its trees.
#pragma once

#include <filesystem>
#include <string>

#include <absl/status/statusor.h>

#include "git/git_handles.h"

namespace waymark::indexer {

std::string LastGitError();

struct OpenedRepository {
  RepositoryHandle repository;
  std::string directory;  // path of the root inside the work tree, "" at the top
};

// `root` is absolute and canonical. FailedPrecondition if it is in no readable repository.
absl::StatusOr<OpenedRepository> OpenRepository(const std::filesystem::path& root);

// FailedPrecondition if `root` is in a repository that libgit2 cannot read, such as one with an
// unknown object format. Its files are then indexed like those of any directory.
absl::Status CheckRepository(const std::filesystem::path& root);

// The tree of a directory of a commit, "" for the whole commit. Null if the repository lacks the
// commit or the commit lacks the directory.
TreeHandle TreeOf(git_repository* repository, const std::string& commit,
                  const std::string& directory);

}  // namespace waymark::indexer
