// The stages of an index run: scan, extract, resolve, publish.
#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "extract_stage.h"
#include "graph/status.h"
#include "indexer/indexer.h"
#include "parallel.h"
#include "project.h"
#include "resolve_stage.h"
#include "root_directory.h"
#include "run_context.h"
#include "tree_scan.h"

namespace waymark::indexer {
namespace {

// Counts up when the same facts and paths give another graph than before: with changes of
// resolution, module rules, classification or rows.
constexpr std::uint32_t kResolutionVersion = 1;

// Identifies that and the versions of all extractors, in a view's record.
std::uint32_t IndexerVersion() {
  std::uint64_t version = MixBits(kResolutionVersion);
  for (const GrammarRow& row : AllGrammars()) {
    version =
        MixBits(version ^ (static_cast<std::uint64_t>(row.grammar) << 16 | row.extractor_version));
  }
  return static_cast<std::uint32_t>(version);
}

std::uint64_t UnixSeconds() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(
                                        std::chrono::system_clock::now().time_since_epoch())
                                        .count());
}

class IndexRun {
 public:
  IndexRun(graph::Store& store, const IndexOptions& options, std::filesystem::path root)
      : store_(store), options_(options), run_(options, std::move(root)) {}

  absl::StatusOr<IndexReport> Run();

 private:
  absl::Status OpenPublished();
  bool TrustsPublished() const;
  absl::Status Scan();
  bool IsGraphCurrent() const;
  absl::Status Refresh();
  absl::Status Build(graph::Writer& writer);
  absl::Status ChoosePacks(graph::Writer& writer, const std::vector<const SourceFile*>& indexed,
                           const ExtractOutcome& extracted);
  absl::Status Publish(graph::Writer& writer);
  std::vector<graph::FileState> FileStates() const;
  void CollectSkipped();
  absl::Status Describe();

  graph::Store& store_;
  const IndexOptions& options_;
  RunContext run_;
  IndexReport report_;
  std::uint64_t began_unix_seconds_ = 0;
  std::optional<PublishedState> published_;
  TreeScan scan_;
  std::vector<SegmentId> packs_;  // of the state to publish
  graph::BaseSummary base_;
};

absl::StatusOr<IndexReport> IndexRun::Run() {
  if (!options_.force) WM_RETURN_IF_ERROR(CheckIndexable(run_.root()));
  WM_ASSIGN_OR_RETURN(report_.key, ViewKeyOf(store_, run_.root(), options_.repository_name));
  report_.root_path = run_.root().string();
  WM_RETURN_IF_ERROR(OpenPublished());
  WM_RETURN_IF_ERROR(Scan());
  if (IsGraphCurrent()) {
    report_.unchanged = published_->record.commit == scan_.commit && !scan_.stale_stat;
    report_.generation = published_->record.generation;
    if (!report_.unchanged) WM_RETURN_IF_ERROR(Refresh());
  } else {
    WM_ASSIGN_OR_RETURN(const std::unique_ptr<graph::Writer> writer, store_.BeginWrite());
    WM_RETURN_IF_ERROR(Build(*writer));
    WM_RETURN_IF_ERROR(Publish(*writer));
  }
  WM_RETURN_IF_ERROR(Describe());
  return std::move(report_);
}

absl::Status IndexRun::OpenPublished() {
  WM_ASSIGN_OR_RETURN(const std::optional<graph::ViewRecord> record, store_.FindView(report_.key));
  if (!record.has_value()) return absl::OkStatus();
  PublishedState published;
  published.record = *record;
  WM_ASSIGN_OR_RETURN(published.view, store_.OpenView(report_.key));
  WM_ASSIGN_OR_RETURN(published.states, store_.FileStates(report_.key));
  published_ = std::move(published);
  return absl::OkStatus();
}

// What another version recorded of the files is not taken over, since it may classify them
// differently; their facts are, by content.
bool IndexRun::TrustsPublished() const {
  return !options_.force && published_.has_value() &&
         published_->record.indexer_version == IndexerVersion();
}

