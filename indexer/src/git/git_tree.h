// What is read of git: which files are tracked, the name of the remote, the commit checked out.
//
// Only the index, the references and the configuration are read, never an object, so a detached
// HEAD, no branch at all, an object store borrowed through alternates or a work tree owned by
// somebody else make no difference.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace waymark::indexer {

// The directory of the user's own git configuration, which is $HOME unless the process runs for
// somebody else; canonical. Empty when there is none.
std::filesystem::path HomeOfGit();

struct TrackedPaths {
  std::vector<std::string> paths;       // of regular files and submodules
  std::vector<std::string> submodules;  // those of them that are one
};

// The git work tree that a directory lies in. Not thread-safe.
class GitTree {
 public:
  // No value when `directory` (absolute, canonical) is not inside a work tree.
  static std::optional<GitTree> Open(const std::filesystem::path& directory);
  GitTree(GitTree&&) noexcept;
  GitTree& operator=(GitTree&&) noexcept;
  ~GitTree();

  // The directory relative to the top of the work tree, '/' separated and ending in one; "" at the
  // top.
  const std::string& prefix() const { return prefix_; }

  // Below the directory and relative to it, in byte order. No value when git's index cannot be read
  // (sparse or split index), which callers treat like a directory that git does not know.
  std::optional<TrackedPaths> Tracked() const;

  // URL of the remote "origin" as configured.
  std::optional<std::string> OriginUrl() const;
  // 40 hexadecimal digits; empty before the first commit.
  std::string HeadCommit() const;
  // Where this work tree's HEAD and index are: ".git", or what a file of that name points to.
  std::filesystem::path GitDirectory() const;
  // Top of the main work tree, which is the same for all that are linked to it; of a bare
  // repository its own directory, without ".git".
  std::filesystem::path MainTop() const;
  // Ignore rules outside the tree, weakest first: the user's own, then those of this clone. They
  // apply from the top of the work tree.
  std::vector<std::filesystem::path> ExcludeFiles() const;
  // From the top of the work tree to the parent of the directory: where .gitignore files may lie
  // that apply to it. Empty at the top.
  std::vector<std::filesystem::path> AncestorDirectories() const;

 private:
  struct Repository;
  GitTree(std::unique_ptr<Repository> repository, std::filesystem::path top, std::string prefix);

  std::unique_ptr<Repository> repository_;
  std::filesystem::path top_;
  std::string prefix_;
};

}  // namespace waymark::indexer
