// Which paths of a directory belong to its view, decided by name: what git tracks or would add, and
// what ignore files leave. The rules themselves are described in file_walk.h.
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
// Larger ones are passed over.
inline constexpr std::uint64_t kMaxIgnoreFileBytes = 1 << 20;

// Paths are relative to the root, '/' separated, directories without a slash at their end. Reads
// git's index once, on construction, and ignore files as directories are entered. Not thread-safe.
class TreeRules {
 public:
  // `root` is absolute and canonical.
  explicit TreeRules(std::filesystem::path root);

  // HEAD, empty outside git.
  const std::string& commit() const { return commit_; }

  // Files and submodules that git tracks, in byte order; no value outside git.
  const std::optional<std::vector<std::string>>& tracked() const { return tracked_; }

  bool HoldsTracked(std::string_view directory) const;
  bool IsSubmodule(std::string_view directory) const;

  // Follow a walk down and up, the root ("") first. A directory is entered only from its parent.
  // The flags tell which ignore files it has.
  void Enter(const std::string& directory, bool has_git_ignore, bool has_own_ignore);
  void Leave();
  // Leaves and enters what is needed to get to `directory` from wherever the rules are, the start
  // included; directories on the way that were entered before are not read again.
  void MoveTo(const std::string& directory);

  // Of entries of the directory entered last: whether a directory can hold files of the view, and
  // whether a file is one of them if it is wanted at all.
  bool MayHoldFiles(const std::string& directory) const;
  bool BelongsToView(const std::string& file) const;

  // "line 3 of .gitignore": the rule that names an entry of the directory entered last; empty when
  // none does.
  std::string IgnoreRuleOf(const std::string& path, bool is_directory) const;

 private:
  struct Level {
    std::string directory;
    bool inside_excluded = false;  // only tracked files count here, whatever the rules below say
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
  IgnoreStack git_rules_;  // by paths from the top of the work tree
  IgnoreStack own_rules_;  // by paths from the root
  std::vector<Level> levels_;
};

// Whether `ancestor` is `directory` or holds it; the root, "", holds everything.
bool IsWithin(std::string_view directory, std::string_view ancestor);

}  // namespace waymark::indexer
