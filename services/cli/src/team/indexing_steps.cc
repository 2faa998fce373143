#include "team/indexing_steps.h"

#include <optional>

#include <fmt/format.h>

#include "graph/status.h"
#include "graph/store.h"
#include "indexer/history.h"
#include "indexer/indexer.h"
#include "services/shared/team_commits.h"
#include "services/work_source.h"

namespace waymark::services {
namespace {

class IndexingSteps final : public WorkSteps {
 public:
  IndexingSteps(TeamOptions team, const IndexingLimits& limits)
      : team_(std::move(team)), limits_(limits) {}

  // A path has the name of the checkout there; the clone is in a directory of another name.
  absl::StatusOr<std::string> NameRepository(const FetchedCommit& fetched) override {
    WM_ASSIGN_OR_RETURN(store_, graph::Store::Open({.directory = fetched.store}));
    const bool is_path = IsPathSource(fetched.source);
    WM_ASSIGN_OR_RETURN(
        const graph::ViewKey key,
        indexer::ViewKeyOf(*store_, is_path ? fetched.source : fetched.repository.string(), ""));
    return key.repository;
  }

  absl::StatusOr<bool> IsPublished(const FetchedCommit& fetched,
                                   const std::string& repository) override {
    WM_ASSIGN_OR_RETURN(shared_, OpenTeamStore(team_));
    WM_ASSIGN_OR_RETURN(const std::optional<graph::Reference> reference,
                        shared_->Find(repository, fmt::format("commit/{}", fetched.commit)));
    if (!reference.has_value()) return false;
    return IsUsableState(*shared_, repository, *reference);
  }

  absl::Status Index(const FetchedCommit& fetched, const std::string& repository,
                     const FilesSink& files, const std::atomic<bool>& cancelled) override {
    const auto progress = [&](const indexer::Progress& seen) {
      files(seen.files_done, seen.files_total);
    };
    WM_ASSIGN_OR_RETURN(const indexer::IndexReport report,
                        indexer::IndexRepository(*store_, {.root = fetched.repository,
                                                           .commit = fetched.commit,
                                                           .repository_name = repository,
                                                           .threads = limits_.threads,
                                                           .memory_bytes = limits_.memory_bytes,
                                                           .progress = progress,
                                                           .cancelled = &cancelled}));
    return indexer::UpdateHistory(*store_, report.key,
                                  {.threads = limits_.threads, .cancelled = &cancelled})
        .status();
  }

  absl::Status Publish(const FetchedCommit& fetched, const std::string& repository,
                       const std::atomic<bool>& cancelled) override {
    return PushCommit(
               *store_, {.blobs = *shared_, .references = *shared_},
               {.root = fetched.repository, .at = fetched.commit, .repository_name = repository},
               {}, {}, {.cancelled = &cancelled})
        .status();
  }

 private:
  const TeamOptions team_;
  const IndexingLimits limits_;
  std::unique_ptr<graph::Store> store_;
  std::unique_ptr<SharedStore> shared_;
};

}  // namespace

std::unique_ptr<WorkSteps> MakeIndexingSteps(const TeamOptions& team,
                                             const IndexingLimits& limits) {
  return std::make_unique<IndexingSteps>(team, limits);
}

}  // namespace waymark::services
