// The queue of work as a table of the shared store.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "postgres/connection.h"
#include "postgres/server_session.h"
#include "services/work_queue.h"

namespace waymark::services {

class PostgresQueue final : public WorkQueue {
 public:
  // The session outlives the queue.
  explicit PostgresQueue(ServerSession& session) : session_(session) {}

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
  absl::StatusOr<std::uint64_t> RunForEach(std::span<const JobKey> jobs, const std::string& sql);
  absl::Status End(const LeasedJob& job, const std::string& sql, const Parameters& parameters);

  ServerSession& session_;
};

}  // namespace waymark::services