absl::Status IndexRun::Scan() {
  run_.BeginStage(Stage::kScanning, 0, 0);
  began_unix_seconds_ = UnixSeconds();
  const PublishedState* published = TrustsPublished() ? &*published_ : nullptr;
  WM_ASSIGN_OR_RETURN(scan_, ScanTree(run_.root(), published, run_.threads(), options_.cancelled));
  report_.commit = scan_.commit;
  run_.Advance(scan_.files.size(), 0);
  report_.scan_seconds = run_.StageSeconds();
  return run_.EndStage();
}

bool IndexRun::IsGraphCurrent() const {
  return TrustsPublished() && !scan_.Differs() &&
         std::all_of(scan_.files.begin(), scan_.files.end(),
                     [](const SourceFile& file) { return file.known; });
}

// The same graph, seen at another commit or with other stat data.
absl::Status IndexRun::Refresh() {
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<graph::Writer> writer, store_.BeginWrite());
  packs_ = published_->record.packs;
  base_.segment = published_->record.base;
  base_.root = published_->record.root;
  return Publish(*writer);
}

absl::Status IndexRun::Build(graph::Writer& writer) {
  std::uint64_t bytes = 0;
  for (const SourceFile& file : scan_.files) bytes += file.stat.size_bytes;
  run_.BeginStage(Stage::kExtracting, scan_.files.size(), bytes);
  auto program = std::make_unique<Program>();
  const std::vector<SegmentId> known_packs =
      published_.has_value() ? published_->record.packs : std::vector<SegmentId>();
  WM_ASSIGN_OR_RETURN(ExtractOutcome extracted,
                      ExtractFiles(run_, writer, known_packs, scan_.files, program->names));
  report_.files_parsed = extracted.files_parsed;
  report_.files_with_syntax_errors = extracted.files_with_syntax_errors;
  report_.extract_seconds = run_.StageSeconds();
  WM_RETURN_IF_ERROR(run_.EndStage());

  CollectSkipped();
  std::vector<const SourceFile*> indexed;
  std::vector<std::string> project_paths;
  for (const SourceFile& file : scan_.files) {
    if (file.HasFacts()) indexed.push_back(&file);
    if (IsProjectFile(file.path())) project_paths.push_back(file.path());
  }
  if (indexed.empty()) {
    return absl::FailedPreconditionError(fmt::format(
        "index {}: found no source file in a language that is indexed ({} files skipped)",
        run_.root().string(), report_.skipped.size()));
  }
  WM_RETURN_IF_ERROR(ChoosePacks(writer, indexed, extracted));
  run_.BeginStage(Stage::kResolving, indexed.size(), bytes);
  WM_ASSIGN_OR_RETURN(base_, ResolveFiles(run_, writer, report_.key.repository, indexed,
                                          std::move(extracted.models), report_.skipped,
                                          ReadProjectFiles(run_.root(), project_paths), *program));
  report_.resolve_seconds = run_.StageSeconds();
  return run_.EndStage();
}

// Every pack that holds facts of the state to publish.
absl::Status IndexRun::ChoosePacks(graph::Writer& writer,
                                   const std::vector<const SourceFile*>& indexed,
                                   const ExtractOutcome& extracted) {
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<graph::FactsReader> facts, writer.OpenFacts());
  for (const SourceFile* file : indexed) {
    SegmentId pack = facts->PackOf(file->FactsKey());
    const bool merged = std::binary_search(extracted.merged.begin(), extracted.merged.end(), pack);
    if (merged) pack = extracted.new_pack;
    if (packs_.empty() || packs_.back() != pack) packs_.push_back(pack);
  }
  std::sort(packs_.begin(), packs_.end());
  packs_.erase(std::unique(packs_.begin(), packs_.end()), packs_.end());
  return absl::OkStatus();
}

