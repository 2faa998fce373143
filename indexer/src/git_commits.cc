#include "git_commits.h"

#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace waymark::indexer {

namespace fs = std::filesystem;

namespace {

absl::Status Unreadable(const fs::path& root) {
  return absl::FailedPreconditionError(fmt::format(
      "the git repository around {} cannot be read: {}", root.string(), LastGitError()));
}

}  // namespace

std::string LastGitError() {
  const git_error* error = git_error_last();
  return error == nullptr || error->message == nullptr ? "unknown error" : error->message;
}

absl::StatusOr<OpenedRepository> OpenRepository(const fs::path& root) {
  StartLibgit2();
  const auto refused = [&root](std::string_view why) {
    return absl::FailedPreconditionError(
        fmt::format("{} {}; only a git repository has revisions", root.string(), why));
  };
  git_repository* raw = nullptr;
  const int code = git_repository_open_ext(&raw, root.c_str(), 0, nullptr);
  if (code == GIT_ENOTFOUND) return refused("is not in a git repository");
  if (code != 0) return Unreadable(root);
  OpenedRepository opened{RepositoryHandle(raw), {}};
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

absl::Status CheckRepository(const fs::path& root) {
  StartLibgit2();
  git_repository* raw = nullptr;
  const int code = git_repository_open_ext(&raw, root.c_str(), 0, nullptr);
  const RepositoryHandle opened(raw);
  if (code == 0 || code == GIT_ENOTFOUND) return absl::OkStatus();
  return Unreadable(root);
}

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
