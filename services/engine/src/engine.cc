#include "services/engine.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "workspace_pool.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

// The nearest indexed checkout that `root` is a directory of; none when a repository of its own
// lies in between.
std::optional<fs::path> IndexedAround(const std::vector<graph::ViewRecord>& views,
                                      const fs::path& root) {
  std::error_code error;
  fs::path directory = fs::canonical(root, error);
  while (!error && !fs::exists(directory / ".git", error) && directory.has_relative_path()) {
    directory = directory.parent_path();
    const bool indexed = std::any_of(
        views.begin(), views.end(),
        [&](const graph::ViewRecord& view) { return view.root_path == directory.native(); });
    if (indexed) return directory;
  }
  return std::nullopt;
}

}  // namespace

absl::Status CallControl::Check() const {
  if (cancelled != nullptr && cancelled->load(std::memory_order_relaxed)) {
    return absl::CancelledError("the call was cancelled");
  }
  if (deadline.has_value() && std::chrono::steady_clock::now() >= *deadline) {
    return absl::DeadlineExceededError("the deadline of the call passed");
  }
  return absl::OkStatus();
}

Engine::Engine(std::unique_ptr<graph::Store> store)
    : store_(std::move(store)), workspaces_(std::make_unique<WorkspacePool>()) {}

Engine::~Engine() = default;

absl::StatusOr<std::unique_ptr<Engine>> Engine::Open(const EngineOptions& options) {
  WM_ASSIGN_OR_RETURN(
      std::unique_ptr<graph::Store> store,
      graph::Store::Open({.directory = options.store_directory, .read_only = options.read_only}));
  return std::unique_ptr<Engine>(new Engine(std::move(store)));
}

void Engine::StartUpkeep(UpkeepOptions options) {
  upkeep_ = std::make_unique<Upkeep>(*store_, std::move(options));
}

absl::StatusOr<Engine::OpenedView> Engine::OpenView(const std::filesystem::path& root) const {
  OpenedView opened;
  WM_ASSIGN_OR_RETURN(opened.key, indexer::ViewKeyOf(*store_, root, ""));
  const graph::ViewKey& key = opened.key;
  if (upkeep_ != nullptr) opened.files_differing = upkeep_->FilesDiffering(key);
  absl::StatusOr<std::shared_ptr<const graph::ReadView>> view = store_->OpenView(key);
  if (absl::IsNotFound(view.status())) {
    WM_ASSIGN_OR_RETURN(const std::vector<graph::ViewRecord> views, store_->Views());
    const std::optional<fs::path> around = IndexedAround(views, root);
    if (around.has_value()) return OpenView(*around);
    return absl::FailedPreconditionError(
        fmt::format("{} is not indexed in the store {}; run: waymark index {}", root.string(),
                    store_->directory().string(), root.string()));
  }
  if (!view.ok()) return view.status();
  opened.view = *std::move(view);
  if (upkeep_ != nullptr) upkeep_->Keep(key, opened.view->info().root_path);
  return opened;
}

}  // namespace waymark::services
