#include "graph/status.h"

#include <vector>

#include "answers/requests.h"
#include "services/engine.h"
#include "services/version.h"
#include "views/view_status.h"

namespace waymark::services {

absl::StatusOr<GenerationAnswer> Engine::Generation(const GenerationRequest& request,
                                                    const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenWorkingTree(request.root));
  return GenerationAnswer{.generation = opened.view->info().generation};
}

absl::StatusOr<StatusAnswer> Engine::Status(const CallControl& control) {
  StatusAnswer answer;
  answer.store_directory = store_->directory().string();
  answer.version = kVersion;
  WM_ASSIGN_OR_RETURN(const std::vector<graph::ViewRecord> records, store_->Views());
  for (const graph::ViewRecord& record : records) {
    WM_RETURN_IF_ERROR(control.Check());
    answer.views.push_back(DescribeView(*store_, refresher_.get(), record));
  }
  WM_ASSIGN_OR_RETURN(answer.parts, store_->Sizes());
  return answer;
}

}  // namespace waymark::services
