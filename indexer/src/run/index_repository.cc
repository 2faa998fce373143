// One run over a repository, and the difference of its tree from the last run.
#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "git/git_files.h"
#include "git/root_directory.h"
#include "graph/status.h"
#include "indexer/indexer.h"
#include "resources/parallel.h"
#include "run/state_snapshot.h"
#include "run/update_run.h"
#include "scan/commit_tree.h"
#include "scan/tree_scan.h"

namespace waymark::indexer {

// A single run folds at once, since no daemon folds later.
absl::StatusOr<IndexReport> IndexRepository(graph::Store& store, const IndexOptions& options) {
  WM_ASSIGN_OR_RETURN(std::filesystem::path root, CanonicalRoot(options.root));
  std::unique_ptr<CommitTree> commit;
  if (!options.commit.empty()) {
    WM_ASSIGN_OR_RETURN(commit, CommitTree::Open(root, options.commit));
  }
  // A commit never changes, so its overlay never grows.
  const Folding folding = commit == nullptr ? Folding::kAtOnce : Folding::kLater;
  StateSnapshot state;
  const RunTarget target{.root = std::move(root), .sources = commit.get(), .commit = commit.get()};
  WM_ASSIGN_OR_RETURN(UpdateReport report,
                      UpdateView(store, options, target, folding, state, std::nullopt));
  return std::move(report.index);
}

namespace {

TreeDifference AllChanged(std::span<const graph::FileState> states) {
  TreeDifference difference{
      .checked = true, .changed = states.size(), .paths = {}, .by_other_rules = true};
  difference.paths.reserve(states.size());
  for (const graph::FileState& state : states) difference.paths.push_back(state.path);
  return difference;
}

}  // namespace

absl::StatusOr<TreeDifference> CompareTree(graph::Store& store, const graph::ViewKey& key,
                                           std::uint64_t max_files) {
  WM_ASSIGN_OR_RETURN(const std::optional<graph::ViewRecord> record, store.FindView(key));
  if (!record.has_value()) {
    return absl::NotFoundError(
        fmt::format("compare view '{}' of '{}': it was never indexed", key.view, key.repository));
  }
  TreeDifference difference;
  if (IsCommitView(key)) {
    difference.checked = true;
    return difference;
  }
  WM_ASSIGN_OR_RETURN(const std::vector<graph::FileState> states, store.FileStates(key));
  if (record->indexer_version != IndexerVersion()) return AllChanged(states);
  if (states.size() > max_files) return difference;
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::ReadView> view, store.OpenView(key));
  WM_ASSIGN_OR_RETURN(const std::filesystem::path root, CanonicalRoot(record->root_path));
  WM_RETURN_IF_ERROR(CheckGitFiles(root, GitFiles::kState));
  const unsigned threads = ThreadCount(0);
  KnownTree known = KnownTreeOf(*record, states, *view, threads);
  WM_ASSIGN_OR_RETURN(const TreeScan scan, ScanTree(root, &known, threads, nullptr));
  difference.checked = true;
  difference.changed = scan.changed.size();
  difference.added = scan.added.size();
  difference.removed = scan.removed.size();
  for (const auto* paths : {&scan.changed, &scan.added, &scan.removed}) {
    difference.paths.insert(difference.paths.end(), paths->begin(), paths->end());
  }
  std::sort(difference.paths.begin(), difference.paths.end());
  return difference;
}

}  // namespace waymark::indexer
