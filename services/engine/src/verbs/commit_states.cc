#include "verbs/commit_states.h"

#include <utility>

#include "graph/status.h"
#include "indexer/history.h"
#include "views/after_others.h"
#include "views/store_damage.h"

namespace waymark::services {

absl::StatusOr<graph::ViewKey> IndexCommit(graph::Store& store,
                                           const indexer::IndexOptions& options,
                                           const CallControl& control, std::string& trouble) {
  absl::StatusOr<indexer::IndexReport> report = indexer::IndexReport();
  const absl::Status status = AfterOthers(control, [&] {
    report = indexer::IndexRepository(store, options);
    return report.status();
  });
  WM_RETURN_IF_ERROR(WithStore(status, store, options.root));
  const absl::Status history = AfterOthers(control, [&] {
    return indexer::UpdateHistory(store, report->key, {.cancelled = control.cancelled}).status();
  });
  if (absl::IsCancelled(history)) return history;
  trouble = std::string(history.message());
  return std::move(report->key);
}

absl::StatusOr<indexer::ImportReport> ImportAfterOthers(
    graph::Store& store, const indexer::ImportOptions& options, const graph::PortableState& state,
    const CallControl& control,
    const std::function<absl::Status(graph::PortableWriter& writer)>& add) {
  absl::StatusOr<indexer::ImportReport> report = indexer::ImportReport();
  bool was_called = false;
  const absl::Status status = AfterOthers(control, [&] {
    report = indexer::ImportCommit(store, options, state, [&](graph::PortableWriter& writer) {
      was_called = true;
      return add(writer);
    });
    return was_called ? absl::OkStatus() : report.status();
  });
  WM_RETURN_IF_ERROR(status);
  return report;
}

}  // namespace waymark::services
