#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/engine.h"

namespace waymark::services {
namespace {

// Whether the checkout is certainly deleted, not merely unreachable.
bool IsGone(const std::filesystem::path& root) {
  std::error_code error;
  return std::filesystem::status(root, error).type() == std::filesystem::file_type::not_found;
}

}  // namespace

absl::StatusOr<PruneAnswer> Engine::Prune(const PruneRequest& request, const CallControl& control) {
  WM_RETURN_IF_ERROR(control.Check());
  PruneAnswer answer;
  WM_ASSIGN_OR_RETURN(std::vector<graph::ViewRecord> records, store_->Views());
  std::erase_if(records, [&request](const graph::ViewRecord& record) {
    return request.root.empty() ? !IsGone(record.root_path) : record.root_path != request.root;
  });
  if (records.empty() && !request.root.empty()) {
    return absl::NotFoundError(fmt::format("{} is not in the index", request.root.string()));
  }
  if (records.empty()) return answer;
  std::optional<ViewRefresher::Pause> pause;
  if (refresher_ != nullptr) pause.emplace(*refresher_);
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<graph::Writer> writer, store_->BeginWrite());
  for (const graph::ViewRecord& record : records) {
    WM_RETURN_IF_ERROR(control.Check());
    WM_RETURN_IF_ERROR(writer->RemoveView(record.key));
    answer.removed.push_back(record.root_path);
  }
  WM_RETURN_IF_ERROR(writer->CollectGarbage());
  std::sort(answer.removed.begin(), answer.removed.end());
  answer.removed.erase(std::unique(answer.removed.begin(), answer.removed.end()),
                       answer.removed.end());
  return answer;
}

}  // namespace waymark::services
