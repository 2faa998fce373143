#include "indexer/changed_lines.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "git_handles.h"
#include "graph/status.h"

namespace waymark::indexer {
namespace {

namespace fs = std::filesystem;

absl::Status GitFailure(const fs::path& root) {
  const git_error* const error = git_error_last();
  return absl::InternalError(
      fmt::format("compare {} with a commit: {}", root.string(),
                  error == nullptr ? "git gives no reason" : error->message));
}

absl::StatusOr<TreeHandle> TreeOfCommit(git_repository* repository, const fs::path& root,
                                        const std::string& commit) {
  git_oid id;
  git_object* object = nullptr;
  if (git_oid_fromstr(&id, commit.c_str()) != 0 ||
      git_object_lookup(&object, repository, &id, GIT_OBJECT_COMMIT) != 0) {
    return GitFailure(root);
  }
  const ObjectHandle held(object);
  git_object* tree = nullptr;
  if (git_object_peel(&tree, object, GIT_OBJECT_TREE) != 0) return GitFailure(root);
  return TreeHandle(reinterpret_cast<git_tree*>(tree));
}

// Of the root inside the work tree, ending in '/'; "" at the top.
std::string PrefixOf(git_repository* repository, const fs::path& root) {
  const char* const workdir = git_repository_workdir(repository);
  if (workdir == nullptr) return "";
  std::error_code error;
  const fs::path inside = root.lexically_relative(fs::canonical(workdir, error));
  return error || inside == "." ? "" : inside.string() + "/";
}

struct Collector {
  std::string prefix;
  std::vector<ChangedFile> files;
  bool is_inside = false;  // whether the current file lies below the prefix
};

std::string Below(const std::string& prefix, const char* path) {
  const std::string_view text(path);
  return text.starts_with(prefix) ? std::string(text.substr(prefix.size())) : "";
}

int OnFile(const git_diff_delta* delta, float, void* payload) {
  auto& collector = *static_cast<Collector*>(payload);
  const bool is_new = delta->status == GIT_DELTA_ADDED || delta->status == GIT_DELTA_UNTRACKED;
  const bool is_gone = delta->status == GIT_DELTA_DELETED;
  ChangedFile file;
  if (!is_gone) file.path = Below(collector.prefix, delta->new_file.path);
  if (!is_new) file.old_path = Below(collector.prefix, delta->old_file.path);
  collector.is_inside = !file.path.empty() || !file.old_path.empty();
  if (collector.is_inside) collector.files.push_back(std::move(file));
  return 0;
}

void AddRange(int start, int count, std::vector<LineRange>& ranges) {
  const auto first = static_cast<std::uint32_t>(std::max(start, 1));
  const auto length = static_cast<std::uint32_t>(std::max(count, 1));
  ranges.push_back({first, first + length - 1});
}

int OnHunk(const git_diff_delta*, const git_diff_hunk* hunk, void* payload) {
  auto& collector = *static_cast<Collector*>(payload);
  if (!collector.is_inside) return 0;
  AddRange(hunk->new_start, hunk->new_lines, collector.files.back().lines);
  if (hunk->old_lines > 0) {
    AddRange(hunk->old_start, hunk->old_lines, collector.files.back().old_lines);
  }
  return 0;
}

}  // namespace

absl::StatusOr<std::vector<ChangedFile>> FindChangedLines(const fs::path& root,
                                                          const std::string& base,
                                                          const std::string& commit) {
  StartLibgit2();
  git_repository* opened = nullptr;
  if (git_repository_open_ext(&opened, root.c_str(), 0, nullptr) != 0) return GitFailure(root);
  const RepositoryHandle repository(opened);
  WM_ASSIGN_OR_RETURN(const TreeHandle older, TreeOfCommit(opened, root, base));
  git_diff_options options;
  git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
  options.context_lines = 0;
  options.flags = GIT_DIFF_INCLUDE_UNTRACKED | GIT_DIFF_RECURSE_UNTRACKED_DIRS |
                  GIT_DIFF_SHOW_UNTRACKED_CONTENT | GIT_DIFF_IGNORE_SUBMODULES;
  git_diff* raw = nullptr;
  if (commit.empty()) {
    if (git_diff_tree_to_workdir_with_index(&raw, opened, older.get(), &options) != 0) {
      return GitFailure(root);
    }
  } else {
    WM_ASSIGN_OR_RETURN(const TreeHandle newer, TreeOfCommit(opened, root, commit));
    if (git_diff_tree_to_tree(&raw, opened, older.get(), newer.get(), &options) != 0) {
      return GitFailure(root);
    }
  }
  const DiffHandle diff(raw);
  if (git_diff_find_similar(raw, nullptr) != 0) return GitFailure(root);
  Collector collector{.prefix = PrefixOf(opened, root), .files = {}};
  if (git_diff_foreach(raw, OnFile, nullptr, OnHunk, nullptr, &collector) != 0) {
    return GitFailure(root);
  }
  return std::move(collector.files);
}

}  // namespace waymark::indexer
