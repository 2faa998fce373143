#include "wire/gcx_protocol.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "graph/status.h"
#include "json/json_reader.h"
#include "json/json_text.h"

namespace waymark::wire {
namespace {

constexpr std::array<std::string_view, 3> kScopeNames = {"repo", "workspace", "fan-out"};
constexpr std::string_view kEveryRepository = "*";

using Names = std::vector<std::string>;

absl::Status BrokenSection(std::string_view section, std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("section '{}': {}", section, what));
}

// Whether the argument has the shape that its scope demands.
bool FitsScope(ToolScope scope, const RepoArgument& repo) {
  switch (scope) {
    case ToolScope::kRepo: {
      const auto* name = std::get_if<std::string>(&repo);
      return name != nullptr && !name->empty();
    }
    case ToolScope::kWorkspace:
      return std::holds_alternative<std::monostate>(repo);
    case ToolScope::kFanOut: {
      const Names* names = std::get_if<Names>(&repo);
      return names != nullptr && !names->empty() &&
             std::none_of(names->begin(), names->end(),
                          [](const std::string& name) { return name.empty(); });
    }
  }
  return false;
}

std::string_view DemandOf(ToolScope scope) {
  switch (scope) {
    case ToolScope::kRepo:
      return "the name of one repository";
    case ToolScope::kWorkspace:
      return "no repository";
    case ToolScope::kFanOut:
      return "a list of repositories, or [\"*\"] for all";
  }
  return "";
}

std::string CellOf(const RepoArgument& repo) {
  if (const auto* name = std::get_if<std::string>(&repo)) return *name;
  const Names* names = std::get_if<Names>(&repo);
  if (names == nullptr) return "";
  std::string cell = "[";
  for (const std::string& name : *names) {
    if (cell.size() > 1) cell += ',';
    AppendJsonString(cell, name);
  }
  return cell + "]";
}

absl::StatusOr<RepoArgument> ListFrom(const std::string& cell) {
  JsonReader reader(cell);
  Names names;
  WM_RETURN_IF_ERROR(reader.BeginArray());
  for (;;) {
    bool more = false;
    WM_RETURN_IF_ERROR(reader.NextElement(more));
    if (!more) break;
    WM_RETURN_IF_ERROR(reader.ReadString(names.emplace_back()));
  }
  WM_RETURN_IF_ERROR(reader.ExpectEnd());
  return RepoArgument(std::move(names));
}

// Checks the fields and the width of the rows of a section. The sections' layout check calls
// functions that use this, so it does not call that check.
absl::Status CheckShape(const GcxSection& section, std::string_view tool, const Names& fields) {
  if (section.tool != tool) return BrokenSection(section.tool, fmt::format("expected '{}'", tool));
  if (section.fields != fields) {
    return BrokenSection(tool, fmt::format("its fields are '{}'", fmt::join(fields, ",")));
  }
  for (const GcxRow& row : section.rows) {
    if (row.size() != fields.size()) return BrokenSection(tool, "a row of another width");
  }
  return absl::OkStatus();
}

absl::Status CheckOneRow(const GcxSection& section) {
  if (section.rows.size() == 1) return absl::OkStatus();
  return BrokenSection(section.tool,
                       fmt::format("{} rows, it has exactly one", section.rows.size()));
}

// Checks that a cell is a name.
absl::Status CheckCell(std::string_view section, std::string_view cell, std::string_view missing) {
  if (cell.empty()) return BrokenSection(section, missing);
  if (cell.find('\r') == std::string_view::npos) return absl::OkStatus();
  return BrokenSection(section, "a carriage return in a name");
}

const Names& DefinitionFields() {
  static const Names fields = {"name", "scope"};
  return fields;
}

const Names& RequestFields() {
  static const Names fields = {"tool", "scope", "repo"};
  return fields;
}

const Names& ErrorFields() {
  static const Names fields = {"code", "message", "detail"};
  return fields;
}

absl::StatusOr<ToolScope> ScopeFrom(std::string_view section, const std::string& cell) {
  const std::optional<ToolScope> scope = ToolScopeFromName(cell);
  if (scope) return *scope;
  return BrokenSection(
      section, fmt::format("the scope '{}' is none of {}", cell, fmt::join(kScopeNames, ", ")));
}

}  // namespace

std::string_view Name(ToolScope scope) { return kScopeNames[static_cast<std::size_t>(scope)]; }

std::optional<ToolScope> ToolScopeFromName(std::string_view name) {
  const auto* const found = std::find(kScopeNames.begin(), kScopeNames.end(), name);
  if (found == kScopeNames.end()) return std::nullopt;
  return static_cast<ToolScope>(found - kScopeNames.begin());
}

