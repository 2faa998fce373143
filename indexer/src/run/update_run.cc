#include "run/update_run.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "documents/unindexed_source.h"
#include "git/git_files.h"
#include "git/git_tree.h"
#include "git/root_directory.h"
#include "git/view_name.h"
#include "graph/languages.h"
#include "graph/status.h"
#include "resolve/link/link.h"
#include "resources/stage_clock.h"
#include "run/base_stage.h"
#include "run/extract_stage.h"
#include "run/start_view.h"
#include "scan/commit_scan.h"
#include "scan/nothing_to_index.h"

namespace waymark::indexer {
namespace {

// Counts up when equal facts and paths give another graph: after changes of resolution, module
// rules, classification or rows.
constexpr std::uint32_t kResolutionVersion = 72;

std::uint64_t UnixSeconds() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(
                                        std::chrono::system_clock::now().time_since_epoch())
                                        .count());
}

}  // namespace

std::uint32_t IndexerVersion() {
  std::uint64_t version = MixBits(kResolutionVersion);
  for (const GrammarRow& row : AllGrammars()) {
    version =
        MixBits(version ^ (static_cast<std::uint64_t>(row.grammar) << 16 | row.extractor_version));
  }
  return static_cast<std::uint32_t>(version);
}

absl::StatusOr<UpdateReport> UpdateRun::Update(
    std::optional<std::span<const std::string>> touched) {
  if (commit_ == nullptr) WM_RETURN_IF_ERROR(CheckGitFiles(run_.root(), GitFiles::kState));
  if (!options_.force) WM_RETURN_IF_ERROR(CheckIndexable(run_.root()));
  if (options_.force) {
    const std::string own = commit_ == nullptr
                                ? WorkingViewName(run_.root())
                                : CommitViewName(commit_->commit(), commit_->directory());
    WM_ASSIGN_OR_RETURN(report_.index.damaged, store_.Repair(own));
  }
  WM_RETURN_IF_ERROR(OpenPublished());
  WM_RETURN_IF_ERROR(Scan(touched));
  WM_ASSIGN_OR_RETURN(const bool same, ShowsSameGraph());
  const bool is_laid_over = start_.has_value() && start_->overlay != SegmentId::kNone;
  if (!same || (options_.whole && is_laid_over)) {
    WM_RETURN_IF_ERROR(BeginWrite());
    WM_RETURN_IF_ERROR(Build());
  } else if (!IsOwnStart() || start_->commit != scan_.commit || !scan_.stale_stat.empty()) {
    WM_RETURN_IF_ERROR(PublishStates());
  } else {
    report_.index.unchanged = true;
  }
  WM_RETURN_IF_ERROR(Describe());
  return std::move(report_);
}

// Whether the scan found exactly the state from which the run starts.
absl::StatusOr<bool> UpdateRun::ShowsSameGraph() {
  if (!start_.has_value() || scan_.Differs()) return false;
  // Files that are skipped for their path are not in the scan: another directory may be unreadable.
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::ReadView> view,
                      store_.OpenView(start_->key));
  CollectSkipped();
  const std::span<const SkippedFile> recorded = view->Skipped();
  return std::equal(
      recorded.begin(), recorded.end(), report_.index.skipped.begin(), report_.index.skipped.end(),
      [](const auto& a, const auto& b) { return a.path == b.path && a.reason == b.reason; });
}

absl::StatusOr<UpdateReport> UpdateRun::Fold() {
  WM_RETURN_IF_ERROR(OpenPublished());
  if (!IsOwnStart() || state_.generation == 0) {
    return absl::AbortedError(fmt::format(
        "fold {}: the view was published by another process; update first", run_.root().string()));
  }
  scan_.files = std::move(state_.files);
  scan_.unreadable_paths = std::move(state_.unreadable_paths);
  scan_.unindexed = std::move(state_.unindexed);
  scan_.commit = start_->commit;
  began_unix_seconds_ = start_->indexed_unix_seconds;
  if (start_->overlay == SegmentId::kNone) {
    report_.index.unchanged = true;
  } else {
    WM_RETURN_IF_ERROR(BeginWrite());
    WM_RETURN_IF_ERROR(Extract(start_->packs));
    ReadProject();
    if (state_.program == nullptr) state_.program = LinkFiles(indexed_);
    WM_RETURN_IF_ERROR(PublishBase());
  }
  WM_RETURN_IF_ERROR(Describe());
  return std::move(report_);
}

