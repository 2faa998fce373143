// Calls within a workspace: what `repo` may be by the scope of a tool (the GCX1 specification,
// workspace-aware shapes), and the refusal of a call whose `repo` is something else.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include <absl/status/statusor.h>

#include "services/json_rpc.h"
#include "services/workspaces.h"
#include "tools/tool.h"
#include "wire/gcx_protocol.h"

namespace waymark::services {

// What is wrong with the argument `repo` of a call, if anything. `given` is an object; a `repo`
// that is there but null, or of a type that no scope has, is of the wrong shape. The message ends
// with the `repo` to send instead where that is known: what was given in the other shape, else the
// member that holds `root`, the server's own checkout.
std::optional<wire::ProtocolError> FindRepoError(const ToolRow& tool, const Json& given,
                                                 const WorkspaceRecord& workspace,
                                                 const std::filesystem::path& root);

// The refusal in the format that the call asked for: a GCX1 section, a JSON object, else a line.
absl::StatusOr<ToolAnswer> Refusal(const Json& given, const wire::ProtocolError& error);

// The repositories that a call is about, which has no such error: one of a repository tool, all of
// a workspace tool, each once and in order of name.
std::vector<WorkspaceMember> MembersOf(const ToolRow& tool, const Json& given,
                                       const WorkspaceRecord& workspace);

// The tools with their scopes: a section `tool_definitions` of GCX1.
absl::StatusOr<std::string> ToolDefinitionsText(std::span<const ToolRow> tools);

}  // namespace waymark::services