std::optional<ProtocolError> FindProtocolError(const ToolRequest& request,
                                               std::span<const std::string> known_repositories) {
  const auto error = [&request](std::string_view code, std::string detail) {
    return ProtocolError{std::string(code),
                         fmt::format("{} needs {}", request.tool, DemandOf(request.scope)),
                         std::move(detail)};
  };
  const bool is_absent = std::holds_alternative<std::monostate>(request.repo);
  if (request.scope == ToolScope::kWorkspace) {
    if (is_absent) return std::nullopt;
    return error(kRepoNotAllowed, CellOf(request.repo));
  }
  if (is_absent) {
    return error(request.scope == ToolScope::kRepo ? kMissingRepo : kMissingRepoList, "");
  }
  if (!FitsScope(request.scope, request.repo)) return error(kWrongRepoShape, CellOf(request.repo));
  Names names;
  if (const auto* name = std::get_if<std::string>(&request.repo)) names = {*name};
  if (const Names* list = std::get_if<Names>(&request.repo)) names = *list;
  const bool is_every =
      request.scope == ToolScope::kFanOut && names.size() == 1 && names[0] == kEveryRepository;
  for (const std::string& name : names) {
    const bool is_known = std::find(known_repositories.begin(), known_repositories.end(), name) !=
                          known_repositories.end();
    if (!is_known && !is_every) return error(kUnknownRepo, name);
  }
  return std::nullopt;
}

absl::StatusOr<GcxSection> ToGcxSection(std::vector<ToolDefinition> definitions) {
  std::sort(definitions.begin(), definitions.end(),
            [](const ToolDefinition& a, const ToolDefinition& b) { return a.name < b.name; });
  GcxSection section{std::string(kToolDefinitions), DefinitionFields(), {}, {}, {}};
  section.rows.reserve(definitions.size());
  for (const ToolDefinition& definition : definitions) {
    section.rows.push_back({definition.name, std::string(Name(definition.scope))});
  }
  WM_RETURN_IF_ERROR(ToolDefinitionsFrom(section).status());
  return section;
}

absl::StatusOr<std::vector<ToolDefinition>> ToolDefinitionsFrom(const GcxSection& section) {
  WM_RETURN_IF_ERROR(CheckShape(section, kToolDefinitions, DefinitionFields()));
  std::vector<ToolDefinition> definitions;
  definitions.reserve(section.rows.size());
  for (const GcxRow& row : section.rows) {
    WM_RETURN_IF_ERROR(CheckCell(kToolDefinitions, row[0], "a tool without a name"));
    if (!definitions.empty() && definitions.back().name >= row[0]) {
      return BrokenSection(kToolDefinitions,
                           fmt::format("'{}' stands twice, or before the order of names", row[0]));
    }
    WM_ASSIGN_OR_RETURN(const ToolScope scope, ScopeFrom(kToolDefinitions, row[1]));
    definitions.push_back({row[0], scope});
  }
  return definitions;
}

absl::StatusOr<GcxSection> ToGcxSection(const ToolRequest& request) {
  GcxSection section{std::string(kToolRequest), RequestFields(), {}, {}, {}};
  section.rows = {{request.tool, std::string(Name(request.scope)), CellOf(request.repo)}};
  if (!FitsScope(request.scope, request.repo)) {
    return BrokenSection(kToolRequest, fmt::format("the scope '{}' has {}", Name(request.scope),
                                                   DemandOf(request.scope)));
  }
  WM_RETURN_IF_ERROR(ToolRequestFrom(section).status());
  return section;
}

absl::StatusOr<ToolRequest> ToolRequestFrom(const GcxSection& section) {
  WM_RETURN_IF_ERROR(CheckShape(section, kToolRequest, RequestFields()));
  WM_RETURN_IF_ERROR(CheckOneRow(section));
  const GcxRow& row = section.rows[0];
  ToolRequest request;
  request.tool = row[0];
  WM_RETURN_IF_ERROR(CheckCell(kToolRequest, request.tool, "no tool"));
  WM_ASSIGN_OR_RETURN(request.scope, ScopeFrom(kToolRequest, row[1]));
  if (request.scope == ToolScope::kFanOut) {
    absl::StatusOr<RepoArgument> list = ListFrom(row[2]);
    if (list.ok()) request.repo = *std::move(list);
  } else if (!row[2].empty()) {
    WM_RETURN_IF_ERROR(CheckCell(kToolRequest, row[2], "no repository"));
    request.repo = row[2];
  }
  if (FitsScope(request.scope, request.repo)) return request;
  return BrokenSection(kToolRequest, fmt::format("the scope '{}' has {}, not '{}'", row[1],
                                                 DemandOf(request.scope), row[2]));
}

absl::StatusOr<GcxSection> ToGcxSection(const ProtocolError& error) {
  GcxSection section{std::string(kProtocolError), ErrorFields(), {}, {}, {}};
  section.rows = {{error.code, error.message, error.detail}};
  WM_RETURN_IF_ERROR(ProtocolErrorFrom(section).status());
  return section;
}

absl::StatusOr<ProtocolError> ProtocolErrorFrom(const GcxSection& section) {
  WM_RETURN_IF_ERROR(CheckShape(section, kProtocolError, ErrorFields()));
  WM_RETURN_IF_ERROR(CheckOneRow(section));
  const GcxRow& row = section.rows[0];
  WM_RETURN_IF_ERROR(CheckCell(kProtocolError, row[0], "no code"));
  return ProtocolError{row[0], row[1], row[2]};
}

}  // namespace waymark::wire
