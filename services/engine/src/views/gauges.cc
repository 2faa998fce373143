#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "answers/answer_store.h"
#include "graph/status.h"
#include "services/engine.h"
#include "views/buffered_views.h"
#include "workspaces/workspace_pool.h"

namespace waymark::services {
namespace {

constexpr char kStoreFile[] = "data.mdb";

}  // namespace

absl::StatusOr<EngineGauges> Engine::Gauges() const {
  WM_ASSIGN_OR_RETURN(const std::vector<graph::ViewRecord> records, store_->Views());
  EngineGauges gauges{.buffered_views = buffered_views_->Counts(),
                      .workspaces = workspaces_->Counts(),
                      .packs_waiting = answer_store_->Waiting()};
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(store_->directory() / kStoreFile, error);
  if (!error) gauges.store_bytes = bytes;
  for (const graph::ViewRecord& record : records) {
    ViewGauges view{.repository = record.key.repository,
                    .view = record.key.view,
                    .generation = record.generation,
                    .indexed_unix_seconds = record.indexed_unix_seconds};
    if (refresher_ != nullptr) {
      view.files_differing = refresher_->FilesDiffering(record.key);
      const std::optional<RefresherState> state = refresher_->StateOf(record.key);
      view.is_kept = state.has_value();
      if (state.has_value()) {
        view.is_caught_up = state->is_caught_up;
        view.is_in_trouble = !state->trouble.empty();
        view.updates = state->updates;
        view.last_update_seconds = state->last_update_seconds;
      }
    }
    gauges.views.push_back(std::move(view));
  }
  return gauges;
}

}  // namespace waymark::services
