#include "tools/workspace_scope.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/is_within.h"
#include "services/limits.h"
#include "services/state_text.h"
#include "tools/refused_call.h"

namespace waymark::services {
namespace {

using Names = std::vector<std::string>;

constexpr std::string_view kEveryRepository = "*";

bool IsListOfTexts(const Json& value) {
  return value.is_array() &&
         std::all_of(value.begin(), value.end(), [](const Json& item) { return item.is_string(); });
}

// A `repo` of a type that no scope has counts as the wrong shape for the tool's scope.
wire::RepoArgument RepoOf(const ToolRow& tool, const Json& given) {
  const auto found = given.find(kRepoArgument);
  if (found == given.end()) return {};
  if (found->is_string()) return found->get<std::string>();
  if (IsListOfTexts(*found)) return found->get<Names>();
  if (tool.scope == wire::ToolScope::kFanOut) return std::string();
  return Names();
}

Names MemberNames(const WorkspaceRecord& workspace) {
  Names names;
  for (const WorkspaceMember& member : workspace.members) names.push_back(member.name);
  return names;
}

// The members that a rejected `repo` seems to mean; agents also send paths.
Names MeantBy(const Json& given, const WorkspaceRecord& workspace) {
  Names meant;
  const auto repo = given.find(kRepoArgument);
  if (repo == given.end()) return meant;
  for (const Json& item : repo->is_array() ? *repo : Json::array({*repo})) {
    if (!item.is_string()) continue;
    const std::string text = item;
    for (const WorkspaceMember& member : workspace.members) {
      if (text == member.name || text == member.root) meant.push_back(member.name);
    }
  }
  return meant;
}

// The `repo` that works; null: leave it out. Nothing if the workspace has no repository.
std::optional<Json> WorkingRepo(const ToolRow& tool, const Json& given,
                                const WorkspaceRecord& workspace,
                                const std::filesystem::path& root) {
  if (tool.scope == wire::ToolScope::kWorkspace) return Json();
  Names meant = MeantBy(given, workspace);
  if (tool.scope == wire::ToolScope::kFanOut) {
    if (meant.empty()) meant.emplace_back(kEveryRepository);
    return Json(meant);
  }
  if (workspace.members.empty()) return std::nullopt;
  const auto home =
      std::find_if(workspace.members.begin(), workspace.members.end(),
                   [&root](const WorkspaceMember& member) { return IsWithin(member.root, root); });
  if (meant.empty()) {
    meant.push_back(home == workspace.members.end() ? workspace.members.front().name : home->name);
  }
  return Json(meant.front());
}

// The call with the `repo` that works, for the end of a message.
std::string Remedied(const ToolRow& tool, Json given, const Json& repo) {
  given.erase(kRepoArgument);
  if (!repo.is_null()) given[kRepoArgument] = repo;
  const bool is_short = Compact(given).size() <= kMaxRepeatedBytes;
  const std::string call = is_short ? fmt::format("{} {}", tool.name, Compact(given))
                                    : fmt::format("the same call with \"repo\":{}", Compact(repo));
  return fmt::format("; {}: {}", kCallThatWorks, call);
}

}  // namespace

std::optional<wire::ProtocolError> FindRepoError(const ToolRow& tool, const Json& given,
                                                 const WorkspaceRecord& workspace,
                                                 const std::filesystem::path& root) {
  constexpr std::size_t kNamesListed = 20;
  const Names known = MemberNames(workspace);
  std::optional<wire::ProtocolError> error = wire::FindProtocolError(
      {.tool = std::string(tool.name), .scope = tool.scope, .repo = RepoOf(tool, given)}, known);
  if (!error) return error;
  const auto repo = given.find(kRepoArgument);
  if (error->code != wire::kUnknownRepo && repo != given.end()) error->detail = Compact(*repo);
  const auto listed = std::span(known).first(std::min(known.size(), kNamesListed));
  error->message +=
      fmt::format("; the workspace {} has: {}{}", workspace.name, fmt::join(listed, ", "),
                  listed.size() < known.size() ? ", ..." : "");
  if (!error->detail.empty()) error->message += fmt::format("; it was {}", error->detail);
  const std::optional<Json> works = WorkingRepo(tool, given, workspace, root);
  if (works.has_value()) error->message += Remedied(tool, given, *works);
  return error;
}

absl::StatusOr<ToolAnswer> Refusal(const Json& given, const wire::ProtocolError& error) {
  const Json format = given.value("format", Json());
  ToolAnswer answer{.text = {}, .structured = nullptr, .is_error = true};
  if (format == "gcx") {
    WM_ASSIGN_OR_RETURN(wire::GcxSection section, wire::ToGcxSection(error));
    std::vector<wire::GcxSection> sections;
    sections.push_back(std::move(section));
    WM_ASSIGN_OR_RETURN(answer.text, wire::EncodeGcx(sections));
    return answer;
  }
  if (format == "json") {
    answer.structured = {
        {"code", error.code}, {"message", error.message}, {"detail", error.detail}};
    answer.text = Compact(answer.structured);
    return answer;
  }
  answer.text = fmt::format("{}: {}", error.code, error.message);
  return answer;
}

std::vector<WorkspaceMember> MembersOf(const ToolRow& tool, const Json& given,
                                       const WorkspaceRecord& workspace) {
  const wire::RepoArgument repo = RepoOf(tool, given);
  Names names;
  if (const auto* name = std::get_if<std::string>(&repo)) names = {*name};
  if (const Names* list = std::get_if<Names>(&repo)) names = *list;
  const bool is_every = tool.scope == wire::ToolScope::kWorkspace ||
                        (tool.scope == wire::ToolScope::kFanOut && names.size() == 1 &&
                         names.front() == kEveryRepository);
  std::vector<WorkspaceMember> members;
  for (const WorkspaceMember& member : workspace.members) {
    if (is_every || std::find(names.begin(), names.end(), member.name) != names.end()) {
      members.push_back(member);
    }
  }
  return members;
}

Json WithoutMember(Json given, const std::string& member) {
  constexpr const char* kNaming[] = {"symbol", "symbols", "from", "to", "files", "also"};
  const std::string front = member + ":";
  const auto shorten = [&front](Json& value) {
    if (!value.is_string()) return;
    const std::string name = value;
    // `shop::total` is a name with a scope.
    if (name.starts_with(front) && !name.starts_with(front + ":"))
      value = name.substr(front.size());
  };
  for (const char* const argument : kNaming) {
    const auto found = given.find(argument);
    if (found == given.end()) continue;
    shorten(*found);
    if (!found->is_array()) continue;
    for (Json& name : *found) shorten(name);
  }
  return given;
}

absl::StatusOr<std::string> ToolDefinitionsText(std::span<const ToolRow> tools) {
  std::vector<wire::ToolDefinition> definitions;
  for (const ToolRow& tool : tools) {
    definitions.push_back({.name = std::string(tool.name), .scope = tool.scope});
  }
  WM_ASSIGN_OR_RETURN(wire::GcxSection section, wire::ToGcxSection(std::move(definitions)));
  std::vector<wire::GcxSection> sections;
  sections.push_back(std::move(section));
  return wire::EncodeGcx(sections);
}

}  // namespace waymark::services
