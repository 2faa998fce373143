// Engine: the verbs on a store that this process opens itself.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <absl/status/statusor.h>

#include "graph/mutex.h"
#include "graph/store.h"
#include "indexer/source_reader.h"
#include "services/engine_gauges.h"
#include "services/verbs.h"
#include "services/view_refresher.h"
#include "wire/codec.h"

namespace waymark::retrieval {
struct Difference;
}  // namespace waymark::retrieval

namespace waymark::services {

class AnswerStore;
struct BlastRoots;
class BufferedViews;
class KeptDifferences;
class JudgementStore;
class WorkspacePool;
struct ChangedSymbols;

struct EngineOptions {
  std::filesystem::path store_directory;
  // For queries on a store that cannot be written; a missing store is then NotFound. Index needs
  // false.
  bool read_only = false;
  // As graph::StoreOptions::shared.
  std::shared_ptr<graph::BlobStore> shared = nullptr;
};

// Errors of Open are those of graph::Store::Open. One engine per store and process.
class Engine final : public Verbs {
 public:
  static absl::StatusOr<std::unique_ptr<Engine>> Open(const EngineOptions& options);
  ~Engine() override;

  // Keeps the views that questions ask about current from now on; answers then know how many files
  // differ without reading the tree. Call once, before the first question; not with read_only.
  void StartViewRefresher(RefresherOptions options);

  // Gauges for monitoring. Reads no tree and opens no view. Thread-safe.
  absl::StatusOr<EngineGauges> Gauges() const;

  absl::StatusOr<IndexAnswer> Index(const IndexRequest& request, const ProgressSink& progress,
                                    const CallControl& control) override;
  absl::StatusOr<ContextAnswer> StreamContext(const ContextRequest& request, const StreamSink& sink,
                                              const CallControl& control) override;
  absl::StatusOr<ContextAnswer> Context(const ContextRequest& request,
                                        const CallControl& control) override;
  absl::StatusOr<SentAnswer> Abridge(const AbridgeRequest& request,
                                     const CallControl& control) override;
  absl::Status EndSession(const std::string& handle, const CallControl& control) override;
  absl::StatusOr<BlastRadiusAnswer> BlastRadius(const BlastRadiusRequest& request,
                                                const CallControl& control) override;
  absl::Status StreamUsages(const UsagesRequest& request, const StreamSink& sink,
                            const CallControl& control) override;
  absl::Status StreamBlastRadius(const BlastRadiusRequest& request, const StreamSink& sink,
                                 const CallControl& control) override;
  absl::StatusOr<SearchAnswer> Search(const SearchRequest& request,
                                      const CallControl& control) override;
  absl::StatusOr<GrepAnswer> Grep(const GrepRequest& request, const CallControl& control) override;
  absl::StatusOr<SymbolAnswer> Symbol(const SymbolRequest& request,
                                      const CallControl& control) override;
  absl::StatusOr<SourcesAnswer> Sources(const SourcesRequest& request,
                                        const CallControl& control) override;
  absl::StatusOr<UsagesAnswer> Usages(const UsagesRequest& request,
                                      const CallControl& control) override;
  absl::StatusOr<PathAnswer> Path(const PathRequest& request, const CallControl& control) override;
  absl::StatusOr<DiffAnswer> Diff(const DiffRequest& request, const CallControl& control) override;
  absl::StatusOr<TestScopeAnswer> TestScope(const TestScopeRequest& request,
                                            const CallControl& control) override;
  absl::StatusOr<OutlineAnswer> Outline(const OutlineRequest& request,
                                        const CallControl& control) override;
  absl::StatusOr<FileSymbolsAnswer> FileSymbols(const FileSymbolsRequest& request,
                                                const CallControl& control) override;
  absl::StatusOr<AnalyzeAnswer> Analyze(const AnalyzeRequest& request,
                                        const CallControl& control) override;
  absl::StatusOr<FeedbackAnswer> Feedback(const FeedbackRequest& request,
                                          const CallControl& control) override;
  absl::StatusOr<WorkspacesAnswer> Workspaces(const WorkspacesRequest& request,
                                              const CallControl& control) override;
  absl::Status Export(const ExportRequest& request, const ExportSink& sink,
                      const CallControl& control) override;
  absl::StatusOr<GenerationAnswer> Generation(const GenerationRequest& request,
                                              const CallControl& control) override;
  absl::StatusOr<StatusAnswer> Status(const CallControl& control) override;
  absl::StatusOr<PruneAnswer> Prune(const PruneRequest& request,
                                    const CallControl& control) override;
  absl::StatusOr<DoctorAnswer> Doctor(const DoctorRequest& request,
                                      const CallControl& control) override;

