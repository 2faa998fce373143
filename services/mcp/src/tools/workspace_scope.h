// Calls in a workspace. The scope of a tool decides what `repo` may be (the GCX1 specification,
// workspace-aware shapes). A call with another `repo` is rejected.
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

// The error in the argument `repo` of a call, if there is one. `given` is an object. A `repo` that
// is null, or of a type that no scope has, has the wrong shape. The message ends with a call that
// works: with the given value in the other shape, otherwise all members, or the one that contains
// `root`, the server's own checkout.
std::optional<wire::ProtocolError> FindRepoError(const ToolRow& tool, const Json& given,
                                                 const WorkspaceRecord& workspace,
                                                 const std::filesystem::path& root);

// The error in the requested format: a GCX1 section, a JSON object, otherwise a line.
absl::StatusOr<ToolAnswer> Refusal(const Json& given, const wire::ProtocolError& error);

// The repositories that a call without such an error is about: one for a repository tool, all for a
// workspace tool; each once, in order of name.
std::vector<WorkspaceMember> MembersOf(const ToolRow& tool, const Json& given,
                                       const WorkspaceRecord& workspace);

// The arguments with the symbols and files of a repository named without it: answers about several
// repositories call them `member:src/app.py#run`.
Json WithoutMember(Json given, const std::string& member);

// The tools with their scopes: the section `tool_definitions` of GCX1.
absl::StatusOr<std::string> ToolDefinitionsText(std::span<const ToolRow> tools);

}  // namespace waymark::services
