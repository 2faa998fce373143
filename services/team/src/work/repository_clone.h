// Clones of repositories, and beside each the store in which its commits are indexed, in a
// directory of the worker's machine. Nothing in it is needed: what is missing or interrupted is
// made again.
//
//   DIRECTORY/HASH.lock            held by the process that uses the clone; its time: the last use
//   DIRECTORY/HASH/source          what the clone is of, for people
//   DIRECTORY/HASH/repository.git  bare
//   DIRECTORY/HASH/fetching        exists while git fetches; left behind, the clone is made again
//   DIRECTORY/HASH/store           the store
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

namespace waymark::services {

// A question to a server of git, and the fetching of a repository, take this long at most.
inline constexpr std::chrono::minutes kAskPatience{2};
inline constexpr std::chrono::hours kFetchPatience{1};

// The commit that a revision names on the server, without a clone. Nothing if the server knows no
// branch or tag of this name: only a clone tells about other revisions.
absl::StatusOr<std::optional<std::string>> AskForCommit(const std::string& source,
                                                        const std::string& revision,
                                                        const std::atomic<bool>* cancelled);

// Errors are those of RunGit(), and ResourceExhausted if the disk is full. Not thread-safe.
class RepositoryClone {
 public:
  // Waits for another process that uses the same clone.
  static absl::StatusOr<std::unique_ptr<RepositoryClone>> Open(
      const std::filesystem::path& directory, const std::string& source,
      const std::atomic<bool>* cancelled);
  ~RepositoryClone();
  RepositoryClone(const RepositoryClone&) = delete;
  RepositoryClone& operator=(const RepositoryClone&) = delete;

  std::filesystem::path repository() const { return place_ / "repository.git"; }

  std::filesystem::path store() const { return place_ / "store"; }

  // Deletes the clone and its store.
  absl::Status Discard();
  // Brings branches and tags to the state of the server.
  absl::Status Fetch();
  // The commit of a revision that is fetched. NotFound if there is none.
  absl::StatusOr<std::string> Resolve(const std::string& revision);

 private:
  RepositoryClone(std::filesystem::path place, std::string source, int lock,
                  const std::atomic<bool>* cancelled);

  absl::Status Create();
  absl::Status FetchInto(const std::vector<std::string>& what);

  const std::filesystem::path place_;
  const std::string source_;
  const int lock_;  // a descriptor
  const std::atomic<bool>* const cancelled_;
};

// Deletes the clones that were not used for the longest time until the others have at most
// `max_bytes`. Those in use stay.
absl::Status LimitClones(const std::filesystem::path& directory, std::uint64_t max_bytes);

}  // namespace waymark::services
