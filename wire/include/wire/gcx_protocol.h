// The three protocol sections of GCX1: the list of tools with their scopes, one call of a tool, and
// the rejection of a call.
//
//   tool_definitions   name, scope            rows by name
//   tool_request       tool, scope, repo      the shape of `repo` follows from the scope
//   error              code, message, detail
//
// Everything here is a pure function and safe from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "wire/gcx.h"

namespace waymark::wire {

inline constexpr std::string_view kToolDefinitions = "tool_definitions";
inline constexpr std::string_view kToolRequest = "tool_request";
inline constexpr std::string_view kProtocolError = "error";

// The repositories that one call of a tool asks.
enum class ToolScope : std::uint8_t { kRepo, kWorkspace, kFanOut };
std::string_view Name(ToolScope scope);  // "repo", "workspace", "fan-out"
std::optional<ToolScope> ToolScopeFromName(std::string_view name);

struct ToolDefinition {
  std::string name;
  ToolScope scope = ToolScope::kRepo;

  bool operator==(const ToolDefinition&) const = default;
};

// The argument `repo` of a call: absent, one name, or a list. {"*"} is every repository.
using RepoArgument = std::variant<std::monostate, std::string, std::vector<std::string>>;

struct ToolRequest {
  std::string tool;
  ToolScope scope = ToolScope::kRepo;
  RepoArgument repo;

  bool operator==(const ToolRequest&) const = default;
};

// The published codes.
inline constexpr std::string_view kUnknownRepo = "unknown_repo";
inline constexpr std::string_view kMissingRepoList = "missing_repo_list";
inline constexpr std::string_view kMissingRepo = "missing_repo";
inline constexpr std::string_view kRepoNotAllowed = "repo_not_allowed";
inline constexpr std::string_view kWrongRepoShape = "wrong_repo_shape";

struct ProtocolError {
  std::string code;
  std::string message;
  std::string detail;

  bool operator==(const ProtocolError&) const = default;
};

// Returns the first error of a call, if any. It checks first whether `repo` is present as the scope
// demands, then its type, then whether the repositories are known.
std::optional<ProtocolError> FindProtocolError(const ToolRequest& request,
                                               std::span<const std::string> known_repositories);

// Conversions between sections and their content. InvalidArgument for content that the schema
// forbids: a definition without a name or given twice, a request whose `repo` does not fit its
// scope, an error without a code.
absl::StatusOr<GcxSection> ToGcxSection(std::vector<ToolDefinition> definitions);
absl::StatusOr<GcxSection> ToGcxSection(const ToolRequest& request);
absl::StatusOr<GcxSection> ToGcxSection(const ProtocolError& error);
absl::StatusOr<std::vector<ToolDefinition>> ToolDefinitionsFrom(const GcxSection& section);
absl::StatusOr<ToolRequest> ToolRequestFrom(const GcxSection& section);
absl::StatusOr<ProtocolError> ProtocolErrorFrom(const GcxSection& section);

}  // namespace waymark::wire
