// The marker file of a workspace.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "services/workspaces.h"

namespace waymark::services {

// A name that CheckWorkspaceName takes, made of the last part of `name`: bytes that it may not have
// become '-'.
std::string NameFromPath(std::string_view name);

// What the text of the marker file `file` says. Members are canonical paths of directories below
// that of the file; one that leaves it, by ".." or a link, is refused, and so are two of one name.
// InvalidArgument names the line.
absl::StatusOr<WorkspaceRecord> ParseWorkspaceMarker(const std::filesystem::path& file,
                                                     std::string_view text);

// The workspace of the marker file nearest above `directory`, or in it; none when there is no such
// file. One that neither the user nor the administrator owns does not count: any user can write one
// into a shared directory. Reads at most kMaxWorkspaceMarkerBytes.
absl::StatusOr<std::optional<WorkspaceRecord>> FindWorkspaceMarker(
    const std::filesystem::path& directory);

}  // namespace waymark::services
