#include "graph/status.h"

#include <fmt/format.h>

#include "freshness.h"
#include "services/engine.h"
#include "services/version.h"

namespace waymark::services {
namespace {

absl::StatusOr<StatusView> DescribeView(graph::Store& store, const graph::ViewRecord& record) {
  StatusView result{.repository = record.key.repository,
                    .view = record.key.view,
                    .root_path = record.root_path,
                    .generation = record.generation,
                    .commit = record.commit,
                    .root = record.root.ToHex(),
                    .indexed_unix_seconds = record.indexed_unix_seconds};
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::ReadView> view,
                      store.OpenView(record.key));
  const graph::ViewInfo& info = view->info();
  result.files = info.file_count;
  result.symbols = info.symbol_count;
  result.edges = info.edge_count;
  result.unresolved = info.unresolved_count;
  result.skipped = view->Skipped().size();
  for (const FileId file : view->Files()) result.source_bytes += view->File(file).size_bytes;

  const absl::StatusOr<indexer::TreeDifference> difference =
      indexer::CompareTree(store, record.key, kMaxFreshnessFiles);
  if (!difference.ok()) {
    result.note = std::string(difference.status().message());
  } else if (!difference->checked) {
    result.note = fmt::format("more than {} files", kMaxFreshnessFiles);
  } else {
    result.files_differing = difference->changed + difference->added + difference->removed;
  }
  return result;
}

}  // namespace

absl::StatusOr<StatusAnswer> Engine::Status(const CallControl& control) {
  StatusAnswer answer;
  answer.store_directory = store_->directory().string();
  answer.version = kVersion;
  WM_ASSIGN_OR_RETURN(const std::vector<graph::ViewRecord> records, store_->Views());
  for (const graph::ViewRecord& record : records) {
    WM_RETURN_IF_ERROR(control.Check());
    WM_ASSIGN_OR_RETURN(StatusView view, DescribeView(*store_, record));
    answer.views.push_back(std::move(view));
  }
  WM_ASSIGN_OR_RETURN(answer.parts, store_->Sizes());
  return answer;
}

}  // namespace waymark::services
