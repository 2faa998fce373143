// Plans the overlay over the published state.
#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "resolve/incremental/relink.h"
#include "resolve/link/link.h"
#include "resources/parallel.h"
#include "resources/stage_clock.h"
#include "run/extract_stage.h"
#include "run/update_run.h"

namespace waymark::indexer {
namespace {

bool PointersByPath(const SourceFile* a, const SourceFile* b) { return a->path() < b->path(); }

bool SameInterfaces(const SourceFile& a, const SourceFile& b) {
  return a.file_interface->shape_hash == b.file_interface->shape_hash &&
         a.file_interface->whole_hash == b.file_interface->whole_hash &&
         a.file_interface->items == b.file_interface->items;
}

LinkedState LinkedStateOf(const Program& program, const std::vector<SourceFile*>& files) {
  LinkedState state;
  state.program = &program;
  for (const SourceFile* file : files) state.interfaces.push_back(file->file_interface);
  return state;
}

}  // namespace

absl::Status UpdateRun::ListFormerFiles() {
  WM_RETURN_IF_ERROR(LoadModels(*facts_.reader, scan_.former, *state_.names));
  std::vector<SourceFile*> standing;
  std::vector<SourceFile*> former;
  for (SourceFile& file : scan_.files) {
    if (file.known && file.HasFacts()) standing.push_back(&file);
  }
  for (SourceFile& file : scan_.former) {
    if (file.HasFacts()) former.push_back(&file);
  }
  std::merge(standing.begin(), standing.end(), former.begin(), former.end(),
             std::back_inserter(before_), PointersByPath);
  for (FileIndex i = 0; i < indexed_.size(); ++i) {
    if (!indexed_[i]->known) plan_.changed.push_back(i);
  }
  for (const SourceFile* file : former) {
    const auto found = std::lower_bound(indexed_.begin(), indexed_.end(), file, PointersByPath);
    if (found == indexed_.end() || (*found)->path() != file->path()) {
      plan_.removed.push_back(file->path());
    }
  }
  return absl::OkStatus();
}

void UpdateRun::SummarizeInterfaces(const std::vector<SourceFile*>& files) {
  const ImplicitNames implicit(*state_.names);
  std::vector<SourceFile*> missing;
  for (SourceFile* file : files) {
    if (file->file_interface == nullptr) missing.push_back(file);
  }
  ParallelFor(run_.threads(), missing.size(), [&](unsigned, std::size_t i) {
    missing[i]->file_interface =
        std::make_shared<const FileInterface>(SummarizeInterface(*missing[i]->model, implicit));
  });
}

bool UpdateRun::CanPatch() {
  if (project_changed_ || before_.size() != indexed_.size()) return false;
  std::vector<SourceFile*> different;
  for (std::size_t i = 0; i < indexed_.size(); ++i) {
    if (before_[i] == indexed_[i]) continue;
    if (before_[i]->path() != indexed_[i]->path()) return false;
    different.push_back(before_[i]);
    different.push_back(indexed_[i]);
  }
  const StageClock clock(report_.impact_seconds);
  SummarizeInterfaces(different);
  for (std::size_t i = 0; i < different.size(); i += 2) {
    if (!SameInterfaces(*different[i], *different[i + 1])) return false;
  }
  return true;
}

void UpdateRun::Patch() {
  if (state_.program == nullptr) {
    state_.program = LinkFiles(indexed_);
    return;
  }
  for (const FileIndex file : plan_.changed) {
    ReplaceModel(*state_.program, file, indexed_[file]->model);
  }
}

bool UpdateRun::CanRelinkChanged() {
  if (project_changed_ || before_.size() != indexed_.size()) return false;
  for (std::size_t i = 0; i < indexed_.size(); ++i) {
    if (before_[i] != indexed_[i] && before_[i]->path() != indexed_[i]->path()) return false;
  }
  for (const FileIndex file : plan_.changed) replaced_.push_back({file, indexed_[file]->model});
  return CanRelink(*former_program_, replaced_);
}

absl::Status UpdateRun::LinkBothStates() {
  const Watchdog::StageScope watched(run_.watchdog(), "linking", run_.root().string());
  former_program_ = state_.program != nullptr ? std::move(state_.program) : LinkFiles(before_);
  relinks_ = CanRelinkChanged();
  if (relinks_) {
    const StageClock clock(report_.link_seconds);
    state_.program = ReplaceFiles(*former_program_, replaced_, *state_.project);
  } else {
    state_.program = LinkFiles(indexed_);
  }
  return run_.Tick();
}

void UpdateRun::CompleteLinks(bool known_impact) {
  if (relinks_ && known_impact) {
    const StageClock clock(report_.link_seconds);
    Relink(*former_program_, replaced_, plan_.affected, run_.threads(), *state_.program);
  } else if (relinks_) {
    state_.program = LinkFiles(indexed_);
  }
  if (!known_impact) return;
  const std::vector<FileIndex> satisfying =
      FilesSatisfyingOtherwise(*former_program_, *state_.program, match_);
  std::vector<FileIndex> affected;
  std::set_union(plan_.affected.begin(), plan_.affected.end(), satisfying.begin(), satisfying.end(),
                 std::back_inserter(affected));
  plan_.affected = std::move(affected);
}

absl::StatusOr<bool> UpdateRun::FindAffected(std::size_t max_affected) {
  const Watchdog::StageScope watched(run_.watchdog(), "comparing", run_.root().string());
  WM_ASSIGN_OR_RETURN(const bool known_impact, FindImpactBetweenStates(max_affected));
  CompleteLinks(known_impact);
  return known_impact;
}

absl::StatusOr<bool> UpdateRun::FindImpactBetweenStates(std::size_t max_affected) {
  const StageClock clock(report_.impact_seconds);
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::ReadView> view,
                      store_.OpenView(start_->key));
  if (view->info().generation != start_->generation) {
    return absl::AbortedError(
        fmt::format("another process indexed {} meanwhile; try again", run_.root().string()));
  }
  SummarizeInterfaces(before_);
  SummarizeInterfaces(indexed_);
  match_ = MatchFiles(*former_program_, *state_.program);
  Impact impact =
      FindImpact(LinkedStateOf(*former_program_, before_), LinkedStateOf(*state_.program, indexed_),
                 match_, ImplicitNames(*state_.names), *view, max_affected);
  report_.invalidated_names = impact.invalidated_names;
  plan_.affected = std::move(impact.affected);
  return !impact.everything && plan_.changed.size() + plan_.affected.size() <= max_affected;
}