 private:
  explicit Engine(std::unique_ptr<graph::Store> store);

  // An opened state of a checkout's repository.
  struct OpenedView {
    graph::ViewKey key;  // of the published state, below any buffers
    std::shared_ptr<const graph::ReadView> view;
    std::optional<std::uint64_t> files_differing;  // as the view refresher knows it
    std::shared_ptr<const indexer::SourceReader> sources;
    wire::ShownState shown = wire::ShownState::kWorkingTree;
  };

  // FailedPrecondition when it was never indexed.
  absl::StatusOr<OpenedView> OpenView(const std::filesystem::path& root, const StateChoice& state,
                                      const CallControl& control);
  absl::StatusOr<OpenedView> OpenWorkingTree(const std::filesystem::path& root) const;
  absl::StatusOr<OpenedView> OpenCommitView(const std::filesystem::path& root,
                                            const std::string& revision,
                                            const CallControl& control);
  // The whole difference.
  absl::StatusOr<std::shared_ptr<const retrieval::Difference>> DifferenceOf(
      const OpenedView& older, const OpenedView& newer, const CallControl& control);
  absl::Status IndexOnDemand(const std::filesystem::path& root, const std::string& revision,
                             const std::string& commit, const CallControl& control);

  // The use of an answer about one repository.
  struct ContextUse {
    // Unless null: the answer is a part of another one and is not remembered. Receives the number
    // of symbols that were found but that no call shows.
    std::uint64_t* unranked = nullptr;
    // Unless null: receives the best symbol as soon as it is sure to be shown.
    std::function<absl::Status(wire::Symbol best)> on_best;
  };

  absl::StatusOr<ContextAnswer> ContextOf(const ContextRequest& asked, const ContextUse& use,
                                          const CallControl& control);
  absl::StatusOr<ContextAnswer> ContextAcross(const ContextRequest& request,
                                              const CallControl& control);
  // The symbols from which a blast radius starts.
  absl::StatusOr<BlastRoots> RootsOf(const BlastRadiusRequest& request, const graph::ReadView& view,
                                     const retrieval::BlastOptions& options,
                                     const CallControl& control);
  // The symbols of `view`, which shows `state`, that differ from the revision `base`; may be empty.
  absl::StatusOr<ChangedSymbols> ChangeSince(const std::string& base, const graph::ReadView& view,
                                             const StateChoice& state, const CallControl& control);
  // Adds uses in other repositories of `symbol`, a symbol of `at_home` and the first of the
  // payload, and puts repository names before all paths.
  absl::Status AddElsewhere(const UsagesRequest& request, const OpenedView& at_home,
                            SymbolId symbol, wire::Payload& payload, const CallControl& control);
  // For an answer that does not show other repositories: lowers the completeness if the other
  // repositories of the workspaces of `home` may use `symbols`.
  absl::Status AddCrossRepositoryUncertainty(const OpenedView& home,
                                             std::span<const SymbolId> symbols, bool only_calls,
                                             wire::Completeness& completeness,
                                             const CallControl& control);
  absl::Status PutBuffersOn(OpenedView& opened, const std::filesystem::path& root,
                            const std::vector<indexer::UnsavedBuffer>& buffers,
                            const CallControl& control) const;

  std::unique_ptr<graph::Store> store_;
  std::unique_ptr<ViewRefresher> refresher_;  // null: views are not kept current
  std::unique_ptr<WorkspacePool> workspaces_;
  std::unique_ptr<BufferedViews> buffered_views_;
  std::unique_ptr<KeptDifferences> differences_;
  Mutex on_demand_;  // serialises the indexing of commits for questions
  wire::CodecRegistry codecs_ = wire::CodecRegistry::BuiltIn();
  wire::CodecRegistry context_codecs_ = codecs_;  // with the text for people, only for contexts
  std::unique_ptr<AnswerStore> answer_store_;
  std::unique_ptr<JudgementStore> judgements_;
};

}  // namespace waymark::services
