#include "services/checkout_glance.h"

#include <memory>
#include <vector>

#include "graph/status.h"
#include "graph/store.h"
#include "indexer/indexer.h"
#include "views/indexed_checkout.h"

namespace waymark::services {

absl::StatusOr<std::optional<CheckoutGlance>> GlanceAt(const std::filesystem::path& store_directory,
                                                       const std::filesystem::path& root,
                                                       std::uint64_t max_files) {
  const absl::StatusOr<std::unique_ptr<graph::Store>> store =
      graph::Store::Open({.directory = store_directory, .read_only = true});
  if (absl::IsNotFound(store.status())) return std::optional<CheckoutGlance>();
  if (!store.ok()) return store.status();
  WM_ASSIGN_OR_RETURN(const std::vector<graph::ViewRecord> views, (*store)->Views());
  const graph::ViewRecord* record = FindIndexed(views, root);
  if (record == nullptr) {
    const std::optional<std::filesystem::path> around = IndexedAround(views, root);
    if (around.has_value()) record = FindIndexed(views, *around);
  }
  if (record == nullptr) return std::optional<CheckoutGlance>();
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::ReadView> view,
                      (*store)->OpenView(record->key));
  CheckoutGlance glance{.repository = record->key.repository,
                        .indexed_unix_seconds = record->indexed_unix_seconds,
                        .files = view->info().file_count,
                        .symbols = view->info().symbol_count,
                        .files_differing = std::nullopt};
  const absl::StatusOr<indexer::TreeDifference> difference =
      indexer::CompareTree(**store, record->key, max_files);
  if (difference.ok() && difference->checked) {
    glance.files_differing = difference->changed + difference->added + difference->removed;
  }
  return std::optional(std::move(glance));
}

}  // namespace waymark::services