absl::Status UpdateRun::OpenPublished() {
  graph::ViewKey& key = report_.index.key;
  const std::string& name = options_.repository_name;
  WM_ASSIGN_OR_RETURN(key, commit_ == nullptr
                               ? ViewKeyOf(store_, run_.root(), name)
                               : CommitViewKeyOf(store_, run_.root(), name, commit_->commit()));
  report_.index.root_path = run_.root().string();
  WM_ASSIGN_OR_RETURN(record_, store_.FindView(key));
  if (!options_.force && remote_facts_ == RemoteFacts::kUsed) WM_RETURN_IF_ERROR(ChooseStart());
  const bool current = IsOwnStart() && state_.key == key && state_.generation == start_->generation;
  if (!current) state_ = StateSnapshot();
  if (state_.names == nullptr) state_.names = std::make_unique<NameTable>();
  state_.key = key;
  return absl::OkStatus();
}

// File states recorded by another version are not reused, since it may classify files differently.
// Their facts are, by content.
absl::Status UpdateRun::ChooseStart() {
  if (record_.has_value() && record_->indexer_version == IndexerVersion()) {
    start_ = record_;
    return absl::OkStatus();
  }
  if (commit_ != nullptr) {
    WM_ASSIGN_OR_RETURN(start_, FindNearestView(store_, report_.index.key, *commit_));
    return absl::OkStatus();
  }
  // A work tree is compared by its checked-out commit, if there is one.
  const std::optional<GitTree> tree = GitTree::Open(run_.root());
  if (!tree.has_value()) return absl::OkStatus();
  const absl::StatusOr<std::unique_ptr<CommitTree>> head =
      CommitTree::Open(run_.root(), tree->HeadCommit());
  if (!head.ok()) return absl::OkStatus();
  WM_ASSIGN_OR_RETURN(start_, FindNearestView(store_, report_.index.key, **head));
  return absl::OkStatus();
}

// Excludes other writers from here on. If somebody published since the run began, the run starts
// again.
absl::Status UpdateRun::BeginWrite() {
  WM_ASSIGN_OR_RETURN(writer_, store_.BeginWrite());
  if (remote_facts_ == RemoteFacts::kLeftOut) writer_->LeaveOutRemoteFacts();
  WM_ASSIGN_OR_RETURN(facts_.reader, writer_->OpenFacts());
  facts_.new_pack = [this] { return writer_->NewFactsPack(); };
  if (!start_.has_value()) return absl::OkStatus();
  WM_ASSIGN_OR_RETURN(const std::optional<graph::ViewRecord> now, writer_->FindView(start_->key));
  if (now.has_value() && now->generation == start_->generation) return absl::OkStatus();
  return absl::AbortedError(
      fmt::format("index {}: view '{}' was published by another process meanwhile; run again",
                  run_.root().string(), start_->key.view));
}

absl::StatusOr<KnownTree> UpdateRun::TakeKnownTree() {
  if (state_.generation != 0)
    return KnownTree{std::move(state_.files), start_->indexed_unix_seconds};
  const StageClock clock(report_.load_seconds);
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::ReadView> view,
                      store_.OpenView(start_->key));
  WM_ASSIGN_OR_RETURN(const std::vector<graph::FileState> states, store_.FileStates(start_->key));
  return KnownTreeOf(*start_, states, *view, run_.threads());
}

