#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "answers/requests.h"
#include "graph/crash_journal.h"
#include "graph/status.h"
#include "indexer/indexer.h"
#include "services/engine.h"
#include "services/index_run.h"
#include "services/limits.h"
#include "views/after_others.h"
#include "views/asked_revision.h"
#include "views/background.h"
#include "views/store_damage.h"

namespace waymark::services {
namespace {

void BoundDamaged(std::vector<std::string>& damaged) {
  if (damaged.size() <= kMaxDamagedListed) return;
  const std::size_t more = damaged.size() - kMaxDamagedListed;
  damaged.resize(kMaxDamagedListed);
  damaged.push_back(fmt::format("{} more", more));
}

// `refresher` may be null.
absl::StatusOr<IndexAnswer> IndexNow(graph::Store& store, ViewRefresher* refresher,
                                     const IndexRequest& request, const Verbs::ProgressSink& sink,
                                     const CallControl& control) {
  // Only runs of working trees are recorded, because no question waits for a commit.
  std::optional<IndexRunNote> note;
  if (request.at.empty()) note.emplace(store.directory(), request.root);
  const auto progress = [&](const indexer::Progress& seen) {
    if (note.has_value()) note->Tell(seen);
    if (sink) sink(seen);
  };
  std::string commit;
  if (!request.at.empty()) {
    WM_ASSIGN_OR_RETURN(commit, ResolveAt(request.root, request.at));
  }
  IndexAnswer answer;
  const indexer::IndexOptions options = {.root = request.root,
                                         .commit = commit,
                                         .repository_name = request.repository_name,
                                         .memory_bytes = request.memory_bytes,
                                         .force = request.force,
                                         .progress = progress,
                                         .cancelled = control.cancelled};
  absl::StatusOr<indexer::IndexReport> report = indexer::IndexReport();
  const absl::Status status = AfterOthers(control, [&] {
    report = indexer::IndexRepository(store, options);
    return report.status();
  });
  WM_RETURN_IF_ERROR(WithStore(status, store, request.root));
  answer.report = *std::move(report);
  if (commit.empty()) {
    graph::CrashJournal(store.directory()).Forget(KeyOfUpdate(answer.report.key));
  }
  if (refresher != nullptr && commit.empty())
    refresher->Keep(answer.report.key, answer.report.root_path);
  // The view is published and can answer; its history only improves the answers. For a new checkout
  // nobody waits for the history if the view refresher reads it in the background.
  const bool is_left_to_refresher =
      refresher != nullptr && commit.empty() && answer.report.generation == 1;
  if (request.read_history && !is_left_to_refresher) {
    const absl::StatusOr<indexer::HistoryReport> history =
        indexer::UpdateHistory(store, answer.report.key, {.cancelled = control.cancelled});
    if (absl::IsCancelled(history.status())) return history.status();
    if (history.ok()) {
      answer.history = *history;
    } else {
      answer.history_trouble = std::string(history.status().message());
    }
  }
  BoundDamaged(answer.report.damaged);
  answer.skipped_total = answer.report.skipped.size();
  if (answer.report.skipped.size() > kMaxSkippedListed) {
    answer.report.skipped.resize(kMaxSkippedListed);
  }
  return answer;
}

}  // namespace

absl::StatusOr<IndexAnswer> Engine::Index(const IndexRequest& request, const ProgressSink& progress,
                                          const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(control.Check());
  if (refresher_ == nullptr) return IndexNow(*store_, nullptr, request, progress, control);
  return InBackground([&] {
    const ViewRefresher::Pause pause(*refresher_);
    return IndexNow(*store_, refresher_.get(), request, progress, control);
  });
}

}  // namespace waymark::services
