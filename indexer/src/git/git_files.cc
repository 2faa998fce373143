#include "git/git_files.h"

#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "graph/status.h"
#include "indexer/read_file.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStateFiles[] = {"HEAD",
                                            "commondir",
                                            "config",
                                            "config.worktree",
                                            "index",
                                            "packed-refs",
                                            "shallow",
                                            "info/attributes",
                                            "info/exclude",
                                            "info/grafts",
                                            "objects/info/alternates"};
constexpr std::string_view kHistoryDirectories[] = {"objects", "refs"};
constexpr std::uint64_t kMaxLinkBytes = 4096;  // of a file that names another one
constexpr int kMaxReferences = 10;             // from HEAD to a commit
constexpr int kMaxDirectoryDepth = 64;         // of directories of references

// The type that opening it finds, at the end of links.
absl::Status CheckFile(const fs::path& file) {
  std::error_code error;
  const fs::file_type type = fs::status(file, error).type();
  std::string_view name;
  switch (type) {
    case fs::file_type::fifo:
      name = "FIFO";
      break;
    case fs::file_type::character:
    case fs::file_type::block:
      name = "device";
      break;
    default:
      return absl::OkStatus();
  }
  return absl::FailedPreconditionError(
      fmt::format("{} is a {}, so reading it could take for ever; remove it", file.string(), name));
}

absl::Status CheckBelow(const fs::path& directory, int depth) {
  std::error_code error;
  for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored) && !at->is_symlink(ignored)) continue;
    WM_RETURN_IF_ERROR(CheckFile(at->path()));
    const bool is_deeper = at->is_directory(ignored) && !at->is_symlink(ignored);
    if (is_deeper && depth < kMaxDirectoryDepth)
      WM_RETURN_IF_ERROR(CheckBelow(at->path(), depth + 1));
  }
  return absl::OkStatus();
}

// The text of a file behind the prefix; nothing if the file begins otherwise.
std::optional<std::string> SaidIn(const fs::path& file, std::string_view prefix) {
  const absl::StatusOr<std::string> text = ReadFile(file, kMaxLinkBytes);
  if (!text.ok() || !text->starts_with(prefix)) return std::nullopt;
  const std::string_view said = std::string_view(*text).substr(prefix.size());
  return std::string(TrimmedSpace(said.substr(0, said.find('\n'))));
}

// The repository's own directory for a directory of a work tree, or of a repository without one.
std::optional<fs::path> GitDirectoryAt(const fs::path& directory) {
  std::error_code error;
  const fs::path git = directory / ".git";
  const fs::file_status status = fs::status(git, error);
  if (fs::is_directory(status)) return git;
  if (fs::is_regular_file(status)) {
    const std::optional<std::string> target = SaidIn(git, "gitdir: ");
    if (target.has_value()) return (directory / *target).lexically_normal();
  }
  const bool is_bare =
      fs::is_directory(directory / "objects", error) && fs::is_directory(directory / "refs", error);
  return is_bare ? std::optional(directory) : std::nullopt;
}

absl::Status CheckReferences(const fs::path& git, const fs::path& common) {
  std::string name = "HEAD";
  for (int i = 0; i < kMaxReferences; ++i) {
    WM_RETURN_IF_ERROR(CheckFile(git / name));
    WM_RETURN_IF_ERROR(CheckFile(common / name));
    std::optional<std::string> next = SaidIn(git / name, "ref: ");
    if (!next.has_value()) next = SaidIn(common / name, "ref: ");
    if (!next.has_value()) break;
    name = *std::move(next);
  }
  return absl::OkStatus();
}

absl::Status CheckDirectory(const fs::path& git, GitFiles files) {
  WM_RETURN_IF_ERROR(CheckFile(git / "commondir"));
  const std::optional<std::string> told = SaidIn(git / "commondir", "");
  const fs::path common = told.has_value() ? (git / *told).lexically_normal() : git;
  WM_RETURN_IF_ERROR(CheckReferences(git, common));
  for (const std::string_view name : kStateFiles) {
    WM_RETURN_IF_ERROR(CheckFile(git / name));
    if (common != git) WM_RETURN_IF_ERROR(CheckFile(common / name));
  }
  if (files == GitFiles::kState) return absl::OkStatus();
  for (const std::string_view name : kHistoryDirectories) {
    WM_RETURN_IF_ERROR(CheckBelow(common / name, 0));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckGitFiles(const fs::path& directory, GitFiles files) {
  for (fs::path at = directory;; at = at.parent_path()) {
    const std::optional<fs::path> git = GitDirectoryAt(at);
    if (git.has_value()) return CheckDirectory(*git, files);
    if (at == at.parent_path()) return absl::OkStatus();
  }
}

}  // namespace waymark::indexer