absl::Status UpdateRun::Scan(std::optional<std::span<const std::string>> touched) {
  run_.BeginStage(Stage::kScanning, 0, 0);
  began_unix_seconds_ = UnixSeconds();
  KnownTree known;
  if (start_.has_value()) {
    WM_ASSIGN_OR_RETURN(known, TakeKnownTree());
  }
  KnownTree* const compared = start_.has_value() ? &known : nullptr;
  std::optional<TreeScan> partial;
  if (IsOwnStart() && touched.has_value() && state_.generation != 0) {
    partial = ScanPaths(run_.root(), *touched, known);
  }
  if (partial.has_value()) {
    scan_ = *std::move(partial);
    scan_.commit = start_->commit;
    scan_.unreadable_paths = std::move(state_.unreadable_paths);
    scan_.unindexed = std::move(state_.unindexed);
  } else if (commit_ != nullptr) {
    WM_ASSIGN_OR_RETURN(scan_,
                        ScanCommit(*commit_, store_, compared, run_.threads(), options_.cancelled));
  } else {
    WM_ASSIGN_OR_RETURN(scan_, ScanTree(run_.root(), compared, run_.threads(), options_.cancelled));
  }
  report_.index.commit = scan_.commit;
  report_.files_changed = scan_.changed.size() + scan_.added.size() + scan_.removed.size();
  run_.Advance(scan_.files.size(), 0);
  report_.index.scan_seconds = run_.StageSeconds();
  WM_RETURN_IF_ERROR(run_.EndStage());
  return CheckChangedFiles();
}

