#include "views/view_status.h"

#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "services/limits.h"

namespace waymark::services {
namespace {

std::string ModeName(const RefresherState& state) {
  if (!state.is_caught_up) return "starting";
  return state.watch.mode == indexer::WatchMode::kNotified ? "notified" : "polling";
}

WatchStatus WatchStatusOf(const RefresherState& state) {
  return {.mode = ModeName(state),
          .watches = state.watch.watches,
          .reason = state.watch.reason,
          .updates = state.updates,
          .last_update_unix_seconds = state.last_update_unix_seconds,
          .last_update_seconds = state.last_update_seconds,
          .trouble = state.trouble};
}

}  // namespace

StatusView DescribeView(graph::Store& store, ViewRefresher* refresher,
                        const graph::ViewRecord& record) {
  StatusView result{.repository = record.key.repository,
                    .view = record.key.view,
                    .root_path = record.root_path,
                    .generation = record.generation,
                    .commit = record.commit,
                    .root = record.root.ToHex(),
                    .indexed_unix_seconds = record.indexed_unix_seconds};
  if (refresher != nullptr) {
    result.files_differing = refresher->FilesDiffering(record.key);
    const std::optional<RefresherState> state = refresher->StateOf(record.key);
    if (state.has_value()) result.watch = WatchStatusOf(*state);
  }
  const absl::StatusOr<std::shared_ptr<const graph::ReadView>> opened = store.OpenView(record.key);
  if (!opened.ok()) {
    result.damage = std::string(opened.status().message());
    return result;
  }
  const graph::ReadView* view = opened->get();
  const graph::ViewInfo& info = view->info();
  result.files = info.file_count;
  result.symbols = info.symbol_count;
  result.edges = info.edge_count;
  result.unresolved = info.unresolved_count;
  result.skipped = view->Skipped().size();
  result.unindexed = info.unindexed;
  for (const FileId file : view->Files()) result.source_bytes += view->File(file).size_bytes;
  if (result.files_differing.has_value()) return result;

  const absl::StatusOr<indexer::TreeDifference> difference =
      indexer::CompareTree(store, record.key, kMaxFreshnessFiles);
  if (!difference.ok()) {
    result.note = std::string(difference.status().message());
  } else if (!difference->checked) {
    result.note = fmt::format("more than {} files", kMaxFreshnessFiles);
  } else {
    result.files_differing = difference->changed + difference->added + difference->removed;
    if (difference->by_other_rules) result.note = "indexed by the rules of another version";
  }
  return result;
}

}  // namespace waymark::services
