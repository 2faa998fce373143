#include "folder_indexer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/lsp.h"

namespace waymark::services {
namespace {

// Stages of a run take about as long as each other.
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
    surroundings_.log(
        fmt::format("{} is not indexed: {}", root.string(), std::string(status.message())));
  });
  if (!is_taken) seen_.erase(root);
}

absl::Status FolderIndexer::IndexUnlessKnown(const std::filesystem::path& root) {
  cancelled_ = false;
  if (is_stopped_) return absl::CancelledError("the server ends");
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<Verbs> verbs, surroundings_.verbs());
  const CallControl control{.cancelled = &cancelled_};
  WM_ASSIGN_OR_RETURN(const StatusAnswer status, verbs->Status(control));
  const bool is_known =
      std::any_of(status.views.begin(), status.views.end(), [&](const StatusView& view) {
        return view.root_path == root && !indexer::IsCommitView({view.repository, view.view});
      });
  if (is_known) return absl::OkStatus();
  const std::shared_ptr<WorkDone> work =
      surroundings_.show_work(fmt::format("Indexing {}", root.filename().string()));
  const absl::StatusOr<IndexAnswer> answer = verbs->Index(
      {.root = root},
      [&](const indexer::Progress& progress) {
        work->Report(fmt::format("{} of {} files", progress.files_done, progress.files_total),
                     PercentOf(progress));
      },
      control);
  if (!answer.ok()) {
    work->End("not indexed");
    return answer.status();
  }
  work->End(
      fmt::format("{} files, {} symbols", answer->report.files_indexed, answer->report.symbols));
  surroundings_.on_indexed();
  return absl::OkStatus();
}

}  // namespace waymark::services
