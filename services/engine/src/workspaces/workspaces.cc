// Lists and changes workspaces, and finds the one around a checkout.
#include "services/workspaces.h"

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "answers/requests.h"
#include "graph/status.h"
#include "indexer/indexer.h"
#include "services/engine.h"
#include "workspaces/workspace_book.h"
#include "workspaces/workspace_marker.h"
#include "workspaces/workspaces_around.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

using Workspaces = std::vector<WorkspaceRecord>;

// Names of indexed repositories by the checkout's path.
using IndexedNames = std::map<std::string, std::string>;

IndexedNames IndexedNamesOf(const std::vector<graph::ViewRecord>& views) {
  IndexedNames names;
  for (const graph::ViewRecord& view : views) {
    if (!indexer::IsCommitView(view.key)) names[view.root_path] = view.key.repository;
  }
  return names;
}

void TellRepositories(const IndexedNames& names, WorkspaceRecord& workspace) {
  for (WorkspaceMember& member : workspace.members) {
    const auto found = names.find(member.root.native());
    if (found != names.end()) member.repository = found->second;
  }
}

// The requested workspace; none if the checkout is inside no workspace.
absl::StatusOr<std::optional<WorkspaceRecord>> WorkspaceAround(const Workspaces& stored,
                                                               const fs::path& root) {
  WM_ASSIGN_OR_RETURN(std::vector<WorkspaceRecord> around, WorkspacesAround(stored, root));
  if (around.empty()) return std::nullopt;
  if (around.size() == 1) return std::move(around.front());
  return absl::FailedPreconditionError(
      fmt::format("{} is in the workspaces {} and {}; choose one with --workspace", root.string(),
                  around[0].name, around[1].name));
}

absl::StatusOr<Workspaces::iterator> Find(Workspaces& workspaces, const std::string& name) {
  const auto found =
      std::find_if(workspaces.begin(), workspaces.end(),
                   [&](const WorkspaceRecord& workspace) { return workspace.name == name; });
  if (found != workspaces.end()) return found;
  return absl::NotFoundError(fmt::format(
      "there is no workspace '{}'; list the workspaces with: waymark workspace list", name));
}

absl::Status AddMember(const WorkspaceMember& member, const std::string& name,
                       Workspaces& workspaces) {
  auto found = Find(workspaces, name);
  if (!found.ok()) {
    workspaces.push_back({.name = name});
    found = workspaces.end() - 1;
  }
  std::vector<WorkspaceMember>& members = (*found)->members;
  for (WorkspaceMember& known : members) {
    if (known.name == member.name && known.root != member.root) {
      return absl::FailedPreconditionError(
          fmt::format("'{}' in the workspace {} is {}; give {} another name, with --as NAME",
                      member.name, name, known.root.string(), member.root.string()));
    }
  }
  std::erase_if(members, [&](const auto& known) { return known.root == member.root; });
  members.push_back(member);
  return absl::OkStatus();
}

// A workspace without members is deleted.
absl::Status Remove(const WorkspacesRequest& request, Workspaces& workspaces) {
  WM_ASSIGN_OR_RETURN(const auto found, Find(workspaces, request.name));
  if (!request.member.empty()) {
    const auto count = std::erase_if(found->members, [&](const WorkspaceMember& member) {
      return member.name == request.member || member.root == request.member;
    });
    if (count == 0) {
      return absl::NotFoundError(fmt::format(
          "the workspace {} has no '{}'; list its repositories with: waymark workspace list",
          request.name, request.member));
    }
    if (!found->members.empty()) return absl::OkStatus();
  }
  workspaces.erase(found);
  return absl::OkStatus();
}

absl::StatusOr<WorkspaceMember> MemberToAdd(const WorkspacesRequest& request,
                                            const IndexedNames& names) {
  std::error_code error;
  WorkspaceMember member{.name = request.member, .root = fs::weakly_canonical(request.root, error)};
  const auto found = names.find(member.root.native());
  if (found == names.end()) {
    return absl::FailedPreconditionError(fmt::format("{} is not indexed; run: waymark index {}",
                                                     member.root.string(), member.root.string()));
  }
  if (member.name.empty()) member.name = NameFromPath(found->second);
  WM_RETURN_IF_ERROR(CheckWorkspaceName("a repository", member.name));
  return member;
}

}  // namespace

absl::StatusOr<WorkspacesAnswer> Engine::Workspaces(const WorkspacesRequest& request,
                                                    const CallControl& control) {
  WM_RETURN_IF_ERROR(control.Check());
  const bool is_list = request.action == WorkspaceAction::kList;
  if (!request.root.empty() || request.action == WorkspaceAction::kAdd) {
    WM_RETURN_IF_ERROR(CheckRoot(request.root));
  }
  if (!is_list) WM_RETURN_IF_ERROR(CheckWorkspaceName("a workspace", request.name));
  WM_ASSIGN_OR_RETURN(const std::vector<graph::ViewRecord> views, store_->Views());
  const IndexedNames names = IndexedNamesOf(views);
  if (request.action == WorkspaceAction::kAdd) {
    WM_ASSIGN_OR_RETURN(const WorkspaceMember member, MemberToAdd(request, names));
    WM_RETURN_IF_ERROR(ChangeWorkspaces(*store_, [&](std::vector<WorkspaceRecord>& workspaces) {
      return AddMember(member, request.name, workspaces);
    }));
  } else if (request.action == WorkspaceAction::kRemove) {
    WM_RETURN_IF_ERROR(ChangeWorkspaces(*store_, [&](std::vector<WorkspaceRecord>& workspaces) {
      return Remove(request, workspaces);
    }));
  }
  WorkspacesAnswer answer;
  WM_ASSIGN_OR_RETURN(answer.workspaces, StoredWorkspaces(*store_));
  for (WorkspaceRecord& workspace : answer.workspaces) TellRepositories(names, workspace);
  if (!request.name.empty()) {
    const auto found = Find(answer.workspaces, request.name);
    if (found.ok()) answer.active = **found;
    if (is_list) return found.ok() ? answer : absl::StatusOr<WorkspacesAnswer>(found.status());
    return answer;
  }
  if (request.root.empty()) return answer;
  WM_ASSIGN_OR_RETURN(answer.active, WorkspaceAround(answer.workspaces, request.root));
  if (answer.active) TellRepositories(names, *answer.active);
  return answer;
}

}  // namespace waymark::services
