// Opens the view of the state that a question names.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "answers/requests.h"
#include "graph/hash.h"
#include "graph/status.h"
#include "services/engine.h"
#include "services/index_run.h"
#include "services/shell_word.h"
#include "views/asked_revision.h"
#include "views/buffered_views.h"
#include "views/indexed_checkout.h"
#include "views/store_damage.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

// The name under which a checkout was indexed last; "" if it was not. ViewKeyOf would find it too,
// but asks git for the remote first. That costs time and, with versions of libgit2 that leak memory
// at every look at a remote, tens of kilobytes per question.
std::string RecordedName(const std::vector<graph::ViewRecord>& views, const fs::path& root) {
  const graph::ViewRecord* const indexed = FindIndexed(views, root);
  return indexed == nullptr ? "" : indexed->key.repository;
}

// Whether the files of all buffers were indexed with these texts.
bool ShowsAll(const graph::ReadView& view, const std::vector<indexer::UnsavedBuffer>& buffers) {
  return std::all_of(buffers.begin(), buffers.end(), [&](const indexer::UnsavedBuffer& buffer) {
    const std::optional<FileId> file = view.FindFile(buffer.path);
    return file.has_value() && view.File(*file).content == HashContent(buffer.text);
  });
}

// The error for a checkout without an index.
absl::Status NotIndexed(const graph::Store& store, const fs::path& root) {
  if (const std::optional<IndexRun> run = FindIndexRun(store.directory(), root)) {
    return absl::FailedPreconditionError(
        fmt::format("{} is being indexed for the first time, by process {}{}{}; ask again when it "
                    "is done",
                    root.string(), run->process, run->progress.empty() ? "" : ": ", run->progress));
  }
  return absl::FailedPreconditionError(
      fmt::format("{} is not indexed; run: waymark index {} --store {}", root.string(),
                  ShellWord(root.string()), ShellWord(store.directory().string())));
}

absl::Status WithHint(const absl::Status& status, const std::filesystem::path& root,
                      const std::string& revision) {
  return {status.code(), fmt::format("{} is not indexed and was not indexed for this question: {}; "
                                     "run: waymark index {} --at {}",
                                     revision, std::string(status.message()),
                                     ShellQuoted(root.string()), ShellQuoted(revision))};
}

}  // namespace

absl::StatusOr<Engine::OpenedView> Engine::OpenView(const std::filesystem::path& root,
                                                    const StateChoice& state,
                                                    const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckState(state));
  absl::StatusOr<OpenedView> opened =
      state.at.empty() ? OpenWorkingTree(root) : OpenCommitView(root, state.at, control);
  if (!opened.ok()) return WithStore(opened.status(), *store_, root);
  if (!state.buffers.empty()) {
    WM_RETURN_IF_ERROR(PutBuffersOn(*opened, root, state.buffers, control));
  }
  return opened;
}

absl::StatusOr<Engine::OpenedView> Engine::OpenWorkingTree(
    const std::filesystem::path& root) const {
  OpenedView opened;
  WM_ASSIGN_OR_RETURN(const std::vector<graph::ViewRecord> views, store_->Views());
  WM_ASSIGN_OR_RETURN(opened.key, indexer::ViewKeyOf(*store_, root, RecordedName(views, root)));
  const graph::ViewKey& key = opened.key;
  if (refresher_ != nullptr) opened.files_differing = refresher_->FilesDiffering(key);
  absl::StatusOr<std::shared_ptr<const graph::ReadView>> view = store_->OpenView(key);
  if (absl::IsNotFound(view.status())) {
    const std::optional<fs::path> around = IndexedAround(views, root);
    if (around.has_value()) return OpenWorkingTree(*around);
    return NotIndexed(*store_, root);
  }
  if (!view.ok()) return view.status();
  opened.view = *std::move(view);
  const std::filesystem::path& root_path = opened.view->info().root_path;
  opened.sources = std::make_shared<indexer::WorkTreeReader>(root_path);
  if (refresher_ != nullptr) {
    refresher_->Keep(key, root_path);
    refresher_->Hold(key, opened.view);
  }
  return opened;
}

absl::StatusOr<Engine::OpenedView> Engine::OpenCommitView(const std::filesystem::path& root,
                                                          const std::string& revision,
                                                          const CallControl& control) {
  OpenedView opened;
  opened.shown = wire::ShownState::kCommit;
  WM_ASSIGN_OR_RETURN(const std::string commit, ResolveAt(root, revision));
  WM_ASSIGN_OR_RETURN(opened.key, indexer::CommitViewKeyOf(*store_, root, "", commit));
  WM_ASSIGN_OR_RETURN(opened.sources, indexer::OpenCommit(root, commit));
  absl::StatusOr<std::shared_ptr<const graph::ReadView>> view = store_->OpenView(opened.key);
  if (absl::IsNotFound(view.status())) {
    WM_RETURN_IF_ERROR(IndexOnDemand(root, revision, commit, control));
    view = store_->OpenView(opened.key);
  }
  if (!view.ok()) return view.status();
  opened.view = *std::move(view);
  opened.files_differing = 0;
  return opened;
}

absl::Status Engine::IndexOnDemand(const std::filesystem::path& root, const std::string& revision,
                                   const std::string& commit, const CallControl& control) {
  MutexLock lock(on_demand_);
  std::optional<ViewRefresher::Pause> pause;
  if (refresher_ != nullptr) pause.emplace(*refresher_);
  absl::Status indexed = indexer::IndexRepository(*store_, {.root = root,
                                                            .commit = commit,
                                                            .max_changed_files = kMaxFilesOnDemand,
                                                            .cancelled = control.cancelled})
                             .status();
  if (indexed.ok() || absl::IsCancelled(indexed)) return indexed;
  return WithHint(indexed, root, revision);
}

absl::Status Engine::PutBuffersOn(OpenedView& opened, const std::filesystem::path& root,
                                  const std::vector<indexer::UnsavedBuffer>& buffers,
                                  const CallControl& control) const {
  if (!ShowsAll(*opened.view, buffers)) {
    WM_ASSIGN_OR_RETURN(
        opened.view, buffered_views_->Get(opened.view->info(), root, buffers, control.cancelled));
  }
  opened.sources = indexer::ReadWithBuffers(opened.sources, buffers);
  opened.shown = wire::ShownState::kBuffers;
  return absl::OkStatus();
}

}  // namespace waymark::services
