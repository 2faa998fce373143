#include "postgres/postgres_queue.h"

#include <algorithm>
#include <iterator>
#include <random>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

constexpr std::string_view kTaking = "take a job of the queue";
constexpr std::string_view kEnding = "end a job of the queue";
constexpr std::string_view kChanging = "change the queue";
constexpr std::string_view kListing = "list the queue";

constexpr std::size_t kMaxStateBytes = 16;
constexpr std::size_t kMaxCommitBytes = 64;
// Jobs that were set aside because their workers ended, in one call of Lease().
constexpr std::size_t kMaxSkipped = 100;

// A priority or an interval of 0 is not given.
constexpr const char* kAddSql =
    "INSERT INTO waymark.job AS job (source, revision, priority, every_seconds, state, due) "
    "VALUES ($1, $2, CASE WHEN $3 = 0 THEN $5 ELSE $3 END, $4, 'waiting', now()) "
    "ON CONFLICT (source, revision) DO UPDATE SET "
    "priority = CASE WHEN $3 = 0 THEN job.priority ELSE $3 END, "
    "every_seconds = CASE WHEN $4 = 0 THEN job.every_seconds ELSE $4 END, "
    "runs_again = job.state = 'running', "
    "state = CASE WHEN job.state = 'done' THEN 'waiting' ELSE job.state END, "
    "due = CASE WHEN job.state IN ('waiting', 'done') THEN now() ELSE job.due END, "
    "made = CASE WHEN job.state = 'done' THEN now() ELSE job.made END, "
    "commit = '' "
    "RETURNING state, made = now()";

constexpr const char* kForgetDoneSql =
    "DELETE FROM waymark.job WHERE state = 'done' "
    "AND ended < now() - $1 * interval '1 second'";

constexpr const char* kNextSql =
    "SELECT source, revision, attempts, every_seconds, repository, commit, state, stage, worker "
    "FROM waymark.job WHERE due <= now() ORDER BY priority DESC, due LIMIT 1 "
    "FOR UPDATE SKIP LOCKED";

constexpr const char* kMineSql =
    "SELECT source, revision, attempts - 1, every_seconds, repository, commit "
    "FROM waymark.job WHERE state = 'running' AND lease = $1";

constexpr const char* kTakeSql =
    "UPDATE waymark.job SET state = 'running', lease = $3, worker = $4, "
    "attempts = attempts + 1, runs_again = false, stage = 0, files_done = 0, files_total = 0, "
    "started = now(), due = now() + $5 * interval '1 second' "
    "WHERE source = $1 AND revision = $2";

constexpr const char* kSetAsideSql =
    "UPDATE waymark.job SET state = 'set aside', due = NULL, reason = $3, ended = now() "
    "WHERE source = $1 AND revision = $2";

constexpr const char* kRenewSql =
    "UPDATE waymark.job SET due = now() + $4 * interval '1 second', "
    "stage = $5, files_done = $6, files_total = $7 "
    "WHERE source = $1 AND revision = $2 AND lease = $3 AND state = 'running'";

constexpr const char* kFinishSql =
    "UPDATE waymark.job SET "
    "state = CASE WHEN runs_again OR every_seconds > 0 THEN 'waiting' ELSE 'done' END, "
    "due = CASE WHEN runs_again THEN now() "
    "WHEN every_seconds > 0 THEN now() + every_seconds * interval '1 second' END, "
    "runs_again = false, attempts = 0, reason = '', repository = $4, commit = $5, ended = now() "
    "WHERE source = $1 AND revision = $2 AND lease = $3 AND state = 'running'";

constexpr const char* kFailSql =
    "UPDATE waymark.job SET state = $4, reason = $5, ended = now(), runs_again = false, "
    "due = CASE WHEN $4 = 'waiting' THEN now() + $6 * interval '1 second' END "
    "WHERE source = $1 AND revision = $2 AND lease = $3 AND state = 'running'";

constexpr const char* kGiveBackSql =
    "UPDATE waymark.job SET state = 'waiting', due = now(), runs_again = false, "
    "attempts = greatest(attempts - 1, 0), ended = now() "
    "WHERE source = $1 AND revision = $2 AND lease = $3 AND state = 'running'";

constexpr const char* kEndedSql =
    "SELECT count(*) FROM waymark.job WHERE source = $1 AND revision = $2 AND lease = $3 "
    "AND state <> 'running'";

constexpr const char* kRetrySql =
    "UPDATE waymark.job SET state = 'waiting', due = now(), attempts = 0 "
    "WHERE state = 'set aside'";

