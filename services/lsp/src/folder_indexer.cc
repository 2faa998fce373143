#include "folder_indexer.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/lsp.h"

namespace waymark::services {
namespace {

// The daemon may end, or another client may be indexing; then the run is retried for this long.
constexpr std::chrono::seconds kPatience{60};
constexpr std::chrono::milliseconds kTryAgainAfter{200};

// Assumes that the stages of a run take equally long.
std::uint32_t PercentOf(const indexer::Progress& progress) {
  constexpr std::uint32_t kWhole = 100;
  constexpr std::uint32_t kStages = static_cast<std::uint32_t>(indexer::Stage::kPublishing) + 1;
  const auto stage = static_cast<std::uint32_t>(progress.stage);
  const std::uint64_t total = std::max<std::uint64_t>(progress.files_total, 1);
  const auto part =
      static_cast<std::uint32_t>(std::min(progress.files_done, total) * (kWhole / kStages) / total);
  return stage * (kWhole / kStages) + part;
}

}  // namespace

FolderIndexer::FolderIndexer(IndexerSurroundings surroundings)
    : surroundings_(std::move(surroundings)), queue_(1, kMaxLspFolders) {}

FolderIndexer::~FolderIndexer() { Stop(); }

void FolderIndexer::Add(const std::filesystem::path& root) {
  if (!seen_.insert(root).second) return;
  const bool is_taken = queue_.Push([this, root] {
    const absl::Status status = IndexUnlessKnown(root);
    if (status.ok() || absl::IsCancelled(status)) return;
    surroundings_.warn(
        fmt::format("{} is not indexed: {}", root.string(), std::string(status.message())));
  });
  if (!is_taken) seen_.erase(root);
}

absl::Status FolderIndexer::IndexUnlessKnown(const std::filesystem::path& root) {
  cancelled_ = false;
  std::shared_ptr<WorkDone> work;
  absl::Status status = Try(root, work);
  const auto limit = std::chrono::steady_clock::now() + kPatience;
  while (absl::IsUnavailable(status) && !cancelled_ && std::chrono::steady_clock::now() < limit) {
    std::this_thread::sleep_for(kTryAgainAfter);
    status = Try(root, work);
  }
  if (work != nullptr && !status.ok()) work->End("not indexed");
  return status;
}

absl::Status FolderIndexer::Try(const std::filesystem::path& root,
                                std::shared_ptr<WorkDone>& work) {
  if (is_stopped_) return absl::CancelledError("the server is shutting down");
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<Verbs> verbs, surroundings_.verbs());
  const CallControl control{.cancelled = &cancelled_};
  WM_ASSIGN_OR_RETURN(const StatusAnswer status, verbs->Status(control));
  const bool is_known =
      std::any_of(status.views.begin(), status.views.end(), [&](const StatusView& view) {
        return view.root_path == root && !indexer::IsCommitView({view.repository, view.view});
      });
  if (is_known) {
    if (work != nullptr) work->End("indexed meanwhile");
    return absl::OkStatus();
  }
  if (work == nullptr) {
    work = surroundings_.show_work(fmt::format("Indexing {}", root.filename().string()));
  }
  WM_ASSIGN_OR_RETURN(
      const IndexAnswer answer,
      verbs->Index(
          {.root = root, .outlives_client = true},
          [&](const indexer::Progress& progress) {
            work->Report(fmt::format("{} of {} files", progress.files_done, progress.files_total),
                         PercentOf(progress));
          },
          control));
  work->End(
      fmt::format("{} files, {} symbols", answer.report.files_indexed, answer.report.symbols));
  surroundings_.on_indexed();
  return absl::OkStatus();
}

}  // namespace waymark::services
