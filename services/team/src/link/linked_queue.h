// The queue of work on the side of `waymark`: the other program does what is asked.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "services/work_queue.h"
#include "waymark/link/v1/queue.pb.h"

namespace waymark::services {

class LinkedQueue final : public WorkQueue {
 public:
  // Sends a call and gives what is answered.
  using Ask = std::function<absl::StatusOr<link::v1::QueueReply>(link::v1::QueueCall call)>;

  explicit LinkedQueue(Ask ask) : ask_(std::move(ask)) {}

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
  const Ask ask_;
};

// On the side of `waymark-team`: does what a call asks of the queue.
absl::Status AnswerQueueCall(WorkQueue& queue, const link::v1::QueueCall& call,
                             link::v1::QueueReply& reply);

}  // namespace waymark::services
