// A run whose outcome nobody else sees: the published view with unsaved buffers.
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "buffer_scan.h"
#include "graph/status.h"
#include "indexer/buffers.h"
#include "root_directory.h"
#include "update_run.h"

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
  if (!scan_.Differs()) return store_.OpenView(start_->key);
  WM_ASSIGN_OR_RETURN(std::unique_ptr<graph::FactsReader> stored, store_.OpenFacts());
  // All of these were read one after the other.
  WM_ASSIGN_OR_RETURN(const std::optional<graph::ViewRecord> now, store_.FindView(start_->key));
  if (!now.has_value() || now->generation != start_->generation) {
    return absl::AbortedError(
        fmt::format("{} was indexed meanwhile; ask again", run_.root().string()));
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
  return builder->FinishUnpublished();
}

// There is no base to fall back to.
void UpdateRun::AffectEverything() {
  plan_.affected.clear();
  for (FileIndex i = 0; i < indexed_.size(); ++i) {
    if (indexed_[i]->known) plan_.affected.push_back(i);
  }
}

absl::StatusOr<std::shared_ptr<const graph::ReadView>> ViewWithBuffers(
    graph::Store& store, const std::filesystem::path& root, std::span<const UnsavedBuffer> buffers,
    const std::atomic<bool>* cancelled) {
  WM_ASSIGN_OR_RETURN(std::filesystem::path canonical, CanonicalRoot(root));
  IndexOptions options;
  options.cancelled = cancelled;
  const std::shared_ptr<const SourceReader> sources =
      ReadWithBuffers(std::make_shared<const WorkTreeReader>(canonical), buffers);
  RememberedState state;
  return UpdateRun(store, options, {std::move(canonical), sources.get(), nullptr}, Folding::kLater,
                   state)
      .Preview(buffers);
}

}  // namespace waymark::indexer
