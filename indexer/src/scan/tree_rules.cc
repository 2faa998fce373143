#include "scan/tree_rules.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "git/git_tree.h"
#include "indexer/read_file.h"
#include "resolve/program/path_index.h"

namespace waymark::indexer {
namespace {

namespace fs = std::filesystem;

// Excluded unless tracked: directories of version control systems and package managers.
constexpr std::array<std::string_view, 12> kUntrackedDirectories = {
    ".git",        ".hg",  ".svn", ".jj",   "node_modules", "bower_components",
    "__pycache__", ".tox", ".nox", ".venv", ".mypy_cache",  ".ruff_cache"};

}  // namespace

bool IsWithin(std::string_view directory, std::string_view ancestor) {
  if (ancestor.empty()) return true;
  return directory.substr(0, ancestor.size()) == ancestor &&
         (directory.size() == ancestor.size() || directory[ancestor.size()] == '/');
}

TreeRules::TreeRules(fs::path root) : root_(std::move(root)) { EnterGit(); }

void TreeRules::EnterGit() {
  const std::optional<GitTree> tree = GitTree::Open(root_);
  if (!tree.has_value()) return;
  std::optional<TrackedPaths> tracked = tree->Tracked();
  // A directory that an outer work tree merely contains does not belong to that tree.
  if (tracked.has_value() && tracked->paths.empty() && !tree->prefix().empty()) return;
  if (tracked.has_value()) {
    tracked_ = std::move(tracked->paths);
    submodules_ = std::move(tracked->submodules);
  }
  commit_ = tree->HeadCommit();
  prefix_ = tree->prefix();
  git_rules_.Enter("");
  for (const fs::path& file : tree->ExcludeFiles()) AddRules(file, git_rules_);
  const fs::path top = root_.string().substr(0, root_.string().size() - prefix_.size());
  for (const fs::path& directory : tree->AncestorDirectories()) {
    const fs::path below = directory.lexically_relative(top);
    git_rules_.Enter(below == "." ? "" : below.generic_string());
    AddRules(directory / kGitIgnoreName, git_rules_);
  }
}

void TreeRules::AddRules(const fs::path& file, IgnoreStack& stack) const {
  const absl::StatusOr<std::string> text = ReadFile(file, kMaxIgnoreFileBytes);
  if (!text.ok()) return;
  const fs::path relative = file.lexically_relative(root_);
  const bool inside = !relative.empty() && *relative.begin() != "..";
  stack.AddRules(*text, inside ? relative.native() : file.native());
}

bool TreeRules::IsTracked(std::string_view path) const {
  return tracked_.has_value() && std::binary_search(tracked_->begin(), tracked_->end(), path);
}

bool TreeRules::HoldsTracked(std::string_view directory) const {
  if (!tracked_.has_value()) return false;
  const std::string prefix = fmt::format("{}/", directory);
  const auto first = std::lower_bound(tracked_->begin(), tracked_->end(), prefix);
  return first != tracked_->end() && first->compare(0, prefix.size(), prefix) == 0;
}

bool TreeRules::IsSubmodule(std::string_view directory) const {
  return std::binary_search(submodules_.begin(), submodules_.end(), directory);
}

void TreeRules::Enter(const std::string& directory, bool has_git_ignore, bool has_own_ignore) {
  const bool excluded =
      !levels_.empty() && (levels_.back().inside_excluded || IsExcluded(directory));
  levels_.push_back({directory, excluded});
  git_rules_.Enter(FromTop(directory));
  own_rules_.Enter(directory);
  if (has_git_ignore) AddRules(root_ / directory / kGitIgnoreName, git_rules_);
  if (has_own_ignore) AddRules(root_ / directory / kOwnIgnoreName, own_rules_);
}

void TreeRules::Leave() {
  own_rules_.Leave();
  git_rules_.Leave();
  levels_.pop_back();
}

void TreeRules::MoveTo(const std::string& directory) {
  while (!levels_.empty() && !IsWithin(directory, levels_.back().directory)) Leave();
  if (levels_.empty()) Enter("", true, true);
  while (levels_.back().directory.size() < directory.size()) {
    const std::string& here = levels_.back().directory;
    const std::size_t begin = here.empty() ? 0 : here.size() + 1;
    Enter(directory.substr(0, directory.find('/', begin)), true, true);
  }
}

bool TreeRules::IsExcluded(const std::string& directory) const {
  return std::find(kUntrackedDirectories.begin(), kUntrackedDirectories.end(),
                   FileNameOf(directory)) != kUntrackedDirectories.end() ||
         git_rules_.IsIgnored(FromTop(directory), true);
}

bool TreeRules::MayHoldFiles(const std::string& directory) const {
  if (own_rules_.IsIgnored(directory, true)) return false;
  const bool excluded = levels_.back().inside_excluded || IsExcluded(directory);
  return !excluded || HoldsTracked(directory) || IsSubmodule(directory);
}

bool TreeRules::BelongsToView(const std::string& file) const {
  if (own_rules_.IsIgnored(file, false)) return false;
  const bool excluded =
      levels_.back().inside_excluded || git_rules_.IsIgnored(FromTop(file), false);
  return !excluded || IsTracked(file);
}

std::string TreeRules::IgnoreRuleOf(const std::string& path, bool is_directory) const {
  const std::string own = own_rules_.ReasonOf(path, is_directory);
  return own.empty() ? git_rules_.ReasonOf(FromTop(path), is_directory) : own;
}

std::string TreeRules::FromTop(const std::string& path) const {
  if (path.empty()) return prefix_.empty() ? "" : prefix_.substr(0, prefix_.size() - 1);
  return prefix_ + path;
}

}  // namespace waymark::indexer
