#include "work/repository_clone.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "graph/hash.h"
#include "graph/status.h"
#include "work/git_process.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNameDigits = 16;
constexpr std::size_t kCommitDigits = 40;
constexpr std::size_t kLongCommitDigits = 64;  // of repositories with SHA-256
constexpr std::chrono::milliseconds kLockInterval{100};
constexpr std::string_view kLockSuffix = ".lock";
constexpr std::uint64_t kStatBlockBytes = 512;

std::string NameOfClone(const std::string& source) {
  return FieldHasher("waymark.clone.v1")
      .Add(source)
      .Finish<RootHash>()
      .ToHex()
      .substr(0, kNameDigits);
}

bool IsCommitId(std::string_view text) {
  return (text.size() == kCommitDigits || text.size() == kLongCommitDigits) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

absl::Status DiskError(std::string_view what, const fs::path& path, const std::error_code& error) {
  const std::string message = fmt::format("{} {}: {}", what, path.string(), error.message());
  return error == std::errc::no_space_on_device ? absl::ResourceExhaustedError(message)
                                                : absl::UnavailableError(message);
}

absl::Status RemoveTree(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
  return error ? DiskError("delete", path, error) : absl::OkStatus();
}

absl::Status WriteLine(const fs::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text << '\n';
  file.close();
  if (file) return absl::OkStatus();
  return DiskError("write", path, std::error_code(errno, std::generic_category()));
}

// The lock, or -1 if another process holds it.
absl::StatusOr<int> TryLock(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) {
    return DiskError("open", path, std::error_code(errno, std::generic_category()));
  }
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  ::close(descriptor);
  return -1;
}

absl::StatusOr<int> AwaitLock(const fs::path& path, const std::atomic<bool>* cancelled) {
  while (true) {
    WM_ASSIGN_OR_RETURN(const int lock, TryLock(path));
    if (lock >= 0) return lock;
    if (cancelled != nullptr && *cancelled) return absl::CancelledError("cancelled");
    std::this_thread::sleep_for(kLockInterval);
  }
}

// On disk. What disappears meanwhile counts nothing.
std::uint64_t BytesUnder(const fs::path& directory) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    struct stat state {};

    if (::lstat(entry->path().c_str(), &state) == 0) {
      bytes += static_cast<std::uint64_t>(state.st_blocks) * kStatBlockBytes;
    }
  }
  return bytes;
}

}  // namespace

absl::StatusOr<std::optional<std::string>> AskForCommit(const std::string& source,
                                                        const std::string& revision,
                                                        const std::atomic<bool>* cancelled) {
  // As git resolves a name: a tag before a branch, and the commit of a tag before the tag.
  const std::vector<std::string> names =
      revision.empty() ? std::vector<std::string>{"HEAD"}
                       : std::vector<std::string>{fmt::format("refs/tags/{}^{{}}", revision),
                                                  fmt::format("refs/tags/{}", revision),
                                                  fmt::format("refs/heads/{}", revision)};
  std::vector<std::string> words = {"ls-remote", "--quiet", "--", source};
  words.insert(words.end(), names.begin(), names.end());
  WM_ASSIGN_OR_RETURN(const std::string listed, RunGit(words, {kAskPatience, cancelled}));
  std::map<std::string_view, std::string_view> commits;
  for (std::string_view rest = listed; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos || !IsCommitId(line.substr(0, tab))) continue;
    commits.emplace(line.substr(tab + 1), line.substr(0, tab));
  }
  for (const std::string& name : names) {
    const auto found = commits.find(name);
    if (found != commits.end()) return std::string(found->second);
  }
  return std::optional<std::string>();
}

RepositoryClone::RepositoryClone(fs::path place, std::string source, int lock,
                                 const std::atomic<bool>* cancelled)
    : place_(std::move(place)), source_(std::move(source)), lock_(lock), cancelled_(cancelled) {}

RepositoryClone::~RepositoryClone() { ::close(lock_); }

absl::StatusOr<std::unique_ptr<RepositoryClone>> RepositoryClone::Open(
    const fs::path& directory, const std::string& source, const std::atomic<bool>* cancelled) {
  std::error_code error;
  const fs::path place = directory / NameOfClone(source);
  fs::create_directories(directory, error);
  if (error) return DiskError("create", directory, error);
  WM_ASSIGN_OR_RETURN(const int lock,
                      AwaitLock(place.string() + std::string(kLockSuffix), cancelled));
  std::unique_ptr<RepositoryClone> clone(new RepositoryClone(place, source, lock, cancelled));
  ::futimens(lock, nullptr);  // now
  fs::create_directories(place, error);
  if (error) return DiskError("create", place, error);
  WM_RETURN_IF_ERROR(WriteLine(place / "source", source));
  if (fs::exists(place / "fetching", error)) WM_RETURN_IF_ERROR(RemoveTree(clone->repository()));
  return clone;
}

