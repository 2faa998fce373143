// A private run: the published view with unsaved buffers.
#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "git/root_directory.h"
#include "graph/status.h"
#include "indexer/buffer_preview.h"
#include "resolve/link/link.h"
#include "run/update_run.h"
#include "scan/buffer_scan.h"

namespace waymark::indexer {

absl::StatusOr<std::shared_ptr<const graph::ReadView>> UpdateRun::Preview(
    std::span<const UnsavedBuffer> buffers) {
  WM_RETURN_IF_ERROR(OpenPublished());
  if (!record_.has_value()) return store_.OpenView(report_.index.key).status();
  if (!IsOwnStart()) {
    return absl::FailedPreconditionError(
        fmt::format("{} was indexed by another version of this program; run: waymark index {}",
                    run_.root().string(), run_.root().string()));
  }
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<graph::OverlayBuilder> builder,
                      store_.NewUnpublished(start_->key));
  WM_ASSIGN_OR_RETURN(KnownTree known, TakeKnownTree());
  WM_ASSIGN_OR_RETURN(scan_, ScanBuffers(run_.root(), buffers, std::move(known)));
  scan_.commit = start_->commit;
  if (!scan_.Differs()) {
    RememberPublished();
    return store_.OpenView(start_->key);
  }
  WM_ASSIGN_OR_RETURN(std::unique_ptr<graph::FactsReader> stored, store_.OpenFacts());
  // All of these were read one after the other, so a publication may lie between.
  WM_ASSIGN_OR_RETURN(const std::optional<graph::ViewRecord> now, store_.FindView(start_->key));
  if (!now.has_value() || now->generation != start_->generation) {
    return absl::AbortedError(
        fmt::format("another process indexed {} meanwhile; ask again", run_.root().string()));
  }
  MemoryFacts memory;
  facts_ = memory.Over(std::move(stored));
  WM_RETURN_IF_ERROR(Extract({}));
  ReadProject();
  run_.BeginStage(Stage::kResolving, indexed_.size(), 0);
  WM_RETURN_IF_ERROR(ListFormerFiles());
  if (CanPatch()) {
    Patch();
  } else {
    WM_RETURN_IF_ERROR(LinkBothStates());
    WM_ASSIGN_OR_RETURN(const bool known_impact, FindAffected(indexed_.size()));
    if (!known_impact) AffectEverything();
  }
  CompletePlan();
  WM_RETURN_IF_ERROR(FillOverlay(run_, *facts_.reader, plan_, *builder).status());
  WM_RETURN_IF_ERROR(run_.EndStage());
  WM_ASSIGN_OR_RETURN(std::shared_ptr<const graph::ReadView> view, builder->FinishUnpublished());
  RememberPublished();
  return view;
}

// Reverts the changes of the buffers.
void UpdateRun::RememberPublished() {
  if (former_program_ != nullptr) {
    state_.program = std::move(former_program_);
  } else if (state_.program != nullptr) {
    for (const FileIndex file : plan_.changed) {
      ReplaceModel(*state_.program, file, before_[file]->model);
    }
  }
  std::erase_if(scan_.files, [](const SourceFile& file) { return !file.known; });
  state_.files.clear();
  std::merge(std::make_move_iterator(scan_.files.begin()),
             std::make_move_iterator(scan_.files.end()),
             std::make_move_iterator(scan_.former.begin()),
             std::make_move_iterator(scan_.former.end()), std::back_inserter(state_.files),
             [](const SourceFile& a, const SourceFile& b) { return a.path() < b.path(); });
  state_.generation = start_->generation;
}

// There is no base to fall back to.
void UpdateRun::AffectEverything() {
  plan_.affected.clear();
  for (FileIndex i = 0; i < indexed_.size(); ++i) {
    if (indexed_[i]->known) plan_.affected.push_back(i);
  }
}

BufferPreview::BufferPreview(graph::Store& store, std::filesystem::path root)
    : store_(store), root_(std::move(root)), state_(std::make_unique<StateSnapshot>()) {}

BufferPreview::~BufferPreview() = default;

absl::StatusOr<std::shared_ptr<const graph::ReadView>> BufferPreview::Make(
    std::span<const UnsavedBuffer> buffers, const std::atomic<bool>* cancelled) {
  WM_ASSIGN_OR_RETURN(std::filesystem::path canonical, CanonicalRoot(root_));
  IndexOptions options;
  if (state_->generation == 0) options.cancelled = cancelled;
  const std::shared_ptr<const SourceReader> sources =
      ReadWithBuffers(std::make_shared<const WorkTreeReader>(canonical), buffers);
  absl::StatusOr<std::shared_ptr<const graph::ReadView>> view =
      UpdateRun(store_, options, {std::move(canonical), sources.get(), nullptr}, Folding::kLater,
                *state_)
          .Preview(buffers);
  if (!view.ok() || BytesOf(*state_) > kMaxRememberedBytes) *state_ = StateSnapshot();
  return view;
}

absl::StatusOr<std::shared_ptr<const graph::ReadView>> ViewWithBuffers(
    graph::Store& store, const std::filesystem::path& root, std::span<const UnsavedBuffer> buffers,
    const std::atomic<bool>* cancelled) {
  return BufferPreview(store, root).Make(buffers, cancelled);
}

}  // namespace waymark::indexer