constexpr const char* kRemoveSql = "DELETE FROM waymark.job WHERE source = $1 AND revision = $2";

constexpr const char* kCountSql = "SELECT state, count(*) FROM waymark.job GROUP BY state";

constexpr const char* kListSql =
    "SELECT source, revision, state, priority, every_seconds, attempts, stage, files_done, "
    "files_total, worker, repository, commit, reason, "
    "greatest(extract(epoch FROM now() - greatest(made, started, ended)), 0)::bigint, "
    "greatest(extract(epoch FROM due - now()), 0)::bigint "
    "FROM waymark.job ORDER BY CASE state WHEN 'running' THEN 0 WHEN 'set aside' THEN 1 "
    "WHEN 'waiting' THEN 2 ELSE 3 END, priority DESC, due, source, revision LIMIT $1";

absl::Status Strange(std::string_view what) {
  return absl::DataLossError(
      fmt::format("{}: a job has {}; another program changed the table of jobs, or a newer waymark "
                  "did",
                  kListing, what));
}

absl::StatusOr<JobState> StateIn(const Rows& rows, std::size_t row, int column) {
  WM_ASSIGN_OR_RETURN(const std::string_view name, rows.Bytes(row, column, kMaxStateBytes));
  const auto* const found = std::find(std::begin(kJobStateNames), std::end(kJobStateNames), name);
  if (found == std::end(kJobStateNames)) return Strange("an unknown state");
  return static_cast<JobState>(found - std::begin(kJobStateNames));
}

absl::StatusOr<JobStage> StageIn(const Rows& rows, std::size_t row, int column) {
  WM_ASSIGN_OR_RETURN(const std::uint64_t number, rows.Number(row, column));
  if (number >= std::size(kJobStageNames)) return Strange("an unknown stage");
  return static_cast<JobStage>(number);
}

absl::StatusOr<std::string> TextIn(const Rows& rows, std::size_t row, int column, std::size_t max) {
  WM_ASSIGN_OR_RETURN(const std::string_view text, rows.Bytes(row, column, max));
  return std::string(text);
}

absl::StatusOr<JobKey> KeyIn(const Rows& rows, std::size_t row) {
  JobKey key;
  WM_ASSIGN_OR_RETURN(key.source, TextIn(rows, row, 0, kMaxJobSourceBytes));
  WM_ASSIGN_OR_RETURN(key.revision, TextIn(rows, row, 1, kMaxRevisionBytes));
  return key;
}

// The columns of kNextSql and kMineSql.
absl::StatusOr<LeasedJob> LeasedIn(const Rows& rows, std::uint64_t lease) {
  LeasedJob job{.lease = lease};
  WM_ASSIGN_OR_RETURN(job.key, KeyIn(rows, 0));
  WM_ASSIGN_OR_RETURN(const std::uint64_t attempts, rows.Number(0, 2));
  job.attempt = attempts + 1;
  WM_ASSIGN_OR_RETURN(const std::uint64_t every, rows.Number(0, 3));
  job.every = std::chrono::seconds(every);
  WM_ASSIGN_OR_RETURN(job.repository, TextIn(rows, 0, 4, kMaxSharedNameBytes));
  WM_ASSIGN_OR_RETURN(job.commit, TextIn(rows, 0, 5, kMaxCommitBytes));
  return job;
}

absl::StatusOr<JobRow> RowIn(const Rows& rows, std::size_t row) {
  JobRow job;
  WM_ASSIGN_OR_RETURN(job.key, KeyIn(rows, row));
  WM_ASSIGN_OR_RETURN(job.state, StateIn(rows, row, 2));
  WM_ASSIGN_OR_RETURN(job.priority, rows.Number(row, 3));
  WM_ASSIGN_OR_RETURN(const std::uint64_t every, rows.Number(row, 4));
  job.every = std::chrono::seconds(every);
  WM_ASSIGN_OR_RETURN(job.attempts, rows.Number(row, 5));
  WM_ASSIGN_OR_RETURN(job.progress.stage, StageIn(rows, row, 6));
  WM_ASSIGN_OR_RETURN(job.progress.files_done, rows.Number(row, 7));
  WM_ASSIGN_OR_RETURN(job.progress.files_total, rows.Number(row, 8));
  WM_ASSIGN_OR_RETURN(job.worker, TextIn(rows, row, 9, kMaxWorkerBytes));
  WM_ASSIGN_OR_RETURN(job.repository, TextIn(rows, row, 10, kMaxSharedNameBytes));
  WM_ASSIGN_OR_RETURN(job.commit, TextIn(rows, row, 11, kMaxCommitBytes));
  WM_ASSIGN_OR_RETURN(job.reason, TextIn(rows, row, 12, kMaxReasonBytes));
  WM_ASSIGN_OR_RETURN(job.age, rows.Number(row, 13));
  WM_ASSIGN_OR_RETURN(job.due_in, rows.Number(row, 14));
  return job;
}

