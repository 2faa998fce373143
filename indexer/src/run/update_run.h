// One update of a view, based on its snapshot.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/store.h"
#include "indexer/buffers.h"
#include "indexer/updater.h"
#include "resolve/incremental/relink.h"
#include "run/facts_access.h"
#include "run/overlay_stage.h"
#include "run/run_context.h"
#include "run/state_snapshot.h"
#include "scan/commit_tree.h"
#include "scan/tree_scan.h"

namespace waymark::indexer {

// An overlay that exceeds the limits for folding by this factor is not written.
inline constexpr std::uint64_t kMaxOverlayExcess = 4;

// When an overlay at its limit is folded into a base.
enum class Folding : std::uint8_t {
  kLater,   // by a call of Fold()
  kAtOnce,  // instead of a publication of the overlay
};

// Whether a run reads facts that are in a shared store.
enum class RemoteFacts : std::uint8_t {
  kUsed,
  kLeftOut,  // they cannot be fetched: the files are read and parsed here, and the graph made anew
};

// The input of a run. The pointers must outlive it.
struct RunTarget {
  std::filesystem::path root;             // canonical
  const SourceReader* sources = nullptr;  // null: the files on disk
  const CommitTree* commit = nullptr;     // null: the working tree
  RemoteFacts remote_facts = RemoteFacts::kUsed;
};

class UpdateRun {
 public:
  // `state` is left as the snapshot of the published state, or, after an error, unusable.
  UpdateRun(graph::Store& store, const IndexOptions& options, RunTarget target, Folding folding,
            StateSnapshot& state)
      : store_(store),
        options_(options),
        commit_(target.commit),
        remote_facts_(target.remote_facts),
        run_(options, std::move(target.root), target.sources, store.directory()),
        folding_(folding),
        state_(state) {}

  absl::StatusOr<UpdateReport> Update(std::optional<std::span<const std::string>> touched);
  absl::StatusOr<UpdateReport> Fold();
  // The published state with buffers, which are among the target's sources. Publishes nothing, and
  // leaves `state` as the snapshot of the published state.
  absl::StatusOr<std::shared_ptr<const graph::ReadView>> Preview(
      std::span<const UnsavedBuffer> buffers);

 private:
  // update_run.cc: choice of the way, and order of the stages.
  absl::Status OpenPublished();
  absl::Status ChooseStart();
  absl::Status BeginWrite();
  absl::StatusOr<bool> ShowsSameGraph();
  absl::Status Scan(std::optional<std::span<const std::string>> touched);
  absl::Status CheckChangedFiles() const;
  absl::StatusOr<KnownTree> TakeKnownTree();
  absl::Status Build();
  // `packs` may be merged.
  absl::Status Extract(const std::vector<SegmentId>& packs);
  bool ReadProject();

  bool IsOwnStart() const { return start_.has_value() && start_->key == report_.index.key; }

  bool MayOverlay() const;
  std::unique_ptr<Program> LinkFiles(const std::vector<SourceFile*>& files);
  absl::Status PublishBase();

  // update_overlay.cc: contents of an overlay.
  absl::Status ListFormerFiles();
  void SummarizeInterfaces(const std::vector<SourceFile*>& files);
  // Whether the linked program stays valid when the models of changed files are replaced.
  bool CanPatch();
  void Patch();
  // Links both states; of the new one perhaps only the parts that changed files have by themselves.
  absl::Status LinkBothStates();
  bool CanRelinkChanged();
  // Whether few enough files have to be resolved again for an overlay. The new state is linked
  // afterwards in any case.
  absl::StatusOr<bool> FindAffected(std::size_t max_affected);
  absl::StatusOr<bool> FindImpactBetweenStates(std::size_t max_affected);
  void CompleteLinks(bool known_impact);
  void CompletePlan();
  // False if a base turns out to be better.
  absl::StatusOr<bool> PublishOverlay();

  // update_preview.cc
  void AffectEverything();
  void RememberPublished();

  // update_publish.cc
  absl::Status PublishStates();
  absl::Status Publish(SegmentId base, SegmentId overlay, const RootHash& root);
  void CollectStates(graph::PublishRequest& request) const;
  void CollectSkipped();
  absl::Status Describe();

  graph::Store& store_;
  const IndexOptions& options_;
  const CommitTree* const commit_;
  const RemoteFacts remote_facts_;
  RunContext run_;
  const Folding folding_;
  StateSnapshot& state_;
  UpdateReport report_;
  std::uint64_t began_unix_seconds_ = 0;
  std::optional<graph::ViewRecord> record_;  // of the view itself
  // The published state that the new state is compared with: the view's own, or, if this version of
  // the indexer made none, that of another view of the repository. None: everything is read.
  std::optional<graph::ViewRecord> start_;
  TreeScan scan_;
  std::unique_ptr<graph::Writer> writer_;
  FactsAccess facts_;
  std::vector<SegmentId> packs_;
  std::vector<SourceFile*> indexed_;         // with facts, in order
  std::vector<SourceFile*> before_;          // likewise of the published state
  std::unique_ptr<Program> former_program_;  // of the published state, if it has to be compared
  std::vector<ReplacedFile>
      replaced_;  // the replacements from which the new state is relinked, if it is
  bool relinks_ = false;
  bool project_changed_ = false;
  FileMatch match_;
  OverlayPlan plan_;
};

// UpdateRun::Update(); once more without the facts in a shared store if they cannot be fetched. The
// report then says why.
absl::StatusOr<UpdateReport> UpdateView(graph::Store& store, const IndexOptions& options,
                                        RunTarget target, Folding folding, StateSnapshot& state,
                                        std::optional<std::span<const std::string>> touched);

}  // namespace waymark::indexer
