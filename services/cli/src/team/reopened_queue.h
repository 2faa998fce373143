// The queue of work for a worker, which outlives its connections: after an error of the link or the
// server, the next call opens the shared store again.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "services/team_program.h"
#include "services/work_queue.h"

namespace waymark::services {

class ReopenedQueue final : public WorkQueue {
 public:
  // Opens nothing before the first call.
  explicit ReopenedQueue(TeamOptions team) : team_(std::move(team)) {}

  absl::StatusOr<std::vector<Added>> Add(std::span<const NewJob> jobs) override;
  absl::StatusOr<std::uint64_t> Retry(std::span<const JobKey> jobs) override;
  absl::StatusOr<std::uint64_t> Remove(std::span<const JobKey> jobs) override;
  absl::StatusOr<std::optional<LeasedJob>> Lease(const std::string& worker) override;
  absl::Status Renew(const LeasedJob& job, const JobProgress& progress) override;
  absl::Status Finish(const LeasedJob& job, const PublishedCommit& published) override;
  absl::StatusOr<JobState> Fail(const LeasedJob& job, const FailedAttempt& failed) override;
  absl::Status GiveBack(const LeasedJob& job) override;
  absl::StatusOr<QueueState> State(std::size_t limit) override;

 private:
  template <typename Call>
  auto With(const Call& call) -> decltype(call(std::declval<WorkQueue&>()));

  const TeamOptions team_;
  std::unique_ptr<SharedStore> store_;  // null: to be opened
};

}  // namespace waymark::services
