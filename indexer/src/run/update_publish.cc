// The end of an update: file states, the commit, and the report.
#include <algorithm>
#include <map>
#include <utility>

#include "graph/status.h"
#include "run/commit_views.h"
#include "run/update_run.h"
#include "scan/commit_scan.h"

namespace waymark::indexer {
namespace {

graph::FileState FileStateOf(const SourceFile& file) {
  graph::FileState state;
  state.path = file.path();
  state.size_bytes = file.stat.size_bytes;
  state.mtime_ns = file.stat.mtime_ns;
  state.ctime_ns = file.stat.ctime_ns;
  state.inode = file.stat.inode;
  state.content = file.content;
  if (file.skip.has_value()) state.skip_reason = static_cast<std::uint8_t>(*file.skip);
  return state;
}

}  // namespace

// The same graph at another commit or with other stat data.
absl::Status UpdateRun::PublishStates() {
  WM_RETURN_IF_ERROR(BeginWrite());
  packs_ = start_->packs;
  report_.publication = Publication::kStates;
  return Publish(start_->base, start_->overlay, start_->root);
}

absl::Status UpdateRun::Publish(SegmentId base, SegmentId overlay, const RootHash& root) {
  run_.BeginStage(Stage::kPublishing, 0, 0);
  graph::PublishRequest request;
  request.key = report_.index.key;
  request.base = base;
  request.overlay = overlay;
  request.packs = packs_;
  CollectStates(request);
  request.blobs = BlobsOf(scan_);
  request.root = root;
  request.commit = scan_.commit;
  request.root_path = report_.index.root_path;
  request.indexed_unix_seconds = began_unix_seconds_;
  request.indexer_version = IndexerVersion();
  request.unindexed = scan_.unindexed;
  request.expected_generation = record_.has_value() ? record_->generation : 0;
  WM_ASSIGN_OR_RETURN(report_.index.generation, writer_->Publish(request));
  if (commit_ != nullptr) {
    WM_RETURN_IF_ERROR(DropOldCommits(store_, *writer_, report_.index.key));
  }
  WM_RETURN_IF_ERROR(writer_->CollectGarbage());
  facts_ = {};
  writer_.reset();
  report_.index.publish_seconds = run_.StageSeconds();
  return run_.EndStage();
}

void UpdateRun::CollectStates(graph::PublishRequest& request) const {
  if (!IsOwnStart()) {
    for (const SourceFile& file : scan_.files) request.file_states.push_back(FileStateOf(file));
    return;
  }
  request.states_given = graph::StatesGiven::kChanges;
  request.removed_paths = scan_.removed;
  std::vector<std::string> paths;
  for (const auto* part : {&scan_.changed, &scan_.added, &scan_.stale_stat}) {
    paths.insert(paths.end(), part->begin(), part->end());
  }
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) {
    const auto found = std::lower_bound(
        scan_.files.begin(), scan_.files.end(), path,
        [](const SourceFile& file, const std::string& wanted) { return file.path() < wanted; });
    request.file_states.push_back(FileStateOf(*found));
  }
}

void UpdateRun::CollectSkipped() {
  std::vector<SkippedFileReport>& skipped = report_.index.skipped;
  skipped = scan_.unreadable_paths;
  for (const SourceFile& file : scan_.files) {
    if (file.skip.has_value()) skipped.push_back({file.path(), *file.skip});
  }
  std::sort(skipped.begin(), skipped.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
}

// Counts of the newly published state; its snapshot is kept for the next update.
absl::Status UpdateRun::Describe() {
  IndexReport& index = report_.index;
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::ReadView> view,
                      store_.OpenView(index.key));
  index.generation = index.unchanged ? record_->generation : index.generation;
  index.root = view->info().root;
  index.symbols = view->info().symbol_count;
  index.edges = view->info().edge_count;
  index.unresolved = view->info().unresolved_count;
  CollectSkipped();
  std::map<Language, LanguageCount> counts;
  for (SourceFile& file : scan_.files) {
    file.known = true;
    if (!file.HasFacts()) continue;
    ++index.files_indexed;
    index.bytes_indexed += file.stat.size_bytes;
    if ((file.flags & kFileSyntaxErrors) != 0) ++index.files_with_syntax_errors;
    LanguageCount& count = counts[file.grammar->language];
    count.language = file.grammar->language;
    ++count.files;
    count.bytes += file.stat.size_bytes;
  }
  for (const auto& [language, count] : counts) index.languages.push_back(count);
  std::stable_sort(
      index.languages.begin(), index.languages.end(),
      [](const LanguageCount& a, const LanguageCount& b) { return a.bytes > b.bytes; });
  state_.files = std::move(scan_.files);
  state_.unreadable_paths = std::move(scan_.unreadable_paths);
  index.unindexed = scan_.unindexed;
  state_.unindexed = std::move(scan_.unindexed);
  state_.generation = index.generation;
  return absl::OkStatus();
}

}  // namespace waymark::indexer
