// The files of a scope, from a work tree or a commit.
#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include "graph/status.h"
#include "indexer/search/text_search.h"
#include "scan/commit_tree.h"
#include "scan/file_walk.h"
#include "scan/tree_scan.h"
#include "search/file_choice.h"

namespace waymark::indexer {
namespace {

absl::StatusOr<FileWalk> WalkScope(const SearchScope& scope,
                                   const std::function<bool(std::string_view path)>& wanted,
                                   const std::atomic<bool>* cancelled) {
  if (scope.commit.empty()) return WalkFiles(scope.root, wanted, cancelled);
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<CommitTree> tree,
                      CommitTree::Open(scope.root, scope.commit));
  WM_ASSIGN_OR_RETURN(CommitWalk walked, tree->Walk(wanted, cancelled));
  return std::move(walked.walk);
}

// Adds files that only buffers have, and the sizes of all buffers.
void AddBuffers(std::span<const UnsavedBuffer> buffers, const FileChoice& choice,
                std::vector<SearchableFile>& files) {
  const auto by_path = [](const SearchableFile& a, const SearchableFile& b) {
    return a.path < b.path;
  };
  for (const UnsavedBuffer& buffer : buffers) {
    if (!choice.Takes(buffer.path)) continue;
    SearchableFile file{.path = buffer.path, .size_bytes = buffer.text.size()};
    const auto at = std::lower_bound(files.begin(), files.end(), file, by_path);
    if (at != files.end() && at->path == file.path) {
      at->size_bytes = file.size_bytes;
    } else {
      files.insert(at, std::move(file));
    }
  }
}

}  // namespace

absl::StatusOr<SearchableFiles> FilesToSearch(const SearchScope& scope,
                                              std::span<const UnsavedBuffer> buffers,
                                              const std::atomic<bool>* cancelled) {
  const FileChoice choice(scope.paths, scope.globs);
  WM_ASSIGN_OR_RETURN(
      FileWalk walk,
      WalkScope(
          scope, [&](std::string_view path) { return choice.Takes(path); }, cancelled));
  SearchableFiles found;
  found.files.reserve(walk.files.size());
  for (WalkedFile& file : walk.files) {
    found.files.push_back({.path = std::move(file.path), .size_bytes = file.size_bytes});
  }
  found.skipped = std::move(walk.skipped);
  AddBuffers(buffers, choice, found.files);
  WM_RETURN_IF_ERROR(choice.CheckPaths(found.files));
  return found;
}

bool HasCode(std::span<const SearchableFile> files) {
  return std::any_of(files.begin(), files.end(),
                     [](const SearchableFile& file) { return IsCodePath(file.path); });
}

}  // namespace waymark::indexer