void UpdateRun::CompletePlan() {
  plan_.before = former_program_.get();
  plan_.after = state_.program.get();
  plan_.match = &match_;
  plan_.files.assign(indexed_.begin(), indexed_.end());
  plan_.former.assign(before_.begin(), before_.end());
  plan_.skipped = &report_.index.skipped;
}

absl::StatusOr<bool> UpdateRun::PublishOverlay() {
  CompletePlan();
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<graph::OverlayBuilder> builder,
                      writer_->NewOverlay(start_->key));
  WM_ASSIGN_OR_RETURN(const OverlayOutcome outcome,
                      FillOverlay(run_, *facts_.reader, plan_, *builder));
  WM_ASSIGN_OR_RETURN(const graph::OverlaySummary summary, builder->Finish());
  former_program_.reset();
  report_.dangling_edges = summary.dangling_edges;
  if (summary.dangling_edges > 0) return false;
  if (summary.replaced_files > kMaxOverlayExcess * graph::kMaxOverlayFiles ||
      summary.bytes > kMaxOverlayExcess * graph::kMaxOverlayBytes) {
    return false;
  }
  report_.should_fold =
      summary.replaced_files > graph::kMaxOverlayFiles || summary.bytes > graph::kMaxOverlayBytes;
  if (report_.should_fold && folding_ == Folding::kAtOnce) return false;
  report_.publication = Publication::kOverlay;
  report_.files_resolved = outcome.files_resolved;
  report_.files_replaced = outcome.files_replaced;
  report_.files_rebound = outcome.files_rebound;
  report_.symbols_resolved = outcome.symbols_resolved;
  report_.index.resolve_seconds = run_.StageSeconds();
  WM_RETURN_IF_ERROR(run_.EndStage());
  WM_RETURN_IF_ERROR(Publish(start_->base, summary.segment, summary.root));
  return true;
}

}  // namespace waymark::indexer
