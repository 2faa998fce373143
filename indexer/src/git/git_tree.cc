#include "git/git_tree.h"

#include <array>
#include <string_view>
#include <utility>

#include "git/git_files.h"
#include "git/git_handles.h"
#include "text/sort_unique.h"

namespace waymark::indexer {
namespace {

namespace fs = std::filesystem;

bool IsRegularIndexEntry(const git_index_entry& entry) {
  return entry.mode == GIT_FILEMODE_BLOB || entry.mode == GIT_FILEMODE_BLOB_EXECUTABLE;
}

}  // namespace

fs::path HomeOfGit() {
  StartLibgit2();
  git_buf path = GIT_BUF_INIT;
  fs::path home;
  std::error_code ignored;
  if (git_libgit2_opts(GIT_OPT_GET_SEARCH_PATH, GIT_CONFIG_LEVEL_GLOBAL, &path) == 0) {
    home = fs::canonical(path.ptr, ignored);
  }
  git_buf_dispose(&path);
  return home;
}

struct GitTree::Repository {
  git_repository* handle = nullptr;

  Repository() = default;
  Repository(const Repository&) = delete;
  Repository& operator=(const Repository&) = delete;

  ~Repository() { git_repository_free(handle); }
};

GitTree::GitTree(std::unique_ptr<Repository> repository, fs::path top, std::string prefix)
    : repository_(std::move(repository)), top_(std::move(top)), prefix_(std::move(prefix)) {}

GitTree::GitTree(GitTree&&) noexcept = default;
GitTree& GitTree::operator=(GitTree&&) noexcept = default;
GitTree::~GitTree() = default;

std::optional<GitTree> GitTree::Open(const fs::path& directory) {
  if (!CheckGitFiles(directory, GitFiles::kState).ok()) return std::nullopt;
  StartLibgit2();
  auto repository = std::make_unique<Repository>();
  if (git_repository_open_ext(&repository->handle, directory.c_str(), 0, nullptr) != 0) {
    return std::nullopt;
  }
  const char* workdir = git_repository_workdir(repository->handle);
  if (workdir == nullptr) return std::nullopt;
  std::error_code error;
  const fs::path top = fs::canonical(workdir, error);
  if (error) return std::nullopt;
  std::string prefix;
  if (directory != top) {
    prefix = directory.lexically_relative(top).generic_string() + "/";
    // Inside the repository's own directory, or a link out of the work tree.
    if (prefix.rfind("..", 0) == 0) return std::nullopt;
  }
  return GitTree(std::move(repository), top, std::move(prefix));
}

std::optional<TrackedPaths> GitTree::Tracked() const {
  git_index* raw = nullptr;
  if (git_repository_index(&raw, repository_->handle) != 0) return std::nullopt;
  const IndexHandle index(raw);
  TrackedPaths tracked;
  const std::size_t count = git_index_entrycount(index.get());
  for (std::size_t i = 0; i < count; ++i) {
    const git_index_entry* entry = git_index_get_byindex(index.get(), i);
    const std::string_view path = entry->path;
    const bool is_submodule = entry->mode == GIT_FILEMODE_COMMIT;
    if (!is_submodule && !IsRegularIndexEntry(*entry)) continue;
    if (path.substr(0, prefix_.size()) != prefix_) continue;
    tracked.paths.emplace_back(path.substr(prefix_.size()));
    if (is_submodule) tracked.submodules.push_back(tracked.paths.back());
  }
  // Case-insensitive repositories order their index differently; a conflict lists a path three
  // times.
  SortUnique(tracked.paths);
  SortUnique(tracked.submodules);
  return tracked;
}

std::optional<std::string> GitTree::OriginUrl() const {
  git_remote* raw = nullptr;
  if (git_remote_lookup(&raw, repository_->handle, "origin") != 0) return std::nullopt;
  const RemoteHandle remote(raw);
  const char* url = git_remote_url(remote.get());
  if (url == nullptr) return std::nullopt;
  return std::string(url);
}

std::string GitTree::HeadCommit() const {
  git_oid oid;
  if (git_reference_name_to_id(&oid, repository_->handle, "HEAD") != 0) return {};
  std::array<char, GIT_OID_HEXSZ + 1> hex{};
  git_oid_tostr(hex.data(), hex.size(), &oid);
  return hex.data();
}

fs::path GitTree::GitDirectory() const { return git_repository_path(repository_->handle); }

fs::path GitTree::MainTop() const {
  if (git_repository_is_worktree(repository_->handle) == 0) return top_;
  const char* common = git_repository_commondir(repository_->handle);
  Repository main;
  const bool opened = git_repository_open(&main.handle, common) == 0;
  const char* workdir = opened ? git_repository_workdir(main.handle) : nullptr;
  // Both end in a slash.
  if (workdir != nullptr) return fs::path(workdir).parent_path();
  fs::path bare = fs::path(common).parent_path();
  if (bare.extension() == ".git") bare.replace_extension();
  return bare;
}

std::vector<fs::path> GitTree::ExcludeFiles() const {
  std::vector<fs::path> files;
  git_config* raw = nullptr;
  if (git_repository_config_snapshot(&raw, repository_->handle) == 0) {
    const ConfigHandle config(raw);
    git_buf path = GIT_BUF_INIT;
    if (git_config_get_path(&path, config.get(), "core.excludesfile") == 0) {
      files.emplace_back(path.ptr);
    } else if (git_libgit2_opts(GIT_OPT_GET_SEARCH_PATH, GIT_CONFIG_LEVEL_XDG, &path) == 0) {
      files.push_back(fs::path(path.ptr) / "ignore");  // git's default for the setting
    }
    git_buf_dispose(&path);
  }
  files.push_back(fs::path(git_repository_commondir(repository_->handle)) / "info" / "exclude");
  return files;
}

std::vector<fs::path> GitTree::AncestorDirectories() const {
  std::vector<fs::path> directories;
  fs::path directory = top_;
  for (const fs::path& part : fs::path(prefix_)) {
    if (part.empty()) break;
    directories.push_back(directory);
    directory /= part;
  }
  return directories;
}

}  // namespace waymark::indexer
