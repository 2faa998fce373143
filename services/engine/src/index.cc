#include <optional>
#include <utility>

#include "graph/status.h"
#include "indexer/indexer.h"
#include "requests.h"
#include "services/engine.h"

namespace waymark::services {

absl::StatusOr<IndexAnswer> Engine::Index(const IndexRequest& request, const ProgressSink& progress,
                                          const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(control.Check());
  std::string commit;
  if (!request.at.empty()) {
    WM_ASSIGN_OR_RETURN(commit, indexer::ResolveRevision(request.root, request.at));
  }
  IndexAnswer answer;
  std::optional<Upkeep::Pause> pause;
  if (upkeep_ != nullptr) pause.emplace(*upkeep_);
  WM_ASSIGN_OR_RETURN(answer.report,
                      indexer::IndexRepository(*store_, {.root = request.root,
                                                         .commit = commit,
                                                         .repository_name = request.repository_name,
                                                         .memory_bytes = request.memory_bytes,
                                                         .force = request.force,
                                                         .progress = progress,
                                                         .cancelled = control.cancelled}));
  if (upkeep_ != nullptr && commit.empty())
    upkeep_->Keep(answer.report.key, answer.report.root_path);
  // The view is published and answers; what commits say makes it answer better. Nobody waits for it
  // with a new checkout where upkeep reads it in the background.
  const bool is_left_to_upkeep =
      upkeep_ != nullptr && commit.empty() && answer.report.generation == 1;
  if (request.read_history && !is_left_to_upkeep) {
    const absl::StatusOr<indexer::HistoryReport> history =
        indexer::UpdateHistory(*store_, answer.report.key, {.cancelled = control.cancelled});
    if (absl::IsCancelled(history.status())) return history.status();
    if (history.ok()) {
      answer.history = *history;
    } else {
      answer.history_trouble = std::string(history.status().message());
    }
  }
  answer.skipped_total = answer.report.skipped.size();
  if (answer.report.skipped.size() > kMaxSkippedListed) {
    answer.report.skipped.resize(kMaxSkippedListed);
  }
  return answer;
}

}  // namespace waymark::services
