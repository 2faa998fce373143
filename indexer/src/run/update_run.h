// One update of a view, over what is remembered of it.
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

// An overlay so much larger than the limits for folding is not worth writing.
inline constexpr std::uint64_t kMaxOverlayExcess = 4;

// Identifies, in a view's record, everything that makes the graph from the sources.
std::uint32_t IndexerVersion();

// When an overlay that reached its limit becomes a base.
enum class Folding : std::uint8_t {
  kLater,   // by a call of Fold()
  kAtOnce,  // instead of being published
};

// What a run makes a graph of. The pointers outlive it.
struct RunTarget {
  std::filesystem::path root;             // canonical
  const SourceReader* sources = nullptr;  // null: the files on disk
  const CommitTree* commit = nullptr;     // null: the working tree
};

class UpdateRun {
 public:
  // `state` is left as of the published state, or, in an error, in need of being thrown away.
  UpdateRun(graph::Store& store, const IndexOptions& options, RunTarget target, Folding folding,
            StateSnapshot& state)
      : store_(store),
        options_(options),
        commit_(target.commit),
        run_(options, std::move(target.root), target.sources, store.directory()),
        folding_(folding),
        state_(state) {}

  absl::StatusOr<UpdateReport> Update(std::optional<std::span<const std::string>> touched);
  absl::StatusOr<UpdateReport> Fold();
  // The published state with buffers, which are among the target's sources. Publishes nothing, and
  // leaves `state` as of what is published.
  absl::StatusOr<std::shared_ptr<const graph::ReadView>> Preview(
      std::span<const UnsavedBuffer> buffers);

 private:
  // update_run.cc: which way to take, and the order of the stages.
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

  // update_overlay.cc: what an overlay has to hold.
  absl::Status ListFormerFiles();
  void SummarizeInterfaces(const std::vector<SourceFile*>& files);
  // Whether the linked program still serves when the models of changed files are put into it.
  bool CanPatch();
  void Patch();
  // Both states; of the new one perhaps only what changed files have by themselves.
  absl::Status LinkBothStates();
  bool CanRelinkChanged();
  // Whether what has to be resolved again is few enough for an overlay. The new state is linked
  // afterwards in any case.
  absl::StatusOr<bool> FindAffected(std::size_t max_affected);
  absl::StatusOr<bool> FindImpactBetweenStates(std::size_t max_affected);
  void CompleteLinks(bool known_impact);
  void CompletePlan();
  // False when a base is the better way after all.
  absl::StatusOr<bool> PublishOverlay();

  // update_preview.cc
  void AffectEverything();
  void RememberPublished();

  // update_publish.cc
  absl::Status PublishStates();
  absl::Status Publish(SegmentId base, SegmentId overlay, const RootHash& root);
  absl::Status DropOldCommits();
  void CollectStates(graph::PublishRequest& request) const;
  void CollectSkipped();
  absl::Status Describe();

  graph::Store& store_;
  const IndexOptions& options_;
  const CommitTree* const commit_;
  RunContext run_;
  const Folding folding_;
  StateSnapshot& state_;
  UpdateReport report_;
  std::uint64_t began_unix_seconds_ = 0;
  std::optional<graph::ViewRecord> record_;  // of the view itself
  // What the new state is compared with: the view itself, or, when it has no state that this
  // version of the indexer made, another one of the repository. None: everything is read.
  std::optional<graph::ViewRecord> start_;
  TreeScan scan_;
  std::unique_ptr<graph::Writer> writer_;
  FactsAccess facts_;
  std::vector<SegmentId> packs_;
  std::vector<SourceFile*> indexed_;         // with facts, in order
  std::vector<SourceFile*> before_;          // likewise of the published state
  std::unique_ptr<Program> former_program_;  // of the published state, where it has to be compared
  std::vector<ReplacedFile> replaced_;       // by which the new state is linked, if it is so
  bool relinks_ = false;
  bool project_changed_ = false;
  FileMatch match_;
  OverlayPlan plan_;
};

}  // namespace waymark::indexer