absl::Status UpdateRun::CheckChangedFiles() const {
  const std::uint64_t changed = start_.has_value() ? report_.files_changed : scan_.files.size();
  if (!options_.max_changed_files.has_value() || changed <= *options_.max_changed_files) {
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(
      fmt::format("{} files differ from the index of the repository; the limit is {}", changed,
                  *options_.max_changed_files));
}

absl::Status UpdateRun::Build() {
  WM_RETURN_IF_ERROR(Extract(record_.has_value() ? record_->packs : std::vector<SegmentId>()));
  const bool same_project = ReadProject();
  run_.BeginStage(Stage::kResolving, indexed_.size(), 0);
  const bool may_overlay = same_project && MayOverlay();
  if (may_overlay) WM_RETURN_IF_ERROR(ListFormerFiles());
  bool overlay = may_overlay;
  if (may_overlay && CanPatch()) {
    Patch();
  } else if (may_overlay) {
    WM_RETURN_IF_ERROR(LinkBothStates());
    WM_ASSIGN_OR_RETURN(overlay, FindAffected(std::max<std::size_t>(
                                     kMinAffectedFiles, indexed_.size() / kMaxAffectedPart)));
  } else {
    state_.program = LinkFiles(indexed_);
    WM_RETURN_IF_ERROR(run_.Tick());
  }
  if (overlay) {
    WM_ASSIGN_OR_RETURN(overlay, PublishOverlay());
  }
  return overlay ? absl::OkStatus() : PublishBase();
}

absl::Status UpdateRun::Extract(const std::vector<SegmentId>& packs) {
  std::uint64_t bytes = 0;
  for (const SourceFile& file : scan_.files) bytes += file.stat.size_bytes;
  run_.BeginStage(Stage::kExtracting, scan_.files.size(), bytes);
  WM_ASSIGN_OR_RETURN(ExtractOutcome extracted,
                      ExtractFiles(run_, facts_, packs, scan_.files, *state_.names));
  WM_RETURN_IF_ERROR(run_.Tick());  // after a cancellation some files lack facts
  report_.index.files_parsed = extracted.files_parsed;
  packs_ = std::move(extracted.packs);
  CollectSkipped();
  for (SourceFile& file : scan_.files) {
    if (file.HasFacts()) indexed_.push_back(&file);
  }
  const bool has_code = std::any_of(indexed_.begin(), indexed_.end(), [](const SourceFile* file) {
    return IsCode(file->grammar->language);
  });
  if (!has_code) {
    if (commit_ == nullptr) {
      const auto documents = std::count_if(
          indexed_.begin(), indexed_.end(),
          [](const SourceFile* file) { return FindUnindexedSource(file->path()) == nullptr; });
      return NothingToIndex(run_.root(), report_.index.skipped,
                            static_cast<std::uint64_t>(documents));
    }
    return absl::FailedPreconditionError(fmt::format(
        "commit {} of {} has no source file in a language that is indexed ({} files skipped)",
        commit_->commit(), run_.root().string(), report_.index.skipped.size()));
  }
  report_.index.extract_seconds = run_.StageSeconds();
  return run_.EndStage();
}

// False if the project files of the published state are unknown.
bool UpdateRun::ReadProject() {
  const auto any = [](const std::vector<std::string>& paths) {
    return std::any_of(paths.begin(), paths.end(), IsProjectFile);
  };
  project_changed_ = any(scan_.changed) || any(scan_.added) || any(scan_.removed);
  if (state_.project.has_value() && !project_changed_) return true;
  const bool known = state_.program != nullptr || !project_changed_;
  std::vector<std::string> paths;
  for (const SourceFile& file : scan_.files) {
    if (IsProjectFile(file.path())) paths.push_back(file.path());
  }
  state_.project = ReadProjectFiles(run_.sources(), run_.root(), paths);
  return known;
}

bool UpdateRun::MayOverlay() const {
  if (options_.whole || !start_.has_value() || start_->base == SegmentId::kNone) return false;
  if (report_.files_changed > graph::kMaxOverlayFiles * kMaxOverlayExcess) return false;
  // Missing facts are extracted again without a notice.
  const auto unknown = std::count_if(scan_.files.begin(), scan_.files.end(),
                                     [](const SourceFile& file) { return !file.known; });
  return static_cast<std::size_t>(unknown) == scan_.changed.size() + scan_.added.size();
}

std::unique_ptr<Program> UpdateRun::LinkFiles(const std::vector<SourceFile*>& files) {
  const StageClock clock(report_.link_seconds);
  std::vector<std::string> paths;
  std::vector<std::shared_ptr<const FileModel>> models;
  std::uint64_t definitions = 0;
  for (const SourceFile* file : files) {
    paths.push_back(file->path());
    models.push_back(file->model);
    definitions += file->model->definitions.size();
  }
  run_.memory().Keep(definitions * kLinkedBytesPerSymbol);
  auto program = std::make_unique<Program>(*state_.names);
  const Watchdog::StageScope watched(run_.watchdog(), "linking", run_.root().string());
  LinkProgram(std::move(paths), std::move(models), *state_.project, run_.threads(), *program);
  return program;
}

absl::Status UpdateRun::PublishBase() {
  former_program_.reset();
  WM_ASSIGN_OR_RETURN(
      const graph::BaseSummary base,
      BuildBase(run_, *writer_, report_.index.key.repository, {indexed_.begin(), indexed_.end()},
                *state_.program, report_.index.skipped));
  report_.publication = Publication::kBase;
  report_.should_fold = false;
  report_.files_resolved = base.file_count;
  report_.files_replaced = base.file_count;
  report_.symbols_resolved = base.symbol_count;
  report_.index.resolve_seconds = run_.StageSeconds();
  WM_RETURN_IF_ERROR(run_.EndStage());
  return Publish(base.segment, SegmentId::kNone, base.root);
}

absl::StatusOr<UpdateReport> UpdateView(graph::Store& store, const IndexOptions& options,
                                        RunTarget target, Folding folding, StateSnapshot& state,
                                        std::optional<std::span<const std::string>> touched) {
  std::string reason;
  {
    absl::StatusOr<UpdateReport> report =
        UpdateRun(store, options, target, folding, state).Update(touched);
    if (!graph::IsFactsOutOfReach(report.status())) return report;
    reason = std::string(report.status().message());
  }  // the writer's lock is free again
  state = StateSnapshot();
  target.remote_facts = RemoteFacts::kLeftOut;
  WM_ASSIGN_OR_RETURN(UpdateReport report,
                      UpdateRun(store, options, std::move(target), folding, state).Update({}));
  report.index.remote_facts_error = std::move(reason);
  return report;
}

}  // namespace waymark::indexer
