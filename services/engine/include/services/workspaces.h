// Workspaces: named sets of indexed repositories that are asked about together.
//
// One is kept in the store, made by the verb, or read from a marker file that lies above its
// repositories. A checkout is inside of a workspace when it, or the checkout that it is a directory
// of, is a member; the marker file nearest above it goes before those of the store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace waymark::services {

// A line of it is a member: a path relative to the file, of a directory below it, or NAME = PATH.
// Empty lines and those that begin with '#' say nothing. The workspace has the name of the
// directory that the file is in.
inline constexpr char kWorkspaceMarker[] = ".waymark-workspace";

inline constexpr std::size_t kMaxWorkspaces = 64;
inline constexpr std::size_t kMaxWorkspaceMembers = 256;
inline constexpr std::size_t kMaxWorkspaceMarkerBytes = 64 << 10;
// Of a workspace or a member: letters, digits, '.', '_', '-', and what is not ASCII.
inline constexpr std::size_t kMaxWorkspaceNameBytes = 128;

struct WorkspaceMember {
  std::string name;             // within the workspace
  std::filesystem::path root;   // canonical path of the checkout
  std::string repository = {};  // as it was indexed; empty: it is not

  bool operator==(const WorkspaceMember&) const = default;
};

struct WorkspaceRecord {
  std::string name;
  std::filesystem::path marker = {};          // the file that says so; empty: the store does
  std::vector<WorkspaceMember> members = {};  // by name

  bool operator==(const WorkspaceRecord&) const = default;
};

// Other repositories of a workspace where uses of a symbol are looked for: references that lead out
// of them, by name, in files that import what has the symbol. Only usages and callers are.
struct ElsewhereRequest {
  // Of the symbol's repository, in the workspace; empty: it is asked about alone. Else paths in the
  // answer begin with the name of their repository and a colon.
  std::string home = {};
  std::vector<WorkspaceMember> repositories = {};
};

enum class WorkspaceAction : std::uint8_t {
  kList,    // those of the store, and the one that `root` is inside of
  kAdd,     // `root` to the workspace `name` of the store, which is made when there is none
  kRemove,  // `member` from it, or the whole of it
};

struct WorkspacesRequest {
  WorkspaceAction action = WorkspaceAction::kList;
  std::string name = {};  // of kList: the workspace that is meant, wherever `root` is; or ""
  std::filesystem::path root = {};  // absolute; of kList: empty when no checkout is meant
  // Of kAdd: the name within the workspace; empty: the last part of the repository's. Of kRemove:
  // that name, or the path of a checkout; empty: every one.
  std::string member = {};
};

struct WorkspacesAnswer {
  std::vector<WorkspaceRecord> workspaces;  // of the store, by name; of kRemove: what is left of it
  std::optional<WorkspaceRecord> active;    // the one that is meant, or that `root` is inside of
};

}  // namespace waymark::services
