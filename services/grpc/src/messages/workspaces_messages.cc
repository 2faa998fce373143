#include "messages/messages.h"

namespace waymark::services {
namespace {

void Fill(const WorkspaceRecord& workspace, v1::Workspace& message) {
  message.set_name(workspace.name);
  message.set_marker_path(workspace.marker.native());
  for (const WorkspaceMember& member : workspace.members) {
    v1::Workspace::Member& added = *message.add_members();
    added.set_name(member.name);
    added.set_root_path(member.root.native());
    added.set_repository(member.repository);
  }
}

WorkspaceRecord RecordFrom(const v1::Workspace& message) {
  WorkspaceRecord workspace{.name = message.name(), .marker = message.marker_path()};
  for (const v1::Workspace::Member& member : message.members()) {
    workspace.members.push_back(
        {.name = member.name(), .root = member.root_path(), .repository = member.repository()});
  }
  return workspace;
}

}  // namespace

v1::WorkspacesReply ToMessage(const WorkspacesAnswer& answer) {
  v1::WorkspacesReply message;
  for (const WorkspaceRecord& workspace : answer.workspaces) {
    Fill(workspace, *message.add_workspaces());
  }
  if (answer.active) Fill(*answer.active, *message.mutable_active());
  return message;
}

WorkspacesAnswer FromMessage(const v1::WorkspacesReply& message) {
  WorkspacesAnswer answer;
  for (const v1::Workspace& workspace : message.workspaces()) {
    answer.workspaces.push_back(RecordFrom(workspace));
  }
  if (message.has_active()) answer.active = RecordFrom(message.active());
  return answer;
}

}  // namespace waymark::services
