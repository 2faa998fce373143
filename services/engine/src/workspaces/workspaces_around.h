// Which workspaces a checkout is inside of.
#pragma once

#include <filesystem>
#include <vector>

#include <absl/status/statusor.h>

#include "services/workspaces.h"

namespace waymark::services {

// That of the nearest marker file above, else those of `stored` in their order. Errors of
// FindWorkspaceMarker().
absl::StatusOr<std::vector<WorkspaceRecord>> WorkspacesAround(
    const std::vector<WorkspaceRecord>& stored, const std::filesystem::path& root);

}  // namespace waymark::services
