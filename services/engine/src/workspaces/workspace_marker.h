// The marker file of a workspace.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "services/workspaces.h"

namespace waymark::services {

// Makes a valid name (CheckWorkspaceName) from the last component of `name`: bytes that are not
// allowed become '-'.
std::string NameFromPath(std::string_view name);

// Parses `text`, the content of the marker file `file`. Members are canonical paths of directories
// below the file's directory. A member that leaves it, by ".." or a link, is an error, and so are
// two members of one name. InvalidArgument names the line.
absl::StatusOr<WorkspaceRecord> ParseWorkspaceMarker(const std::filesystem::path& file,
                                                     std::string_view text);

// The workspace of the nearest marker file in or above `directory`; none if there is no such file.
// A file that belongs neither to the user nor to the administrator is ignored, because any user can
// write one into a shared directory. Reads at most kMaxWorkspaceMarkerBytes.
absl::StatusOr<std::optional<WorkspaceRecord>> FindWorkspaceMarker(
    const std::filesystem::path& directory);

}  // namespace waymark::services
