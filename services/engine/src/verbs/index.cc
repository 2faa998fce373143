#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
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
#include "views/asked_revision.h"
#include "views/background.h"
#include "views/store_damage.h"

namespace waymark::services {
namespace {

using Clock = std::chrono::steady_clock;

// How long a run waits for other runs to end, of this process and of others.
constexpr std::chrono::minutes kWriterPatience{10};
constexpr std::chrono::milliseconds kFirstLook{50};
constexpr std::chrono::milliseconds kLongestLook{2000};

absl::Status Sleep(std::chrono::milliseconds time, const CallControl& control) {
  const Clock::time_point end = Clock::now() + time;
  while (Clock::now() < end) {
    WM_RETURN_IF_ERROR(control.Check());
    std::this_thread::sleep_for(std::min(time, kFirstLook));
  }
  return control.Check();
}

// Runs that start at the same moment take turns.
absl::StatusOr<indexer::IndexReport> IndexAfterOthers(graph::Store& store,
                                                      const indexer::IndexOptions& options,
                                                      const CallControl& control) {
  const Clock::time_point limit = Clock::now() + kWriterPatience;
  for (std::chrono::milliseconds pause = kFirstLook;; pause = std::min(2 * pause, kLongestLook)) {
    absl::StatusOr<indexer::IndexReport> report = indexer::IndexRepository(store, options);
    // Aborted: another run published the same view since this one began.
    const bool comes_later =
        absl::IsUnavailable(report.status()) || absl::IsAborted(report.status());
    if (!comes_later || Clock::now() >= limit) return report;
    WM_RETURN_IF_ERROR(Sleep(pause, control));
  }
}

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
  absl::StatusOr<indexer::IndexReport> report =
      IndexAfterOthers(store,
                       {.root = request.root,
                        .commit = commit,
                        .repository_name = request.repository_name,
                        .memory_bytes = request.memory_bytes,
                        .force = request.force,
                        .progress = progress,
                        .cancelled = control.cancelled},
                       control);
  if (!report.ok()) return WithStore(report.status(), store, request.root);
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