// One line of UTF-8 that fits the column.
std::string Fitting(std::string_view text, std::size_t max) {
  std::string line = wire::VisibleLine(text);
  if (line.size() > max) line.resize(wire::FindInvalidUtf8(std::string_view(line).substr(0, max)));
  return line;
}

absl::Status CheckText(std::string_view what, std::string_view text, std::size_t max) {
  if (text.size() > max) {
    return absl::InvalidArgumentError(fmt::format(
        "{}: the {} has {} bytes, at most {} are possible", kChanging, what, text.size(), max));
  }
  if (wire::FindControl(text) == text.size() && wire::IsUtf8(text)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("{}: the {} '{}' is no line of UTF-8", kChanging, what, wire::VisibleLine(text)));
}

absl::Status CheckJob(const NewJob& job) {
  if (job.key.source.empty()) {
    return absl::InvalidArgumentError(fmt::format("{}: name a repository", kChanging));
  }
  WM_RETURN_IF_ERROR(CheckText("repository", job.key.source, kMaxJobSourceBytes));
  WM_RETURN_IF_ERROR(CheckText("revision", job.key.revision, kMaxRevisionBytes));
  if (job.priority.has_value() && (*job.priority < 1 || *job.priority > kMaxPriority)) {
    return absl::InvalidArgumentError(
        fmt::format("{}: a priority is from 1 to {}", kChanging, kMaxPriority));
  }
  if (job.every.has_value() && (*job.every < kMinInterval || *job.every > kMaxInterval)) {
    return absl::InvalidArgumentError(fmt::format("{}: an interval is from {} to {} s", kChanging,
                                                  kMinInterval.count(), kMaxInterval.count()));
  }
  return absl::OkStatus();
}

absl::Status CheckCount(std::size_t count) {
  if (count <= kMaxJobsOfCall) return absl::OkStatus();
  return absl::InvalidArgumentError(fmt::format("{}: {} jobs at once, at most {} are possible",
                                                kChanging, count, kMaxJobsOfCall));
}

std::uint64_t SecondsOf(std::chrono::seconds time) {
  return static_cast<std::uint64_t>(time.count());
}

Parameters KeyParameters(const JobKey& key) {
  return Parameters().Text(key.source).Text(key.revision);
}

Parameters LeaseParameters(const LeasedJob& job) {
  return KeyParameters(job.key).Number(job.lease);
}

Parameters AddParameters(const NewJob& job) {
  return KeyParameters(job.key)
      .Number(job.priority.value_or(0))
      .Number(SecondsOf(job.every.value_or(std::chrono::seconds(0))))
      .Number(kUsualPriority);
}

absl::StatusOr<Added> AddedIn(const Rows& rows) {
  WM_ASSIGN_OR_RETURN(const JobState state, StateIn(rows, 0, 0));
  if (state == JobState::kRunning) return Added::kRuns;
  if (state == JobState::kSetAside) return Added::kSetAside;
  WM_ASSIGN_OR_RETURN(const bool is_new, rows.Flag(0, 1));
  return is_new ? Added::kNew : Added::kWaited;
}

// No other lease has this number: two of a billion leases meet with a chance of 1 in 10.
std::uint64_t DrawLease() {
  constexpr int kHalf = 32;
  constexpr int kSign = 1;  // the database has signed numbers
  std::random_device random;
  return ((std::uint64_t{random()} << kHalf | random()) >> kSign) | 1;
}

absl::Status LostLease(const LeasedJob& job) {
  return absl::AbortedError(
      fmt::format("the lease of {}{}{} is over: another worker has the job, or it was removed",
                  job.key.source, job.key.revision.empty() ? "" : " at ", job.key.revision));
}

std::chrono::seconds WaitAfter(std::uint64_t attempt) {
  std::chrono::seconds wait = kFirstWait;
  for (std::uint64_t i = 1; i < attempt && wait < kLongestWait; ++i) wait *= 2;
  return std::min(wait, kLongestWait);
}

