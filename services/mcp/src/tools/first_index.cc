#include "tools/first_index.h"

#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/index_run.h"

namespace waymark::services {
namespace {

constexpr std::chrono::milliseconds kLookInterval{20};

std::string FirstRunText(const std::filesystem::path& root, const indexer::Progress& progress) {
  const std::string seen = ProgressText(progress);
  return fmt::format("{} is being indexed for the first time{}{}", root.string(),
                     seen.empty() ? "" : ": ", seen);
}

}  // namespace

FirstIndex::~FirstIndex() {
  cancelled_ = true;
  MutexLock lock(mutex_);
  for (auto& [root, run] : runs_) {
    if (run->thread.joinable()) run->thread.join();
  }
}

absl::StatusOr<std::optional<std::string>> FirstIndex::Wait(const std::filesystem::path& root,
                                                            std::chrono::milliseconds limit,
                                                            const ProgressSink& progress,
                                                            const CallControl& control) {
  const std::shared_ptr<Run> run = RunOf(root);
  const auto end = std::chrono::steady_clock::now() + limit;
  indexer::Progress seen;
  for (;;) {
    WM_RETURN_IF_ERROR(control.Check());
    bool is_done = false;
    absl::Status status;
    {
      MutexLock lock(run->mutex);
      seen = run->progress;
      is_done = run->is_done;
      status = run->status;
    }
    // Reports also a run that ended between two checks, for clients that requested progress.
    if (progress != nullptr) progress(seen);
    if (is_done && !status.ok()) return status;
    if (is_done) return std::optional<std::string>();
    if (std::chrono::steady_clock::now() >= end) break;
    std::this_thread::sleep_for(kLookInterval);
  }
  return FirstRunText(root, seen);
}

std::vector<FirstRun> FirstIndex::UnderWay() {
  std::vector<FirstRun> under_way;
  MutexLock lock(mutex_);
  for (const auto& [root, run] : runs_) {
    MutexLock run_lock(run->mutex);
    if (!run->is_done) under_way.push_back({root, FirstRunText(root, run->progress)});
  }
  return under_way;
}

std::shared_ptr<FirstIndex::Run> FirstIndex::RunOf(const std::filesystem::path& root) {
  MutexLock lock(mutex_);
  std::shared_ptr<Run>& run = runs_[root];
  if (run != nullptr) {
    MutexLock run_lock(run->mutex);
    if (!run->is_done) return run;
  }
  // The index may have been removed since, and a failed run may succeed now.
  if (run != nullptr && run->thread.joinable()) run->thread.join();
  run = std::make_shared<Run>();
  run->thread = std::thread([this, root, &begun = *run] { Index(root, begun); });
  return run;
}

void FirstIndex::Index(const std::filesystem::path& root, Run& run) {
  const auto note = [&](const indexer::Progress& progress) {
    MutexLock lock(run.mutex);
    run.progress = progress;
  };
  const absl::Status status = [&]() -> absl::Status {
    WM_ASSIGN_OR_RETURN(const std::shared_ptr<Verbs> verbs, verbs_());
    return verbs->Index({.root = root, .outlives_client = true}, note, {.cancelled = &cancelled_})
        .status();
  }();
  MutexLock lock(run.mutex);
  run.status = status;
  run.is_done = true;
}

}  // namespace waymark::services