absl::Status RepositoryClone::Discard() {
  WM_RETURN_IF_ERROR(RemoveTree(repository()));
  return RemoveTree(store());
}

absl::Status RepositoryClone::Create() {
  const GitLimits limits{kAskPatience, cancelled_};
  WM_RETURN_IF_ERROR(
      RunGit({"init", "--quiet", "--bare", "--template=", "--", repository().string()}, limits)
          .status());
  // The repository is named after it.
  return RunGit({"-C", repository().string(), "config", "remote.origin.url", source_}, limits)
      .status();
}

absl::Status RepositoryClone::FetchInto(const std::vector<std::string>& what) {
  std::vector<std::string> words = {"-C",      repository().string(),  "fetch", "--quiet",
                                    "--force", "--no-write-fetch-head"};
  words.insert(words.end(), what.begin(), what.end());
  const absl::Status fetched = RunGit(words, {kFetchPatience, cancelled_}).status();
  // A git that ended by itself has left nothing half done.
  if (absl::IsCancelled(fetched) || absl::IsDeadlineExceeded(fetched)) return fetched;
  std::error_code error;
  fs::remove(place_ / "fetching", error);
  return fetched;
}

absl::Status RepositoryClone::Fetch() {
  std::error_code error;
  WM_RETURN_IF_ERROR(WriteLine(place_ / "fetching", source_));
  if (!fs::exists(repository(), error)) WM_RETURN_IF_ERROR(Create());
  return FetchInto(
      {"--prune", "--", source_, "+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"});
}

absl::StatusOr<std::string> RepositoryClone::Resolve(const std::string& revision) {
  const std::vector<std::string> words = {"-C",        repository().string(),
                                          "rev-parse", "--quiet",
                                          "--verify",  fmt::format("{}^{{commit}}", revision)};
  const GitLimits limits{kAskPatience, cancelled_};
  absl::StatusOr<std::string> commit = RunGit(words, limits);
  // A commit that no branch or tag has: some servers give it to who names it.
  if (absl::IsUnavailable(commit.status()) && IsCommitId(revision)) {
    WM_RETURN_IF_ERROR(WriteLine(place_ / "fetching", source_));
    WM_RETURN_IF_ERROR(FetchInto({"--", source_, revision}));
    commit = RunGit(words, limits);
  }
  if (absl::IsUnavailable(commit.status())) {
    return absl::NotFoundError(
        fmt::format("{} has no branch, tag or commit '{}'", source_, revision));
  }
  if (!commit.ok()) return commit;
  while (!commit->empty() && commit->back() == '\n') commit->pop_back();
  if (IsCommitId(*commit)) return commit;
  return absl::UnavailableError(fmt::format("git rev-parse: '{}' is no commit", *commit));
}

absl::Status LimitClones(const fs::path& directory, std::uint64_t max_bytes) {
  struct Unused {
    fs::file_time_type last_use;
    fs::path place;
    std::uint64_t bytes = 0;
  };

  std::vector<Unused> clones;
  std::uint64_t total = 0;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code gone;
    const fs::path lock = entry->path().string() + std::string(kLockSuffix);
    const fs::file_time_type last_use = fs::last_write_time(lock, gone);
    if (gone || !entry->is_directory(gone)) continue;
    clones.push_back({last_use, entry->path(), BytesUnder(entry->path())});
    total += clones.back().bytes;
  }
  std::sort(clones.begin(), clones.end(), [](const Unused& a, const Unused& b) {
    return std::tie(a.last_use, a.place) < std::tie(b.last_use, b.place);
  });
  for (const Unused& clone : clones) {
    if (total <= max_bytes) break;
    WM_ASSIGN_OR_RETURN(const int lock, TryLock(clone.place.string() + std::string(kLockSuffix)));
    if (lock < 0) continue;
    const absl::Status removed = RemoveTree(clone.place);
    ::close(lock);
    WM_RETURN_IF_ERROR(removed);
    total -= clone.bytes;
  }
  return absl::OkStatus();
}

}  // namespace waymark::services