// The workers of the job ended without a word, perhaps because of what is in the repository.
absl::Status SetAside(Connection& connection, const JobKey& key, const Rows& rows) {
  WM_ASSIGN_OR_RETURN(const JobState state, StateIn(rows, 0, 6));
  WM_ASSIGN_OR_RETURN(const JobStage stage, StageIn(rows, 0, 7));
  WM_ASSIGN_OR_RETURN(const std::string worker, TextIn(rows, 0, 8, kMaxWorkerBytes));
  const std::string reason =
      state == JobState::kRunning
          ? fmt::format("{} attempts; the last worker, {}, ended without a word while {}",
                        kMaxAttempts, worker, NameOf(stage))
          : fmt::format("{} attempts", kMaxAttempts);
  return connection
      .Run(kTaking, kSetAsideSql, KeyParameters(key).Text(Fitting(reason, kMaxReasonBytes)))
      .status();
}

// One job that is due: leased, or set aside if it was attempted too often. Whether there was one.
absl::StatusOr<bool> TakeNext(Connection& connection, const std::string& worker,
                              std::uint64_t lease, std::optional<LeasedJob>& taken) {
  WM_ASSIGN_OR_RETURN(Transaction transaction, Transaction::Begin(connection, kTaking));
  WM_ASSIGN_OR_RETURN(const Rows next, connection.Run(kTaking, kNextSql));
  if (next.size() == 0) return false;
  WM_ASSIGN_OR_RETURN(LeasedJob job, LeasedIn(next, lease));
  if (job.attempt > kMaxAttempts) {
    WM_RETURN_IF_ERROR(SetAside(connection, job.key, next));
  } else {
    WM_RETURN_IF_ERROR(
        connection
            .Run(kTaking, kTakeSql, LeaseParameters(job).Text(worker).Number(SecondsOf(kLeaseTime)))
            .status());
    taken = std::move(job);
  }
  WM_RETURN_IF_ERROR(transaction.Commit(kTaking));
  return true;
}

