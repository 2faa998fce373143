// Reads from git: tracked files, the name of the remote, the checked-out commit.
//
// Only the index, the references and the configuration are read, never an object. So a detached
// HEAD, a repository without branches, an object store borrowed through alternates, or a work tree
// of another owner make no difference.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace waymark::indexer {

// The directory of the user's git configuration: $HOME, unless the process runs for another user;
// canonical. Empty if there is none.
std::filesystem::path HomeOfGit();

struct TrackedPaths {
  std::vector<std::string> paths;       // of regular files and submodules
  std::vector<std::string> submodules;  // the submodules among them
};

// The git work tree that a directory lies in. Not thread-safe.
class GitTree {
 public:
  // nullopt if `directory` (absolute, canonical) is not inside a work tree.
  static std::optional<GitTree> Open(const std::filesystem::path& directory);
  GitTree(GitTree&&) noexcept;
  GitTree& operator=(GitTree&&) noexcept;
  ~GitTree();

  // Path of the directory relative to the top of the work tree, '/' separated and with a final
  // slash; "" at the top.
  const std::string& prefix() const { return prefix_; }

  // Tracked paths below the directory, relative to it, in byte order. nullopt if git's index cannot
  // be read (sparse or split index); callers then treat the directory as one without git.
  std::optional<TrackedPaths> Tracked() const;

  // URL of the remote "origin" as configured.
  std::optional<std::string> OriginUrl() const;
  // 40 hexadecimal digits; empty before the first commit.
  std::string HeadCommit() const;
  // The directory with this work tree's HEAD and index: ".git", or the target of a file of that
  // name.
  std::filesystem::path GitDirectory() const;
  // Top of the main work tree, which all linked work trees share; for a bare repository its own
  // directory without ".git".
  std::filesystem::path MainTop() const;
  // Ignore files outside the tree, weakest first: the user's, then those of this clone. They apply
  // from the top of the work tree.
  std::vector<std::filesystem::path> ExcludeFiles() const;
  // The directories from the top of the work tree to the parent of the directory, whose .gitignore
  // files may apply to it. Empty at the top.
  std::vector<std::filesystem::path> AncestorDirectories() const;

 private:
  struct Repository;
  GitTree(std::unique_ptr<Repository> repository, std::filesystem::path top, std::string prefix);

  std::unique_ptr<Repository> repository_;
  std::filesystem::path top_;
  std::string prefix_;
};

}  // namespace waymark::indexer
