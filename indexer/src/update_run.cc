#include "update_run.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "base_stage.h"
#include "extract_stage.h"
#include "graph/status.h"
#include "nothing_to_index.h"
#include "resolve/link.h"
#include "root_directory.h"
#include "stage_clock.h"

namespace waymark::indexer {
namespace {

// Counts up when the same facts and paths give another graph than before: with changes of
// resolution, module rules, classification or rows.
constexpr std::uint32_t kResolutionVersion = 4;

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
  if (!options_.force) WM_RETURN_IF_ERROR(CheckIndexable(run_.root()));
  WM_RETURN_IF_ERROR(OpenPublished());
  WM_RETURN_IF_ERROR(Scan(touched));
  if (trusted_ && !scan_.Differs()) {
    if (record_->commit != scan_.commit || !scan_.stale_stat.empty()) {
      WM_RETURN_IF_ERROR(PublishStates());
    } else {
      report_.index.unchanged = true;
    }
  } else {
    WM_ASSIGN_OR_RETURN(writer_, store_.BeginWrite());
    WM_RETURN_IF_ERROR(Build());
  }
  WM_RETURN_IF_ERROR(Describe());
  return std::move(report_);
}

absl::StatusOr<UpdateReport> UpdateRun::Fold() {
  WM_RETURN_IF_ERROR(OpenPublished());
  if (!trusted_ || state_.generation == 0) {
    return absl::AbortedError(fmt::format(
        "fold {}: the view was published by another process; update first", run_.root().string()));
  }
  scan_.files = std::move(state_.files);
  scan_.unreadable_paths = std::move(state_.unreadable_paths);
  scan_.commit = record_->commit;
  began_unix_seconds_ = record_->indexed_unix_seconds;
  if (record_->overlay == SegmentId::kNone) {
    report_.index.unchanged = true;
  } else {
    WM_ASSIGN_OR_RETURN(writer_, store_.BeginWrite());
    WM_RETURN_IF_ERROR(Extract());
    ReadProject();
    if (state_.program == nullptr) state_.program = LinkFiles(indexed_);
    WM_RETURN_IF_ERROR(PublishBase());
  }
  WM_RETURN_IF_ERROR(Describe());
  return std::move(report_);
}

absl::Status UpdateRun::OpenPublished() {
  WM_ASSIGN_OR_RETURN(report_.index.key, ViewKeyOf(store_, run_.root(), options_.repository_name));
  report_.index.root_path = run_.root().string();
  WM_ASSIGN_OR_RETURN(record_, store_.FindView(report_.index.key));
  // What another version recorded of the files is not taken over, since it may classify them
  // differently; their facts are, by content.
  trusted_ = !options_.force && record_.has_value() && record_->indexer_version == IndexerVersion();
  const bool current =
      trusted_ && state_.key == report_.index.key && state_.generation == record_->generation;
  if (!current) state_ = RememberedState();
  if (state_.names == nullptr) state_.names = std::make_unique<NameTable>();
  state_.key = report_.index.key;
  return absl::OkStatus();
}

absl::StatusOr<KnownTree> UpdateRun::TakeKnownTree() {
  if (state_.generation != 0)
    return KnownTree{std::move(state_.files), record_->indexed_unix_seconds};
  const StageClock clock(report_.load_seconds);
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::ReadView> view,
                      store_.OpenView(report_.index.key));
  WM_ASSIGN_OR_RETURN(const std::vector<graph::FileState> states,
                      store_.FileStates(report_.index.key));
  return KnownTreeOf(*record_, states, *view, run_.threads());
}