absl::Status CountInto(const Rows& rows, QueueState& state) {
  for (std::size_t row = 0; row < rows.size(); ++row) {
    WM_ASSIGN_OR_RETURN(const JobState which, StateIn(rows, row, 0));
    WM_ASSIGN_OR_RETURN(const std::uint64_t count, rows.Number(row, 1));
    std::uint64_t* const counts[] = {&state.waiting, &state.running, &state.done, &state.set_aside};
    *counts[static_cast<std::size_t>(which)] = count;
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<Added>> PostgresQueue::Add(std::span<const NewJob> jobs) {
  WM_RETURN_IF_ERROR(CheckCount(jobs.size()));
  for (const NewJob& job : jobs) WM_RETURN_IF_ERROR(CheckJob(job));
  std::vector<Added> added;
  const auto add = [&](Connection& connection, bool) -> absl::Status {
    added.clear();
    WM_RETURN_IF_ERROR(
        connection.Run(kChanging, kForgetDoneSql, Parameters().Number(SecondsOf(kDoneKept)))
            .status());
    return connection.RunMany(
        kChanging, kAddSql, jobs.size(), [&](std::size_t i) { return AddParameters(jobs[i]); },
        [&](std::size_t, const Rows& rows) -> absl::Status {
          WM_ASSIGN_OR_RETURN(const Added one, AddedIn(rows));
          added.push_back(one);
          return absl::OkStatus();
        });
  };
  WM_RETURN_IF_ERROR(session_.Run(add));
  return added;
}

absl::StatusOr<std::uint64_t> PostgresQueue::RunForEach(std::span<const JobKey> jobs,
                                                        const std::string& sql) {
  WM_RETURN_IF_ERROR(CheckCount(jobs.size()));
  std::uint64_t changed = 0;
  const auto run = [&](Connection& connection, bool) {
    changed = 0;
    return connection.RunMany(
        kChanging, sql, jobs.size(), [&](std::size_t i) { return KeyParameters(jobs[i]); },
        [&](std::size_t, const Rows& rows) {
          changed += rows.changed();
          return absl::OkStatus();
        });
  };
  WM_RETURN_IF_ERROR(session_.Run(run));
  return changed;
}

absl::StatusOr<std::uint64_t> PostgresQueue::Retry(std::span<const JobKey> jobs) {
  if (!jobs.empty()) {
    return RunForEach(jobs, fmt::format("{} AND source = $1 AND revision = $2", kRetrySql));
  }
  std::uint64_t changed = 0;
  const auto run = [&](Connection& connection, bool) -> absl::Status {
    WM_ASSIGN_OR_RETURN(const Rows rows, connection.Run(kChanging, kRetrySql));
    changed = rows.changed();
    return absl::OkStatus();
  };
  WM_RETURN_IF_ERROR(session_.Run(run));
  return changed;
}

absl::StatusOr<std::uint64_t> PostgresQueue::Remove(std::span<const JobKey> jobs) {
  return RunForEach(jobs, kRemoveSql);
}

absl::StatusOr<std::optional<LeasedJob>> PostgresQueue::Lease(const std::string& worker) {
  const std::uint64_t lease = DrawLease();
  const std::string name = Fitting(worker, kMaxWorkerBytes);
  std::optional<LeasedJob> taken;
  const auto take = [&](Connection& connection, bool is_repeated) -> absl::Status {
    taken.reset();
    if (is_repeated) {
      WM_ASSIGN_OR_RETURN(const Rows mine,
                          connection.Run(kTaking, kMineSql, Parameters().Number(lease)));
      if (mine.size() > 0) {
        WM_ASSIGN_OR_RETURN(taken, LeasedIn(mine, lease));
        return absl::OkStatus();
      }
    }
    for (std::size_t i = 0; i < kMaxSkipped && !taken.has_value(); ++i) {
      WM_ASSIGN_OR_RETURN(const bool was_due, TakeNext(connection, name, lease, taken));
      if (!was_due) break;
    }
    return absl::OkStatus();
  };
  WM_RETURN_IF_ERROR(session_.Run(take));
  return taken;
}

absl::Status PostgresQueue::Renew(const LeasedJob& job, const JobProgress& progress) {
  return session_.Run([&](Connection& connection, bool) -> absl::Status {
    WM_ASSIGN_OR_RETURN(const Rows rows,
                        connection.Run(kEnding, kRenewSql,
                                       LeaseParameters(job)
                                           .Number(SecondsOf(kLeaseTime))
                                           .Number(static_cast<std::uint64_t>(progress.stage))
                                           .Number(progress.files_done)
                                           .Number(progress.files_total)));
    return rows.changed() > 0 ? absl::OkStatus() : LostLease(job);
  });
}

absl::Status PostgresQueue::End(const LeasedJob& job, const std::string& sql,
                                const Parameters& parameters) {
  return session_.Run([&](Connection& connection, bool is_repeated) -> absl::Status {
    WM_ASSIGN_OR_RETURN(const Rows rows, connection.Run(kEnding, sql, parameters));
    if (rows.changed() > 0) return absl::OkStatus();
    if (!is_repeated) return LostLease(job);
    WM_ASSIGN_OR_RETURN(const Rows ended, connection.Run(kEnding, kEndedSql, LeaseParameters(job)));
    WM_ASSIGN_OR_RETURN(const std::uint64_t count, ended.Number(0, 0));
    return count > 0 ? absl::OkStatus() : LostLease(job);
  });
}

absl::Status PostgresQueue::Finish(const LeasedJob& job, const PublishedCommit& published) {
  return End(job, kFinishSql,
             LeaseParameters(job)
                 .Text(Fitting(published.repository, kMaxSharedNameBytes))
                 .Text(Fitting(published.commit, kMaxCommitBytes)));
}

absl::StatusOr<JobState> PostgresQueue::Fail(const LeasedJob& job, const FailedAttempt& failed) {
  const bool is_last = failed.is_final || job.attempt >= kMaxAttempts;
  const JobState state = is_last ? JobState::kSetAside : JobState::kWaiting;
  WM_RETURN_IF_ERROR(End(job, kFailSql,
                         LeaseParameters(job)
                             .Text(NameOf(state))
                             .Text(Fitting(failed.reason, kMaxReasonBytes))
                             .Number(SecondsOf(WaitAfter(job.attempt)))));
  return state;
}

absl::Status PostgresQueue::GiveBack(const LeasedJob& job) {
  return End(job, kGiveBackSql, LeaseParameters(job));
}

absl::StatusOr<QueueState> PostgresQueue::State(std::size_t limit) {
  QueueState state;
  const auto list = [&](Connection& connection, bool) -> absl::Status {
    state = QueueState();
    WM_ASSIGN_OR_RETURN(const Rows counts, connection.Run(kListing, kCountSql));
    WM_RETURN_IF_ERROR(CountInto(counts, state));
    const std::uint64_t most = std::min(limit, kMaxJobsOfCall);
    WM_ASSIGN_OR_RETURN(const Rows rows,
                        connection.Run(kListing, kListSql, Parameters().Number(most)));
    for (std::size_t row = 0; row < rows.size(); ++row) {
      WM_ASSIGN_OR_RETURN(JobRow job, RowIn(rows, row));
      state.jobs.push_back(std::move(job));
    }
    return absl::OkStatus();
  };
  WM_RETURN_IF_ERROR(session_.Run(list));
  return state;
}

}  // namespace waymark::services
