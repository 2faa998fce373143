#include "workspaces/workspaces_around.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

#include "graph/status.h"
#include "workspaces/workspace_marker.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

bool HasMember(const WorkspaceRecord& workspace, const fs::path& root) {
  return std::any_of(workspace.members.begin(), workspace.members.end(),
                     [&](const WorkspaceMember& member) { return member.root == root; });
}

// Whether `root` is a member or lies in one, without another checkout in between. The directory of
// the marker file and directories below it outside all checkouts are inside too.
bool IsInside(const WorkspaceRecord& workspace, const fs::path& root) {
  std::error_code error;
  for (fs::path at = root;; at = at.parent_path()) {
    if (HasMember(workspace, at)) return true;
    if (!workspace.marker.empty() && at == workspace.marker.parent_path()) return true;
    if (fs::exists(at / ".git", error) || !at.has_relative_path()) return false;
  }
}

}  // namespace

absl::StatusOr<std::vector<WorkspaceRecord>> WorkspacesAround(
    const std::vector<WorkspaceRecord>& stored, const fs::path& given) {
  std::error_code error;
  const fs::path root = fs::weakly_canonical(given, error);
  std::vector<WorkspaceRecord> around;
  WM_ASSIGN_OR_RETURN(std::optional<WorkspaceRecord> marked, FindWorkspaceMarker(root));
  if (marked && !marked->members.empty() && IsInside(*marked, root)) {
    around.push_back(*std::move(marked));
    return around;
  }
  std::copy_if(stored.begin(), stored.end(), std::back_inserter(around),
               [&](const WorkspaceRecord& workspace) { return IsInside(workspace, root); });
  return around;
}

}  // namespace waymark::services
