#include "indexer/changed_lines.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "git/git_commits.h"
#include "graph/status.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

namespace fs = std::filesystem;

absl::Status GitFailure(const fs::path& root) {
  return absl::InternalError(
      fmt::format("compare {} with a commit: {}", root.string(), LastGitError()));
}

struct ChangedLineCollector {
  std::string prefix;
  std::vector<ChangedFile> files;
  bool is_inside = false;  // whether the current file is below the prefix
};

std::string BelowPrefix(const std::string& prefix, const char* path) {
  const std::string_view text(path);
  return text.starts_with(prefix) ? std::string(text.substr(prefix.size())) : "";
}

int OnChangedFile(const git_diff_delta* delta, float, void* payload) {
  auto& collector = *static_cast<ChangedLineCollector*>(payload);
  const bool is_new = delta->status == GIT_DELTA_ADDED || delta->status == GIT_DELTA_UNTRACKED;
  const bool is_gone = delta->status == GIT_DELTA_DELETED;
  ChangedFile file;
  if (!is_gone) file.path = BelowPrefix(collector.prefix, delta->new_file.path);
  if (!is_new) file.old_path = BelowPrefix(collector.prefix, delta->old_file.path);
  collector.is_inside = !file.path.empty() || !file.old_path.empty();
  if (collector.is_inside) collector.files.push_back(std::move(file));
  return 0;
}

void AddRange(int start, int count, std::vector<LineRange>& ranges) {
  const auto first = static_cast<std::uint32_t>(std::max(start, 1));
  const auto length = static_cast<std::uint32_t>(std::max(count, 1));
  ranges.push_back({first, first + length - 1});
}

int OnChangedHunk(const git_diff_delta*, const git_diff_hunk* hunk, void* payload) {
  auto& collector = *static_cast<ChangedLineCollector*>(payload);
  if (!collector.is_inside) return 0;
  AddRange(hunk->new_start, hunk->new_lines, collector.files.back().lines);
  if (hunk->old_lines > 0) {
    AddRange(hunk->old_start, hunk->old_lines, collector.files.back().old_lines);
  }
  return 0;
}

// The lines of a hunk follow it, removed ones first.
int OnChangedLine(const git_diff_delta*, const git_diff_hunk* hunk, const git_diff_line* line,
                  void* payload) {
  auto& collector = *static_cast<ChangedLineCollector*>(payload);
  if (!collector.is_inside) return 0;
  std::vector<std::uint32_t>& blank_lines = collector.files.back().blank_lines;
  const bool is_blank = std::all_of(line->content, line->content + line->content_len, IsSpace);
  if (line->origin == GIT_DIFF_LINE_ADDITION) {
    if (is_blank) blank_lines.push_back(static_cast<std::uint32_t>(line->new_lineno));
  } else if (line->origin == GIT_DIFF_LINE_DELETION && hunk->new_lines == 0) {
    const std::uint32_t before = collector.files.back().lines.back().first;
    const bool is_first = line->old_lineno == hunk->old_start;
    const bool was_blank = !blank_lines.empty() && blank_lines.back() == before;
    if (is_first && is_blank) blank_lines.push_back(before);
    if (!is_blank && was_blank) blank_lines.pop_back();
  }
  return 0;
}

bool HasConflicts(git_repository* repository) {
  git_index* raw = nullptr;
  if (git_repository_index(&raw, repository) != 0) return false;
  const IndexHandle index(raw);
  return git_index_has_conflicts(raw) != 0;
}

// During a merge git's index has no single version of a file, and a comparison through the index
// would omit its lines.
int CompareWithDisk(git_diff** diff, git_repository* repository, git_tree* older,
                    const git_diff_options& options) {
  return HasConflicts(repository)
             ? git_diff_tree_to_workdir(diff, repository, older, &options)
             : git_diff_tree_to_workdir_with_index(diff, repository, older, &options);
}

}  // namespace

absl::StatusOr<std::vector<ChangedFile>> FindChangedLines(const fs::path& root,
                                                          const std::string& base,
                                                          const std::string& commit) {
  WM_ASSIGN_OR_RETURN(const OpenedRepository opened, OpenRepository(root));
  git_repository* const repository = opened.repository.get();
  const TreeHandle older = TreeOf(repository, base, "");
  if (older == nullptr) return GitFailure(root);
  git_diff_options options;
  git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
  options.context_lines = 0;
  options.flags = GIT_DIFF_INCLUDE_UNTRACKED | GIT_DIFF_RECURSE_UNTRACKED_DIRS |
                  GIT_DIFF_SHOW_UNTRACKED_CONTENT | GIT_DIFF_IGNORE_SUBMODULES;
  git_diff* raw = nullptr;
  if (commit.empty()) {
    if (CompareWithDisk(&raw, repository, older.get(), options) != 0) {
      return GitFailure(root);
    }
  } else {
    const TreeHandle newer = TreeOf(repository, commit, "");
    if (newer == nullptr) return GitFailure(root);
    if (git_diff_tree_to_tree(&raw, repository, older.get(), newer.get(), &options) != 0) {
      return GitFailure(root);
    }
  }
  const DiffHandle diff(raw);
  if (git_diff_find_similar(raw, nullptr) != 0) return GitFailure(root);
  ChangedLineCollector collector{.prefix = opened.directory.empty() ? "" : opened.directory + "/",
                                 .files = {}};
  if (git_diff_foreach(raw, OnChangedFile, nullptr, OnChangedHunk, OnChangedLine, &collector) !=
      0) {
    return GitFailure(root);
  }
  return std::move(collector.files);
}

}  // namespace waymark::indexer