absl::Status IndexRun::Publish(graph::Writer& writer) {
  run_.BeginStage(Stage::kPublishing, 0, 0);
  graph::PublishRequest request;
  request.key = report_.key;
  request.base = base_.segment;
  request.packs = packs_;
  request.file_states = FileStates();
  request.root = base_.root;
  request.commit = scan_.commit;
  request.root_path = report_.root_path;
  request.indexed_unix_seconds = began_unix_seconds_;
  request.indexer_version = IndexerVersion();
  request.expected_generation = published_.has_value() ? published_->record.generation : 0;
  WM_ASSIGN_OR_RETURN(report_.generation, writer.Publish(request));
  published_.reset();  // the reader of the old state must not keep its segments alive
  WM_RETURN_IF_ERROR(writer.CollectGarbage());
  report_.publish_seconds = run_.StageSeconds();
  return run_.EndStage();
}

std::vector<graph::FileState> IndexRun::FileStates() const {
  std::vector<graph::FileState> states;
  states.reserve(scan_.files.size());
  for (const SourceFile& file : scan_.files) {
    graph::FileState state;
    state.path = file.path();
    state.size_bytes = file.stat.size_bytes;
    state.mtime_ns = file.stat.mtime_ns;
    state.ctime_ns = file.stat.ctime_ns;
    state.inode = file.stat.inode;
    state.content = file.content;
    if (file.skip.has_value()) state.skip_reason = static_cast<std::uint8_t>(*file.skip);
    states.push_back(std::move(state));
  }
  return states;
}

void IndexRun::CollectSkipped() {
  report_.skipped = scan_.unreadable_paths;
  for (const SourceFile& file : scan_.files) {
    if (file.skip.has_value()) report_.skipped.push_back({file.path(), *file.skip});
  }
  std::sort(report_.skipped.begin(), report_.skipped.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
}

// Counts of the state that is published now.
absl::Status IndexRun::Describe() {
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::ReadView> view,
                      store_.OpenView(report_.key));
  report_.root = view->info().root;
  report_.symbols = view->info().symbol_count;
  report_.edges = view->info().edge_count;
  report_.unresolved = view->info().unresolved_count;
  CollectSkipped();
  std::map<Language, LanguageCount> counts;
  for (const SourceFile& file : scan_.files) {
    if (!file.HasFacts()) continue;
    ++report_.files_indexed;
    report_.bytes_indexed += file.stat.size_bytes;
    LanguageCount& count = counts[file.grammar->language];
    count.language = file.grammar->language;
    ++count.files;
    count.bytes += file.stat.size_bytes;
  }
  for (const auto& [language, count] : counts) report_.languages.push_back(count);
  std::stable_sort(
      report_.languages.begin(), report_.languages.end(),
      [](const LanguageCount& a, const LanguageCount& b) { return a.bytes > b.bytes; });
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<IndexReport> IndexRepository(graph::Store& store, const IndexOptions& options) {
  WM_ASSIGN_OR_RETURN(std::filesystem::path root, CanonicalRoot(options.root));
  return IndexRun(store, options, std::move(root)).Run();
}

absl::StatusOr<TreeDifference> CompareTree(graph::Store& store, const graph::ViewKey& key,
                                           std::uint64_t max_files) {
  WM_ASSIGN_OR_RETURN(const std::optional<graph::ViewRecord> record, store.FindView(key));
  if (!record.has_value()) {
    return absl::NotFoundError(
        fmt::format("compare view '{}' of '{}': it was never indexed", key.view, key.repository));
  }
  TreeDifference difference;
  PublishedState published;
  published.record = *record;
  WM_ASSIGN_OR_RETURN(published.states, store.FileStates(key));
  if (published.states.size() > max_files) return difference;
  WM_ASSIGN_OR_RETURN(published.view, store.OpenView(key));
  WM_ASSIGN_OR_RETURN(const std::filesystem::path root, CanonicalRoot(record->root_path));
  WM_ASSIGN_OR_RETURN(const TreeScan scan, ScanTree(root, &published, ThreadCount(0), nullptr));
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