absl::Status UpdateRun::Scan(std::optional<std::span<const std::string>> touched) {
  run_.BeginStage(Stage::kScanning, 0, 0);
  began_unix_seconds_ = UnixSeconds();
  KnownTree known;
  if (trusted_) {
    WM_ASSIGN_OR_RETURN(known, TakeKnownTree());
  }
  std::optional<TreeScan> partial;
  if (trusted_ && touched.has_value() && state_.generation != 0) {
    partial = ScanPaths(run_.root(), *touched, known);
  }
  if (partial.has_value()) {
    scan_ = *std::move(partial);
    scan_.commit = record_->commit;
    scan_.unreadable_paths = std::move(state_.unreadable_paths);
  } else {
    WM_ASSIGN_OR_RETURN(scan_, ScanTree(run_.root(), trusted_ ? &known : nullptr, run_.threads(),
                                        options_.cancelled));
  }
  report_.index.commit = scan_.commit;
  report_.files_changed = scan_.changed.size() + scan_.added.size() + scan_.removed.size();
  run_.Advance(scan_.files.size(), 0);
  report_.index.scan_seconds = run_.StageSeconds();
  return run_.EndStage();
}

absl::Status UpdateRun::Build() {
  WM_RETURN_IF_ERROR(Extract());
  const bool same_project = ReadProject();
  run_.BeginStage(Stage::kResolving, indexed_.size(), 0);
  const bool may_overlay = same_project && MayOverlay();
  if (may_overlay) WM_RETURN_IF_ERROR(ListFormerFiles());
  bool overlay = may_overlay;
  if (may_overlay && CanPatch()) {
    Patch();
  } else {
    if (may_overlay) {
      former_program_ = state_.program != nullptr ? std::move(state_.program) : LinkFiles(before_);
    }
    state_.program = LinkFiles(indexed_);
    WM_RETURN_IF_ERROR(run_.Tick());
    if (may_overlay) {
      WM_ASSIGN_OR_RETURN(overlay, FindAffected());
    }
  }
  if (overlay) {
    WM_ASSIGN_OR_RETURN(overlay, PublishOverlay());
  }
  return overlay ? absl::OkStatus() : PublishBase();
}

absl::Status UpdateRun::Extract() {
  std::uint64_t bytes = 0;
  for (const SourceFile& file : scan_.files) bytes += file.stat.size_bytes;
  run_.BeginStage(Stage::kExtracting, scan_.files.size(), bytes);
  const std::vector<SegmentId> known_packs =
      record_.has_value() ? record_->packs : std::vector<SegmentId>();
  WM_ASSIGN_OR_RETURN(ExtractOutcome extracted,
                      ExtractFiles(run_, *writer_, known_packs, scan_.files, *state_.names));
  report_.index.files_parsed = extracted.files_parsed;
  packs_ = std::move(extracted.packs);
  CollectSkipped();
  for (SourceFile& file : scan_.files) {
    if (file.HasFacts()) indexed_.push_back(&file);
  }
  if (indexed_.empty()) return NothingToIndex(run_.root(), report_.index.skipped);
  report_.index.extract_seconds = run_.StageSeconds();
  return run_.EndStage();
}

// False when what the published state was linked with is not known.
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
  state_.project = ReadProjectFiles(run_.root(), paths);
  return known;
}

bool UpdateRun::MayOverlay() const {
  if (!trusted_ || record_->base == SegmentId::kNone) return false;
  if (report_.files_changed > graph::kMaxOverlayFiles * kMaxOverlayExcess) return false;
  // Facts that went missing are read anew without having been told of.
  const auto unknown = std::count_if(scan_.files.begin(), scan_.files.end(),
                                     [](const SourceFile& file) { return !file.known; });
  return static_cast<std::size_t>(unknown) == scan_.changed.size() + scan_.added.size();
}

std::unique_ptr<Program> UpdateRun::LinkFiles(const std::vector<SourceFile*>& files) {
  const StageClock clock(report_.link_seconds);
  std::vector<std::string> paths;
  std::vector<std::shared_ptr<const FileModel>> models;
  for (const SourceFile* file : files) {
    paths.push_back(file->path());
    models.push_back(file->model);
  }
  auto program = std::make_unique<Program>(*state_.names);
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

}  // namespace waymark::indexer
