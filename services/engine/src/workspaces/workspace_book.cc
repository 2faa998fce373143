#include "workspaces/workspace_book.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/hash.h"
#include "graph/status.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;
using Workspaces = std::vector<WorkspaceRecord>;

constexpr std::string_view kWorkspacesHead = "waymark workspaces 1\n";

RootHash KeyOfRow() { return FieldHasher("waymark.workspaces.v1").Finish<RootHash>(); }

bool IsNameByte(unsigned char byte) {
  return byte >= 0x80 || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
         (byte >= 'A' && byte <= 'Z') || byte == '.' || byte == '_' || byte == '-';
}

// "" if there is none.
std::string TextIn(const Json& object, const char* member) {
  const auto at = object.find(member);
  return at == object.end() || !at->is_string() ? "" : at->get<std::string>();
}

std::optional<WorkspaceRecord> ReadWorkspace(std::string_view line) {
  const Json row = Json::parse(line, nullptr, false);
  if (!row.is_object()) return std::nullopt;
  WorkspaceRecord workspace{.name = TextIn(row, "name")};
  const auto members = row.find("members");
  if (workspace.name.empty() || members == row.end() || !members->is_array() ||
      members->size() > kMaxWorkspaceMembers) {
    return std::nullopt;
  }
  for (const Json& member : *members) {
    if (!member.is_object()) return std::nullopt;
    workspace.members.push_back({.name = TextIn(member, "name"), .root = TextIn(member, "root")});
    if (workspace.members.back().name.empty() || workspace.members.back().root.empty()) {
      return std::nullopt;
    }
  }
  return workspace;
}

}  // namespace

absl::Status CheckWorkspaceName(std::string_view what, std::string_view name) {
  const bool is_name = !name.empty() && std::all_of(name.begin(), name.end(), IsNameByte);
  if (is_name && name.size() <= kMaxWorkspaceNameBytes) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("'{}' cannot be the name of {}: use letters, digits, '.', '_' and '-', at most "
                  "{} of them",
                  name, what, kMaxWorkspaceNameBytes));
}

std::string WriteWorkspaces(const Workspaces& workspaces) {
  std::string text(kWorkspacesHead);
  for (const WorkspaceRecord& workspace : workspaces) {
    Json members = Json::array();
    for (const WorkspaceMember& member : workspace.members) {
      members.push_back({{"name", member.name}, {"root", member.root.string()}});
    }
    const Json row = {{"name", workspace.name}, {"members", std::move(members)}};
    text += row.dump(-1, ' ', false, Json::error_handler_t::replace);
    text += '\n';
  }
  return text;
}

absl::StatusOr<Workspaces> ReadWorkspaces(std::string_view text) {
  const absl::Status damaged =
      absl::DataLossError("read the workspaces: their row is damaged, or a newer waymark wrote it");
  if (!text.starts_with(kWorkspacesHead)) return damaged;
  text.remove_prefix(kWorkspacesHead.size());
  Workspaces workspaces;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::optional<WorkspaceRecord> workspace = ReadWorkspace(text.substr(0, end));
    if (!workspace || workspaces.size() == kMaxWorkspaces) return damaged;
    workspaces.push_back(*std::move(workspace));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return workspaces;
}

absl::StatusOr<Workspaces> StoredWorkspaces(graph::Store& store) {
  WM_ASSIGN_OR_RETURN(const std::optional<std::string> text,
                      store.Recall(graph::SessionRowKind::kWorkspaces, KeyOfRow()));
  return text ? ReadWorkspaces(*text) : Workspaces();
}

absl::Status ChangeWorkspaces(graph::Store& store,
                              const std::function<absl::Status(Workspaces& workspaces)>& change) {
  return store.Remember(
      graph::SessionRowKind::kWorkspaces, KeyOfRow(),
      [&](const std::optional<std::string>& known) -> absl::StatusOr<std::string> {
        Workspaces workspaces;
        if (known) {
          WM_ASSIGN_OR_RETURN(workspaces, ReadWorkspaces(*known));
        }
        WM_RETURN_IF_ERROR(change(workspaces));
        const auto by_name = [](const auto& a, const auto& b) { return a.name < b.name; };
        std::sort(workspaces.begin(), workspaces.end(), by_name);
        if (workspaces.size() > kMaxWorkspaces) {
          return absl::ResourceExhaustedError(
              fmt::format("a store keeps at most {} workspaces; remove one", kMaxWorkspaces));
        }
        for (WorkspaceRecord& workspace : workspaces) {
          std::sort(workspace.members.begin(), workspace.members.end(), by_name);
          if (workspace.members.size() <= kMaxWorkspaceMembers) continue;
          return absl::ResourceExhaustedError(
              fmt::format("a workspace has at most {} repositories", kMaxWorkspaceMembers));
        }
        return WriteWorkspaces(workspaces);
      });
}

}  // namespace waymark::services
