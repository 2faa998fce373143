#include "team/reopened_queue.h"

#include "graph/status.h"

namespace waymark::services {
namespace {

const absl::Status& StatusIn(const absl::Status& status) { return status; }

template <typename T>
const absl::Status& StatusIn(const absl::StatusOr<T>& result) {
  return result.status();
}

// The link remains whole after an answer of the queue itself.
bool IsOfQueue(const absl::Status& status) {
  return status.ok() || absl::IsAborted(status) || absl::IsInvalidArgument(status);
}

}  // namespace

template <typename Call>
auto ReopenedQueue::With(const Call& call) -> decltype(call(std::declval<WorkQueue&>())) {
  if (store_ == nullptr) {
    WM_ASSIGN_OR_RETURN(store_, OpenTeamStore(team_));
  }
  auto result = call(store_->queue());
  if (!IsOfQueue(StatusIn(result))) store_.reset();
  return result;
}

absl::StatusOr<std::vector<Added>> ReopenedQueue::Add(std::span<const NewJob> jobs) {
  return With([&](WorkQueue& queue) { return queue.Add(jobs); });
}

absl::StatusOr<std::uint64_t> ReopenedQueue::Retry(std::span<const JobKey> jobs) {
  return With([&](WorkQueue& queue) { return queue.Retry(jobs); });
}

absl::StatusOr<std::uint64_t> ReopenedQueue::Remove(std::span<const JobKey> jobs) {
  return With([&](WorkQueue& queue) { return queue.Remove(jobs); });
}

absl::StatusOr<std::optional<LeasedJob>> ReopenedQueue::Lease(const std::string& worker) {
  return With([&](WorkQueue& queue) { return queue.Lease(worker); });
}

absl::Status ReopenedQueue::Renew(const LeasedJob& job, const JobProgress& progress) {
  return With([&](WorkQueue& queue) { return queue.Renew(job, progress); });
}

absl::Status ReopenedQueue::Finish(const LeasedJob& job, const PublishedCommit& published) {
  return With([&](WorkQueue& queue) { return queue.Finish(job, published); });
}

absl::StatusOr<JobState> ReopenedQueue::Fail(const LeasedJob& job, const FailedAttempt& failed) {
  return With([&](WorkQueue& queue) { return queue.Fail(job, failed); });
}

absl::Status ReopenedQueue::GiveBack(const LeasedJob& job) {
  return With([&](WorkQueue& queue) { return queue.GiveBack(job); });
}

absl::StatusOr<QueueState> ReopenedQueue::State(std::size_t limit) {
  return With([&](WorkQueue& queue) { return queue.State(limit); });
}

}  // namespace waymark::services
