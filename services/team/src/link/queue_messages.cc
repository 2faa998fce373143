#include "link/queue_messages.h"

#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"

namespace waymark::services {
namespace {

constexpr std::uint32_t kAddedCount = static_cast<std::uint32_t>(Added::kSetAside) + 1;

absl::Status NoQueueMessage(std::string_view what) {
  return absl::DataLossError(
      fmt::format("a message about the queue between waymark and waymark-team: {}", what));
}

std::uint64_t SecondsToLink(std::chrono::seconds time) {
  return static_cast<std::uint64_t>(time.count());
}

absl::StatusOr<std::chrono::seconds> SecondsFromLink(std::uint64_t seconds) {
  if (seconds > SecondsToLink(kMaxInterval)) return NoQueueMessage("an interval is too long");
  return std::chrono::seconds(static_cast<std::int64_t>(seconds));
}

void RowToLink(const JobRow& job, link::v1::JobRow& message) {
  ToLink(job.key, *message.mutable_key());
  message.set_state(static_cast<std::uint32_t>(job.state));
  message.set_priority(job.priority);
  message.set_every_seconds(SecondsToLink(job.every));
  message.set_attempts(job.attempts);
  ToLink(job.progress, *message.mutable_progress());
  message.set_worker(job.worker);
  message.set_repository(job.repository);
  message.set_commit(job.commit);
  message.set_reason(job.reason);
  message.set_age(job.age);
  message.set_due_in(job.due_in);
}

absl::StatusOr<JobRow> RowFromLink(const link::v1::JobRow& message) {
  JobRow job;
  job.key = FromLink(message.key());
  WM_ASSIGN_OR_RETURN(job.state, JobStateFromLink(message.state()));
  job.priority = message.priority();
  WM_ASSIGN_OR_RETURN(job.every, SecondsFromLink(message.every_seconds()));
  job.attempts = message.attempts();
  WM_ASSIGN_OR_RETURN(job.progress, FromLink(message.progress()));
  job.worker = message.worker();
  job.repository = message.repository();
  job.commit = message.commit();
  job.reason = message.reason();
  job.age = message.age();
  job.due_in = message.due_in();
  return job;
}

}  // namespace

void ToLink(const JobKey& key, link::v1::JobKey& message) {
  message.set_source(key.source);
  message.set_revision(key.revision);
}

JobKey FromLink(const link::v1::JobKey& message) { return {message.source(), message.revision()}; }

void ToLink(const NewJob& job, link::v1::NewJob& message) {
  ToLink(job.key, *message.mutable_key());
  message.set_priority(job.priority.value_or(0));
  message.set_every_seconds(SecondsToLink(job.every.value_or(std::chrono::seconds(0))));
}

absl::StatusOr<NewJob> FromLink(const link::v1::NewJob& message) {
  NewJob job{.key = FromLink(message.key()), .priority = {}, .every = {}};
  if (message.priority() > 0) job.priority = message.priority();
  if (message.every_seconds() > 0) {
    WM_ASSIGN_OR_RETURN(job.every, SecondsFromLink(message.every_seconds()));
  }
  return job;
}

void ToLink(const LeasedJob& job, link::v1::LeasedJob& message) {
  ToLink(job.key, *message.mutable_key());
  message.set_lease(job.lease);
  message.set_attempt(job.attempt);
  message.set_every_seconds(SecondsToLink(job.every));
  message.set_repository(job.repository);
  message.set_commit(job.commit);
}

absl::StatusOr<LeasedJob> FromLink(const link::v1::LeasedJob& message) {
  LeasedJob job;
  job.key = FromLink(message.key());
  job.lease = message.lease();
  job.attempt = message.attempt();
  WM_ASSIGN_OR_RETURN(job.every, SecondsFromLink(message.every_seconds()));
  job.repository = message.repository();
  job.commit = message.commit();
  return job;
}

void ToLink(const JobProgress& progress, link::v1::JobProgress& message) {
  message.set_stage(static_cast<std::uint32_t>(progress.stage));
  message.set_files_done(progress.files_done);
  message.set_files_total(progress.files_total);
}

absl::StatusOr<JobProgress> FromLink(const link::v1::JobProgress& message) {
  if (message.stage() >= std::size(kJobStageNames)) return NoQueueMessage("a stage is unknown");
  return JobProgress{static_cast<JobStage>(message.stage()), message.files_done(),
                     message.files_total()};
}

void ToLink(const QueueState& state, link::v1::QueueState& message) {
  message.set_waiting(state.waiting);
  message.set_running(state.running);
  message.set_done(state.done);
  message.set_set_aside(state.set_aside);
  for (const JobRow& job : state.jobs) RowToLink(job, *message.add_jobs());
}

absl::StatusOr<QueueState> FromLink(const link::v1::QueueState& message) {
  QueueState state{.waiting = message.waiting(),
                   .running = message.running(),
                   .done = message.done(),
                   .set_aside = message.set_aside(),
                   .jobs = {}};
  for (const link::v1::JobRow& row : message.jobs()) {
    WM_ASSIGN_OR_RETURN(JobRow job, RowFromLink(row));
    state.jobs.push_back(std::move(job));
  }
  return state;
}

absl::StatusOr<Added> AddedFromLink(std::uint32_t number) {
  if (number >= kAddedCount) return NoQueueMessage("what became of a job is unknown");
  return static_cast<Added>(number);
}

absl::StatusOr<JobState> JobStateFromLink(std::uint32_t number) {
  if (number >= std::size(kJobStateNames)) return NoQueueMessage("a state is unknown");
  return static_cast<JobState>(number);
}

}  // namespace waymark::services
