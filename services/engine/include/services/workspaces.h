// Workspaces: named sets of indexed repositories that are asked about together.
//
// A workspace is either kept in the store, where the verb makes it, or read from a marker file that
// lies above its repositories. A checkout is inside a workspace if it, or the checkout that
// contains it, is a member. The nearest marker file above it takes precedence over the store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace waymark::services {

// The marker file. Each line is a member: a path relative to the file, of a directory below it, or
// NAME = PATH. Empty lines and lines that begin with '#' are ignored. The workspace has the name of
// the file's directory.
inline constexpr char kWorkspaceMarker[] = ".waymark-workspace";

inline constexpr std::size_t kMaxWorkspaces = 64;
inline constexpr std::size_t kMaxWorkspaceMembers = 256;
inline constexpr std::size_t kMaxWorkspaceMarkerBytes = 64 << 10;
// For names of workspaces and members: letters, digits, '.', '_', '-' and non-ASCII characters.
inline constexpr std::size_t kMaxWorkspaceNameBytes = 128;

struct WorkspaceMember {
  std::string name;             // within the workspace
  std::filesystem::path root;   // canonical path of the checkout
  std::string repository = {};  // as indexed; empty: not indexed

  bool operator==(const WorkspaceMember&) const = default;
};

struct WorkspaceRecord {
  std::string name;
  std::filesystem::path marker = {};          // the file that defines it; empty: the store
  std::vector<WorkspaceMember> members = {};  // by name

  bool operator==(const WorkspaceRecord&) const = default;
};

// Other repositories of a workspace in which to look for uses of a symbol: references that lead out
// of them, by name, in files that import the symbol's package. Applies to usages and callers only.
struct CrossRepositoryRequest {
  // Name of the symbol's repository in the workspace; empty: only this repository is asked.
  // Otherwise paths in the answer begin with a repository name and a colon.
  std::string home = {};
  std::vector<WorkspaceMember> repositories = {};
};

enum class WorkspaceAction : std::uint8_t {
  kList,    // those of the store, and the one around `root`
  kAdd,     // adds `root` to the workspace `name` of the store, which is made if needed
  kRemove,  // removes `member` from it, or the whole workspace
};

struct WorkspacesRequest {
  WorkspaceAction action = WorkspaceAction::kList;
  std::string name = {};            // for kList: the requested workspace, wherever `root` is; or ""
  std::filesystem::path root = {};  // absolute; for kList: empty without a checkout
  // For kAdd: the name within the workspace; empty: the last component of the repository's name.
  // For kRemove: that name, or the path of a checkout; empty: all members.
  std::string member = {};
};

struct WorkspacesAnswer {
  std::vector<WorkspaceRecord> workspaces;  // by name; for kRemove: what is left of the workspace
  std::optional<WorkspaceRecord> active;    // the requested one, or the one around `root`
};

}  // namespace waymark::services
