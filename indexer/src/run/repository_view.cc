// The view and repository of a directory.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include "git/git_tree.h"
#include "git/root_directory.h"
#include "git/view_name.h"
#include "graph/status.h"
#include "indexer/indexer.h"
#include "scan/commit_tree.h"

namespace waymark::indexer {
namespace {

namespace fs = std::filesystem;

// The repository under which this checkout, or else a commit of it, was last indexed.
std::optional<std::string> RecordedRepository(const std::vector<graph::ViewRecord>& views,
                                              const std::string& root_path) {
  const auto rank = [](const graph::ViewRecord& record) {
    return std::pair(!IsCommitView(record.key), record.indexed_unix_seconds);
  };
  const graph::ViewRecord* latest = nullptr;
  for (const graph::ViewRecord& record : views) {
    if (record.root_path != root_path) continue;
    if (latest == nullptr || rank(record) > rank(*latest)) latest = &record;
  }
  return latest == nullptr ? std::nullopt : std::optional<std::string>(latest->key.repository);
}

absl::StatusOr<std::string> RepositoryOf(graph::Store& store, const fs::path& canonical_root,
                                         const std::string& repository_name) {
  if (!repository_name.empty()) return repository_name;
  WM_ASSIGN_OR_RETURN(const std::vector<graph::ViewRecord> views, store.Views());
  // Git is asked for the remote only if nothing is recorded: it takes time and memory.
  std::optional<std::string> recorded = RecordedRepository(views, canonical_root.string());
  return recorded.has_value() ? *std::move(recorded) : RepositoryOfDirectory(canonical_root);
}

// Home directory in the user database; empty if the user has no entry.
fs::path UserHome() {
  std::array<char, 16384> buffer{};
  passwd entry{};
  passwd* found = nullptr;
  const int error = getpwuid_r(geteuid(), &entry, buffer.data(), buffer.size(), &found);
  if (error != 0 || found == nullptr) return {};
  std::error_code ignored;
  return fs::canonical(found->pw_dir, ignored);
}

}  // namespace

absl::StatusOr<fs::path> CanonicalRoot(const fs::path& root) {
  std::error_code error;
  const fs::path canonical = fs::canonical(root, error);
  if (error) {
    return absl::NotFoundError(
        fmt::format("index {}: no such directory ({})", root.string(), error.message()));
  }
  if (!fs::is_directory(canonical, error)) {
    return absl::InvalidArgumentError(fmt::format(
        "index {}: it is a file; give the directory that holds the sources", root.string()));
  }
  return canonical;
}

absl::Status CheckIndexable(const fs::path& canonical_root) {
  // A container user or service account may have a home that the user database does not list.
  bool holds_home = canonical_root == canonical_root.root_path();
  bool is_home = false;
  for (const fs::path& home : {UserHome(), HomeOfGit()}) {
    // The home directory, and the directories between it and the root of the file system.
    const auto [end, unused] =
        std::mismatch(canonical_root.begin(), canonical_root.end(), home.begin(), home.end());
    holds_home = holds_home || (!home.empty() && end == canonical_root.end());
    is_home = is_home || canonical_root == home;
  }
  if (!holds_home) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("index {}: this is {}; index a project inside it, or use --force",
                  canonical_root.string(), is_home ? "a home directory" : "more than a project"));
}

absl::StatusOr<graph::ViewKey> ViewKeyOf(graph::Store& store, const fs::path& root,
                                         const std::string& repository_name) {
  WM_ASSIGN_OR_RETURN(const fs::path canonical, CanonicalRoot(root));
  graph::ViewKey key;
  key.view = WorkingViewName(canonical);
  WM_ASSIGN_OR_RETURN(key.repository, RepositoryOf(store, canonical, repository_name));
  return key;
}

absl::StatusOr<graph::ViewKey> CommitViewKeyOf(graph::Store& store, const fs::path& root,
                                               const std::string& repository_name,
                                               const std::string& commit) {
  WM_ASSIGN_OR_RETURN(const fs::path canonical, CanonicalRoot(root));
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<CommitTree> tree, CommitTree::Open(canonical, commit));
  graph::ViewKey key;
  key.view = CommitViewName(commit, tree->directory());
  WM_ASSIGN_OR_RETURN(key.repository, RepositoryOf(store, canonical, repository_name));
  return key;
}

}  // namespace waymark::indexer
