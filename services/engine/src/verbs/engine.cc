#include "services/engine.h"

#include <utility>

#include <fmt/format.h>

#include "answers/answer_store.h"
#include "answers/judgement_store.h"
#include "graph/status.h"
#include "services/payload_text.h"
#include "services/shell_word.h"
#include "views/buffered_views.h"
#include "views/kept_differences.h"
#include "workspaces/workspace_pool.h"

namespace waymark::services {
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
    : store_(std::move(store)),
      workspaces_(std::make_unique<WorkspacePool>()),
      buffered_views_(std::make_unique<BufferedViews>(*store_)),
      differences_(std::make_unique<KeptDifferences>()),
      answer_store_(std::make_unique<AnswerStore>(*store_, context_codecs_)),
      judgements_(std::make_unique<JudgementStore>(*store_)) {
  // Fails only if the program has registered a codec of that name, which then takes precedence.
  context_codecs_.Register(TextCodec()).IgnoreError();
}

Engine::~Engine() = default;

absl::StatusOr<std::unique_ptr<Engine>> Engine::Open(const EngineOptions& options) {
  absl::StatusOr<std::unique_ptr<graph::Store>> store =
      graph::Store::Open({.directory = options.store_directory,
                          .read_only = options.read_only,
                          .shared = options.shared});
  if (absl::IsDataLoss(store.status())) {
    return absl::DataLossError(fmt::format("{}; run: waymark index PATH --store {} --force",
                                           std::string(store.status().message()),
                                           ShellQuoted(options.store_directory.string())));
  }
  WM_RETURN_IF_ERROR(store.status());
  return std::unique_ptr<Engine>(new Engine(*std::move(store)));
}

void Engine::StartViewRefresher(RefresherOptions options) {
  refresher_ = std::make_unique<ViewRefresher>(*store_, std::move(options));
}

}  // namespace waymark::services
