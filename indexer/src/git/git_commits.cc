#include "git/git_commits.h"

#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "git/git_files.h"
#include "graph/status.h"

namespace waymark::indexer {

namespace fs = std::filesystem;

namespace {

// Null if `root` is in no repository.
absl::StatusOr<RepositoryHandle> Open(const fs::path& root) {
  WM_RETURN_IF_ERROR(CheckGitFiles(root, GitFiles::kHistory));
  StartLibgit2();
  git_repository* raw = nullptr;
  const int code = git_repository_open_ext(&raw, root.c_str(), 0, nullptr);
  if (code == 0 || code == GIT_ENOTFOUND) return RepositoryHandle(raw);
  return absl::FailedPreconditionError(fmt::format(
      "the git repository around {} cannot be read: {}", root.string(), LastGitError()));
}

}  // namespace

std::string LastGitError() {
  const git_error* error = git_error_last();
  return error == nullptr || error->message == nullptr ? "unknown error" : error->message;
}

absl::StatusOr<OpenedRepository> OpenRepository(const fs::path& root) {
  const auto refused = [&root](std::string_view why) {
    return absl::FailedPreconditionError(
        fmt::format("{} {}; only a git repository has revisions", root.string(), why));
  };
  WM_ASSIGN_OR_RETURN(RepositoryHandle handle, Open(root));
  if (handle == nullptr) return refused("is not in a git repository");
  git_repository* const raw = handle.get();
  OpenedRepository opened{std::move(handle), {}};
  const char* workdir = git_repository_workdir(raw);
  std::error_code error;
  const fs::path top =
      fs::canonical(workdir != nullptr ? workdir : git_repository_path(raw), error);
  if (error) return refused("has a work tree that cannot be found");
  if (root == top) return opened;
  opened.directory = root.lexically_relative(top).generic_string();
  if (opened.directory.rfind("..", 0) == 0) return refused("is not inside a work tree");
  return opened;
}

absl::Status CheckRepository(const fs::path& root) { return Open(root).status(); }

TreeHandle TreeOf(git_repository* repository, const std::string& commit,
                  const std::string& directory) {
  git_oid id;
  git_commit* raw_commit = nullptr;
  if (git_oid_fromstr(&id, commit.c_str()) != 0 ||
      git_commit_lookup(&raw_commit, repository, &id) != 0) {
    return nullptr;
  }
  const CommitHandle found(raw_commit);
  git_tree* raw = nullptr;
  if (git_commit_tree(&raw, raw_commit) != 0) return nullptr;
  TreeHandle top(raw);
  if (directory.empty()) return top;
  git_tree_entry* raw_entry = nullptr;
  if (git_tree_entry_bypath(&raw_entry, top.get(), directory.c_str()) != 0) return nullptr;
  const TreeEntryHandle entry(raw_entry);
  git_tree* below = nullptr;
  if (git_tree_entry_type(raw_entry) != GIT_OBJECT_TREE ||
      git_tree_lookup(&below, repository, git_tree_entry_id(raw_entry)) != 0) {
    return nullptr;
  }
  return TreeHandle(below);
}

}  // namespace waymark::indexer
