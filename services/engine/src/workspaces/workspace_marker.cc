#include "workspaces/workspace_marker.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "graph/status.h"
#include "text/trimmed_line.h"
#include "workspaces/workspace_book.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

bool LiesBelow(const fs::path& path, const fs::path& directory) {
  const fs::path relative = path.lexically_relative(directory);
  return !relative.empty() && *relative.begin() != ".." && relative != ".";
}

absl::StatusOr<WorkspaceMember> ParseMember(const fs::path& directory, std::string_view line) {
  const std::size_t equals = line.find('=');
  const std::string_view path =
      TrimmedLine(equals == std::string_view::npos ? line : line.substr(equals + 1));
  std::error_code error;
  const fs::path root = fs::canonical(directory / fs::path(path), error);
  if (path.empty() || error || !fs::is_directory(root, error)) {
    return absl::InvalidArgumentError(fmt::format("'{}' is not a directory", path));
  }
  if (!LiesBelow(root, directory)) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' is not below the directory of this file", path));
  }
  WorkspaceMember member{.name = equals == std::string_view::npos
                                     ? NameFromPath(root.native())
                                     : std::string(TrimmedLine(line.substr(0, equals))),
                         .root = root};
  WM_RETURN_IF_ERROR(CheckWorkspaceName("a repository", member.name));
  return member;
}

// Whether the file belongs to the user of this process or to the administrator.
bool IsTrusted(const fs::path& file) {
  struct stat info {};

  if (::stat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return false;
  return info.st_uid == ::geteuid() || info.st_uid == 0;
}

absl::StatusOr<std::string> MarkerText(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(kMaxWorkspaceMarkerBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (!stream.eof() || stream.bad()) {
    return absl::InvalidArgumentError(
        fmt::format("{}: it cannot be read, or has more than {} bytes", file.string(),
                    kMaxWorkspaceMarkerBytes));
  }
  return text;
}

}  // namespace

std::string NameFromPath(std::string_view name) {
  while (name.ends_with('/')) name.remove_suffix(1);
  const std::size_t slash = name.rfind('/');
  std::string last(slash == std::string_view::npos ? name : name.substr(slash + 1));
  if (last.size() > kMaxWorkspaceNameBytes) last.resize(kMaxWorkspaceNameBytes);
  for (char& byte : last) {
    if (!CheckWorkspaceName("", {&byte, 1}).ok()) byte = '-';
  }
  return last.empty() ? "-" : last;
}

absl::StatusOr<WorkspaceRecord> ParseWorkspaceMarker(const fs::path& file, std::string_view text) {
  WorkspaceRecord workspace{.name = NameFromPath(file.parent_path().native()), .marker = file};
  const auto refuse = [&](std::size_t line, std::string_view what) {
    return absl::InvalidArgumentError(fmt::format("{}:{}: {}", file.string(), line, what));
  };
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = TrimmedLine(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    absl::StatusOr<WorkspaceMember> member = ParseMember(file.parent_path(), line);
    if (!member.ok()) return refuse(number, std::string(member.status().message()));
    const auto same =
        std::find_if(workspace.members.begin(), workspace.members.end(), [&](const auto& other) {
          return other.name == member->name || other.root == member->root;
        });
    if (same != workspace.members.end()) {
      return refuse(number, fmt::format("'{}' stands twice; name one NAME = PATH", member->name));
    }
    workspace.members.push_back(*std::move(member));
    if (workspace.members.size() > kMaxWorkspaceMembers) {
      return refuse(number, fmt::format("more than {} repositories", kMaxWorkspaceMembers));
    }
  }
  std::sort(workspace.members.begin(), workspace.members.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return workspace;
}

absl::StatusOr<std::optional<WorkspaceRecord>> FindWorkspaceMarker(const fs::path& directory) {
  for (fs::path at = directory;; at = at.parent_path()) {
    const fs::path file = at / kWorkspaceMarker;
    if (IsTrusted(file)) {
      WM_ASSIGN_OR_RETURN(const std::string text, MarkerText(file));
      WM_ASSIGN_OR_RETURN(WorkspaceRecord workspace, ParseWorkspaceMarker(file, text));
      return std::optional<WorkspaceRecord>(std::move(workspace));
    }
    if (!at.has_relative_path()) return std::optional<WorkspaceRecord>();
  }
}

}  // namespace waymark::services
