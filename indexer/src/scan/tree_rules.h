// Decides by name which paths of a directory belong to its view: those that git tracks or would
// add, and those that ignore files leave. file_walk.h describes the rules.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "git/ignore.h"

namespace waymark::indexer {

inline constexpr std::string_view kGitIgnoreName = ".gitignore";
inline constexpr std::string_view kOwnIgnoreName = ".waymarkignore";
// Larger ignore files are skipped.
inline constexpr std::uint64_t kMaxIgnoreFileBytes = 1 << 20;

// Paths are relative to the root, '/' separated, directories without a final slash. Reads git's
// index once, on construction, and ignore files as directories are entered. Not thread-safe.
class TreeRules {
 public:
  // `root` is absolute and canonical.
  explicit TreeRules(std::filesystem::path root);

  // HEAD, empty outside git.
  const std::string& commit() const { return commit_; }

  // Files and submodules that git tracks, in byte order; nullopt outside git.
  const std::optional<std::vector<std::string>>& tracked() const { return tracked_; }

  bool HoldsTracked(std::string_view directory) const;
  bool IsSubmodule(std::string_view directory) const;

  // Follow a walk down and up, beginning with the root (""). A directory is entered only from its
  // parent. The flags say which ignore files it has.
  void Enter(const std::string& directory, bool has_git_ignore, bool has_own_ignore);
  void Leave();
  // Leaves and enters directories to get from the current one, or from the start, to `directory`.
  // Directories on the way that are already entered are not read again.
  void MoveTo(const std::string& directory);

  // For entries of the directory entered last: whether a directory can hold files of the view, and
  // whether a wanted file belongs to the view.
  bool MayHoldFiles(const std::string& directory) const;
  bool BelongsToView(const std::string& file) const;

  // "line 3 of .gitignore": the rule that ignores an entry of the directory entered last; empty if
  // none does.
  std::string IgnoreRuleOf(const std::string& path, bool is_directory) const;

 private:
  struct Level {
    std::string directory;
    bool inside_excluded = false;  // only tracked files count here, whatever deeper rules say
  };

  void EnterGit();
  void AddRules(const std::filesystem::path& file, IgnoreStack& stack) const;
  bool IsTracked(std::string_view path) const;
  bool IsExcluded(const std::string& directory) const;
  std::string FromTop(const std::string& path) const;

  std::filesystem::path root_;
  std::optional<std::vector<std::string>> tracked_;
  std::vector<std::string> submodules_;
  std::string commit_;
  std::string prefix_;     // of the root inside the work tree
  IgnoreStack git_rules_;  // for paths from the top of the work tree
  IgnoreStack own_rules_;  // for paths from the root
  std::vector<Level> levels_;
};

// Whether `ancestor` is `directory` or contains it; the root, "", contains everything.
bool IsWithin(std::string_view directory, std::string_view ancestor);

}  // namespace waymark::indexer
