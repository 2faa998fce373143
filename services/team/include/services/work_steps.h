// The steps of a worker for a commit that it has fetched. The worker (services/worker.h) knows
// neither how commits are indexed nor how they are published.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

namespace waymark::services {

struct FetchedCommit {
  std::string source;                // as the job names it
  std::filesystem::path repository;  // a bare clone that has the commit
  std::filesystem::path store;       // directory of the store for the commits of this clone
  std::string commit;                // hexadecimal
  std::string revision;              // that the job asks for; empty: the branch that HEAD names
};

using FilesSink = std::function<void(std::uint64_t files_done, std::uint64_t files_total)>;

// The steps of one job, in this order, by one thread. Every step ends soon with Cancelled after
// `cancelled` is set. A step may be interrupted at any moment and is done again by the next
// attempt.
class WorkSteps {
 public:
  virtual ~WorkSteps() = default;

  // The name of the repository in the shared store.
  virtual absl::StatusOr<std::string> NameRepository(const FetchedCommit& fetched) = 0;
  // Whether the commit, and the reference of the revision, are in the shared store.
  virtual absl::StatusOr<bool> IsPublished(const FetchedCommit& fetched,
                                           const std::string& repository) = 0;
  virtual absl::Status Index(const FetchedCommit& fetched, const std::string& repository,
                             const FilesSink& files, const std::atomic<bool>& cancelled) = 0;
  // All or nothing.
  virtual absl::Status Publish(const FetchedCommit& fetched, const std::string& repository,
                               const std::atomic<bool>& cancelled) = 0;
};

}  // namespace waymark::services
