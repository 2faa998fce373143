#include "indexer/shared/portable_commit.h"

#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "git/root_directory.h"
#include "graph/status.h"
#include "indexer/indexer.h"
#include "project/project.h"
#include "run/commit_views.h"
#include "run/update_run.h"
#include "scan/commit_tree.h"

namespace waymark::indexer {
namespace {

std::uint64_t SecondsNow() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(
                                        std::chrono::system_clock::now().time_since_epoch())
                                        .count());
}

absl::Status Foreign(const std::filesystem::path& root, std::string_view what) {
  return absl::FailedPreconditionError(fmt::format("import into {}: {}", root.string(), what));
}

absl::Status CheckBelongs(graph::Store& store, const ImportOptions& options,
                          const graph::PortableState& state) {
  WM_ASSIGN_OR_RETURN(const graph::ViewKey own,
                      ViewKeyOf(store, options.root, options.repository_name));
  if (own.repository != state.key.repository) {
    return Foreign(options.root,
                   fmt::format("it is the state of {}, and this checkout is {}; if both are the "
                               "same, give that name with --name",
                               state.key.repository, own.repository));
  }
  if (state.indexer_version != IndexerVersion()) {
    return Foreign(options.root,
                   fmt::format("it was indexed by the rules {:08x}, this program has {:08x}; make "
                               "it with the version of the program that imports it",
                               state.indexer_version, IndexerVersion()));
  }
  return absl::OkStatus();
}

// The blobs of the commit with their content, from the state's files.
absl::StatusOr<std::vector<graph::GitBlob>> MatchFiles(const CommitTree& commit,
                                                       const ImportOptions& options,
                                                       const graph::PortableState& state) {
  WM_ASSIGN_OR_RETURN(const CommitWalk found, commit.Walk(IsRelevantPath, options.cancelled));
  std::vector<graph::GitBlob> blobs;
  bool same = found.walk.files.size() == state.files.size();
  for (std::size_t i = 0; same && i < state.files.size(); ++i) {
    const graph::PortableFile& file = state.files[i];
    same = found.walk.files[i].path == file.path;
    if (file.content == ContentHash()) continue;
    blobs.push_back({found.blobs[i], file.content, file.size_bytes});
  }
  if (same) return blobs;
  return Foreign(options.root, fmt::format("its files are not those of commit {}", state.commit));
}

graph::PublishRequest RequestOf(const graph::PortableState& state) {
  graph::PublishRequest request;
  for (const graph::PortableFile& file : state.files) {
    graph::FileState& row = request.file_states.emplace_back();
    row.path = file.path;
    row.size_bytes = file.size_bytes;
    row.content = file.content;
    row.skip_reason = file.skip_reason;
  }
  request.root = state.root;
  request.commit = state.commit;
  request.indexed_unix_seconds = SecondsNow();
  request.indexer_version = state.indexer_version;
  request.unindexed = state.unindexed;
  return request;
}

}  // namespace

absl::StatusOr<std::optional<std::size_t>> FindNearestCommit(const std::filesystem::path& root,
                                                             const std::string& commit,
                                                             std::span<const std::string> others) {
  WM_ASSIGN_OR_RETURN(const std::filesystem::path canonical, CanonicalRoot(root));
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<CommitTree> tree, CommitTree::Open(canonical, commit));
  std::optional<std::size_t> nearest;
  std::uint64_t least = 0;
  for (std::size_t i = 0; i < others.size(); ++i) {
    const std::optional<std::uint64_t> differences = tree->CountDifferences(others[i]);
    if (!differences.has_value() || (nearest.has_value() && *differences >= least)) continue;
    nearest = i;
    least = *differences;
  }
  return nearest;
}

absl::StatusOr<ImportReport> ImportCommit(
    graph::Store& store, const ImportOptions& options, const graph::PortableState& state,
    const std::function<absl::Status(graph::PortableWriter& writer)>& add) {
  WM_ASSIGN_OR_RETURN(const std::filesystem::path root, CanonicalRoot(options.root));
  WM_RETURN_IF_ERROR(CheckBelongs(store, options, state));
  absl::StatusOr<std::unique_ptr<CommitTree>> commit = CommitTree::Open(root, state.commit);
  if (!commit.ok()) {
    return Foreign(root, fmt::format("it shows commit {}, which this checkout lacks; run `git "
                                     "fetch` there, in a shallow clone with --unshallow",
                                     state.commit));
  }
  ImportReport report;
  report.root_path = root.string();
  WM_ASSIGN_OR_RETURN(report.key,
                      CommitViewKeyOf(store, root, options.repository_name, state.commit));
  if (report.key.view != state.key.view) {
    return Foreign(root, fmt::format("it is the state of another directory of the repository: {}, "
                                     "not {}; import it there",
                                     state.key.view, report.key.view));
  }
  WM_ASSIGN_OR_RETURN(const std::optional<graph::ViewRecord> known, store.FindView(report.key));
  if (known.has_value() && known->root == state.root &&
      known->indexer_version == state.indexer_version) {
    report.generation = known->generation;
    report.unchanged = true;
    return report;
  }
  graph::PublishRequest request = RequestOf(state);
  WM_ASSIGN_OR_RETURN(request.blobs, MatchFiles(**commit, options, state));
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<graph::Writer> writer, store.BeginWrite());
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<graph::PortableWriter> portable,
                      writer->NewPortable(state));
  WM_RETURN_IF_ERROR(add(*portable));
  WM_ASSIGN_OR_RETURN(const graph::PortableSegments segments, portable->Finish());
  request.key = report.key;
  request.base = segments.base;
  request.overlay = segments.overlay;
  request.packs = segments.packs;
  request.root_path = report.root_path;
  request.expected_generation = known.has_value() ? known->generation : 0;
  WM_ASSIGN_OR_RETURN(report.generation, writer->Publish(request));
  if (segments.history.has_value()) {
    WM_RETURN_IF_ERROR(writer->PutHistory(report.key, *segments.history));
  }
  WM_RETURN_IF_ERROR(DropOldCommits(store, *writer, report.key));
  WM_RETURN_IF_ERROR(writer->CollectGarbage());
  return report;
}

}  // namespace waymark::indexer
