// The workspaces that the store keeps: one row of memory for all of them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/store.h"
#include "services/workspaces.h"

namespace waymark::services {

// InvalidArgument unless `name` can be that of a workspace or of a member. `what` says which.
absl::Status CheckWorkspaceName(std::string_view what, std::string_view name);

// The row as text and back; repositories are not in it. DataLoss when it is damaged.
std::string WriteWorkspaces(const std::vector<WorkspaceRecord>& workspaces);
absl::StatusOr<std::vector<WorkspaceRecord>> ReadWorkspaces(std::string_view text);

// By name.
absl::StatusOr<std::vector<WorkspaceRecord>> StoredWorkspaces(graph::Store& store);

// Changes the row in one transaction; an error of `change` leaves it as it is. ResourceExhausted
// beyond kMaxWorkspaces and kMaxWorkspaceMembers.
absl::Status ChangeWorkspaces(
    graph::Store& store,
    const std::function<absl::Status(std::vector<WorkspaceRecord>& workspaces)>& change);

}  // namespace waymark::services
