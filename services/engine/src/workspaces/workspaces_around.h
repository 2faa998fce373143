// Finds the workspaces around a checkout.
#pragma once

#include <filesystem>
#include <vector>

#include <absl/status/statusor.h>

#include "services/workspaces.h"

namespace waymark::services {

// The workspace of the nearest marker file above, otherwise those of `stored` in their order.
// Errors of FindWorkspaceMarker().
absl::StatusOr<std::vector<WorkspaceRecord>> WorkspacesAround(
    const std::vector<WorkspaceRecord>& stored, const std::filesystem::path& root);

}  // namespace waymark::services
