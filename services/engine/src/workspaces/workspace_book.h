// The workspaces in the store: one row of the session store for all of them.
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

// InvalidArgument unless `name` is valid for a workspace or a member. `what` says which it is.
absl::Status CheckWorkspaceName(std::string_view what, std::string_view name);

// Converts the row to text and back; names of repositories are not in it. DataLoss if it is
// damaged.
std::string WriteWorkspaces(const std::vector<WorkspaceRecord>& workspaces);
absl::StatusOr<std::vector<WorkspaceRecord>> ReadWorkspaces(std::string_view text);

// Ordered by name.
absl::StatusOr<std::vector<WorkspaceRecord>> StoredWorkspaces(graph::Store& store);

// Changes the row in one transaction; an error of `change` leaves it unchanged. ResourceExhausted
// beyond kMaxWorkspaces and kMaxWorkspaceMembers.
absl::Status ChangeWorkspaces(
    graph::Store& store,
    const std::function<absl::Status(std::vector<WorkspaceRecord>& workspaces)>& change);

}  // namespace waymark::services
