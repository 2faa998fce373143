#include "link/linked_queue.h"

#include <utility>

#include "graph/status.h"
#include "link/queue_messages.h"

namespace waymark::services {
namespace {

using link::v1::QueueCall;
using link::v1::QueueReply;

absl::Status WrongQueueAnswer() {
  return absl::DataLossError(
      "waymark-team gives another answer about the queue than was asked for; install both programs "
      "from one package");
}

void KeysToLink(std::span<const JobKey> jobs, link::v1::JobsCall& message) {
  for (const JobKey& job : jobs) ToLink(job, *message.add_jobs());
}

std::vector<JobKey> KeysFromLink(const link::v1::JobsCall& message) {
  std::vector<JobKey> keys;
  for (const link::v1::JobKey& key : message.jobs()) keys.push_back(FromLink(key));
  return keys;
}

absl::Status AnswerAdd(WorkQueue& queue, const link::v1::AddJobsCall& call, QueueReply& reply) {
  std::vector<NewJob> jobs;
  for (const link::v1::NewJob& message : call.jobs()) {
    WM_ASSIGN_OR_RETURN(NewJob job, FromLink(message));
    jobs.push_back(std::move(job));
  }
  WM_ASSIGN_OR_RETURN(const std::vector<Added> added, queue.Add(jobs));
  for (const Added one : added) reply.add_added(static_cast<std::uint32_t>(one));
  return absl::OkStatus();
}

absl::Status AnswerLease(WorkQueue& queue, const link::v1::LeaseCall& call, QueueReply& reply) {
  WM_ASSIGN_OR_RETURN(const std::optional<LeasedJob> job, queue.Lease(call.worker()));
  if (job.has_value()) ToLink(*job, *reply.mutable_leased());
  return absl::OkStatus();
}

absl::Status AnswerRenew(WorkQueue& queue, const link::v1::RenewCall& call) {
  WM_ASSIGN_OR_RETURN(const LeasedJob job, FromLink(call.job()));
  WM_ASSIGN_OR_RETURN(const JobProgress progress, FromLink(call.progress()));
  return queue.Renew(job, progress);
}

absl::Status AnswerFinish(WorkQueue& queue, const link::v1::FinishCall& call) {
  WM_ASSIGN_OR_RETURN(const LeasedJob job, FromLink(call.job()));
  return queue.Finish(job, {.repository = call.repository(), .commit = call.commit()});
}

absl::Status AnswerFail(WorkQueue& queue, const link::v1::FailCall& call, QueueReply& reply) {
  WM_ASSIGN_OR_RETURN(const LeasedJob job, FromLink(call.job()));
  WM_ASSIGN_OR_RETURN(const JobState state,
                      queue.Fail(job, {.reason = call.reason(), .is_final = call.is_final()}));
  reply.set_state(static_cast<std::uint32_t>(state));
  return absl::OkStatus();
}

absl::Status AnswerGiveBack(WorkQueue& queue, const link::v1::LeasedJob& call) {
  WM_ASSIGN_OR_RETURN(const LeasedJob job, FromLink(call));
  return queue.GiveBack(job);
}

}  // namespace

absl::StatusOr<std::vector<Added>> LinkedQueue::Add(std::span<const NewJob> jobs) {
  QueueCall call;
  call.mutable_add();
  for (const NewJob& job : jobs) ToLink(job, *call.mutable_add()->add_jobs());
  WM_ASSIGN_OR_RETURN(const QueueReply reply, ask_(std::move(call)));
  std::vector<Added> added;
  for (const std::uint32_t number : reply.added()) {
    WM_ASSIGN_OR_RETURN(const Added one, AddedFromLink(number));
    added.push_back(one);
  }
  if (added.size() != jobs.size()) return WrongQueueAnswer();
  return added;
}

absl::StatusOr<std::uint64_t> LinkedQueue::Retry(std::span<const JobKey> jobs) {
  QueueCall call;
  KeysToLink(jobs, *call.mutable_retry());
  WM_ASSIGN_OR_RETURN(const QueueReply reply, ask_(std::move(call)));
  return reply.count();
}

absl::StatusOr<std::uint64_t> LinkedQueue::Remove(std::span<const JobKey> jobs) {
  QueueCall call;
  KeysToLink(jobs, *call.mutable_remove());
  WM_ASSIGN_OR_RETURN(const QueueReply reply, ask_(std::move(call)));
  return reply.count();
}

absl::StatusOr<std::optional<LeasedJob>> LinkedQueue::Lease(const std::string& worker) {
  QueueCall call;
  call.mutable_lease()->set_worker(worker);
  WM_ASSIGN_OR_RETURN(const QueueReply reply, ask_(std::move(call)));
  if (!reply.has_leased()) return std::nullopt;
  WM_ASSIGN_OR_RETURN(LeasedJob job, FromLink(reply.leased()));
  return job;
}

absl::Status LinkedQueue::Renew(const LeasedJob& job, const JobProgress& progress) {
  QueueCall call;
  ToLink(job, *call.mutable_renew()->mutable_job());
  ToLink(progress, *call.mutable_renew()->mutable_progress());
  return ask_(std::move(call)).status();
}

absl::Status LinkedQueue::Finish(const LeasedJob& job, const PublishedCommit& published) {
  QueueCall call;
  ToLink(job, *call.mutable_finish()->mutable_job());
  call.mutable_finish()->set_repository(published.repository);
  call.mutable_finish()->set_commit(published.commit);
  return ask_(std::move(call)).status();
}

absl::StatusOr<JobState> LinkedQueue::Fail(const LeasedJob& job, const FailedAttempt& failed) {
  QueueCall call;
  ToLink(job, *call.mutable_fail()->mutable_job());
  call.mutable_fail()->set_reason(failed.reason);
  call.mutable_fail()->set_is_final(failed.is_final);
  WM_ASSIGN_OR_RETURN(const QueueReply reply, ask_(std::move(call)));
  return JobStateFromLink(reply.state());
}

absl::Status LinkedQueue::GiveBack(const LeasedJob& job) {
  QueueCall call;
  ToLink(job, *call.mutable_give_back());
  return ask_(std::move(call)).status();
}

absl::StatusOr<QueueState> LinkedQueue::State(std::size_t limit) {
  QueueCall call;
  call.mutable_list()->set_limit(limit);
  WM_ASSIGN_OR_RETURN(const QueueReply reply, ask_(std::move(call)));
  return FromLink(reply.queue());
}

absl::Status AnswerQueueCall(WorkQueue& queue, const QueueCall& call, QueueReply& reply) {
  switch (call.call_case()) {
    case QueueCall::kAdd:
      return AnswerAdd(queue, call.add(), reply);
    case QueueCall::kRetry: {
      WM_ASSIGN_OR_RETURN(const std::uint64_t count, queue.Retry(KeysFromLink(call.retry())));
      reply.set_count(count);
      return absl::OkStatus();
    }
    case QueueCall::kRemove: {
      WM_ASSIGN_OR_RETURN(const std::uint64_t count, queue.Remove(KeysFromLink(call.remove())));
      reply.set_count(count);
      return absl::OkStatus();
    }
    case QueueCall::kLease:
      return AnswerLease(queue, call.lease(), reply);
    case QueueCall::kRenew:
      return AnswerRenew(queue, call.renew());
    case QueueCall::kFinish:
      return AnswerFinish(queue, call.finish());
    case QueueCall::kFail:
      return AnswerFail(queue, call.fail(), reply);
    case QueueCall::kGiveBack:
      return AnswerGiveBack(queue, call.give_back());
    case QueueCall::kList: {
      WM_ASSIGN_OR_RETURN(const QueueState state, queue.State(call.list().limit()));
      ToLink(state, *reply.mutable_queue());
      return absl::OkStatus();
    }
    case QueueCall::CALL_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError("a message of the link holds no call of the queue");
}

}  // namespace waymark::services
