// The queue of a team's work: repositories and revisions that workers on any number of machines
// index and publish. A job is named by the two; adding it again changes the job that is there.
//
// A worker leases a job for a time, renews the lease while it works, and ends it as published,
// failed or given back. When the time of a lease is over, another worker takes the job. Each lease
// has a number of its own, and whoever no longer has the lease gets Aborted and changes nothing.
// All times are those of the database.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

namespace waymark::services {

// Bounds of what a job says, in bytes. Longer reasons are cut.
inline constexpr std::size_t kMaxJobSourceBytes = 1024;
inline constexpr std::size_t kMaxRevisionBytes = 256;
inline constexpr std::size_t kMaxReasonBytes = 1000;
inline constexpr std::size_t kMaxWorkerBytes = 256;
// The most jobs that one call adds, and that one answer lists.
inline constexpr std::size_t kMaxJobsOfCall = 10'000;
inline constexpr std::uint64_t kMaxPriority = 1000;
inline constexpr std::uint64_t kUsualPriority = 100;
// A shorter interval would keep workers busy with asking.
inline constexpr std::chrono::seconds kMinInterval{60};
inline constexpr std::chrono::seconds kMaxInterval = std::chrono::hours(24 * 366);
// A worker that is silent for this long has lost its job.
inline constexpr std::chrono::seconds kLeaseTime{90};
// A job that failed waits before the next attempt; the wait doubles from the first to the longest.
// After so many attempts in a row it is set aside until someone asks for it again.
inline constexpr std::chrono::seconds kFirstWait{30};
inline constexpr std::chrono::seconds kLongestWait = std::chrono::hours(1);
inline constexpr std::uint64_t kMaxAttempts = 8;
// A job that is done is forgotten after this time.
inline constexpr std::chrono::seconds kDoneKept = std::chrono::hours(24 * 7);

struct JobKey {
  std::string source;    // URL or absolute path, as git takes it
  std::string revision;  // branch, tag or commit; empty: the branch that HEAD names
  bool operator==(const JobKey&) const = default;
};

// An absent value stays as it is for a job that is there, and is otherwise the default.
struct NewJob {
  JobKey key;
  std::optional<std::uint64_t> priority;      // from 1; higher ones are taken first
  std::optional<std::chrono::seconds> every;  // between two runs; otherwise the job runs once
};

enum class JobState : std::uint8_t { kWaiting, kRunning, kDone, kSetAside };
enum class JobStage : std::uint8_t { kFetching, kIndexing, kPublishing };

inline constexpr std::string_view kJobStateNames[] = {"waiting", "running", "done", "set aside"};
inline constexpr std::string_view kJobStageNames[] = {"fetching", "indexing", "publishing"};

constexpr std::string_view NameOf(JobState state) {
  return kJobStateNames[static_cast<std::size_t>(state)];
}

constexpr std::string_view NameOf(JobStage stage) {
  return kJobStageNames[static_cast<std::size_t>(stage)];
}

struct JobProgress {
  JobStage stage = JobStage::kFetching;
  std::uint64_t files_done = 0;
  std::uint64_t files_total = 0;  // 0: not known
};

// The outcome for a job that was to be added.
enum class Added : std::uint8_t {
  kNew,      // waits now, and did not before
  kWaited,   // waited already, or waits for its next attempt, and is due now
  kRuns,     // is running, and runs again after that
  kSetAside  // is set aside and stays so: Retry() takes it up
};

struct LeasedJob {
  JobKey key;
  std::uint64_t lease = 0;    // its number
  std::uint64_t attempt = 1;  // attempts since the job last succeeded, this one included
  std::chrono::seconds every{0};
  // The commit that the job published last, if it does not have to look again; otherwise empty.
  std::string repository;
  std::string commit;
};

struct PublishedCommit {
  std::string repository;  // its name in the shared store
  std::string commit;      // hexadecimal
};

struct FailedAttempt {
  std::string reason;
  bool is_final = false;  // another attempt cannot succeed
};

// A job as operators see it. Ages and waits are in seconds.
struct JobRow {
  JobKey key;
  JobState state = JobState::kWaiting;
  std::uint64_t priority = 0;
  std::chrono::seconds every{0};
  std::uint64_t attempts = 0;
  JobProgress progress;      // of a running one
  std::string worker;        // that has or had it
  std::string repository;    // as it was published last
  std::string commit;        // likewise
  std::string reason;        // of the last failure since the last success
  std::uint64_t age = 0;     // since it was added, started or ended, whichever was last
  std::uint64_t due_in = 0;  // until it may be taken; of a running one until its lease ends
};

struct QueueState {
  std::uint64_t waiting = 0;
  std::uint64_t running = 0;
  std::uint64_t done = 0;
  std::uint64_t set_aside = 0;
  // Running, set aside, waiting, done; in a state those that are taken first.
  std::vector<JobRow> jobs;
};

// Errors of all functions, besides those they name, are those of a BlobStore. Not thread-safe.
class WorkQueue {
 public:
  virtual ~WorkQueue() = default;

  // Adds jobs, or makes those that are there due and changes what is given; parallel to `jobs`.
  // InvalidArgument beyond the bounds above.
  virtual absl::StatusOr<std::vector<Added>> Add(std::span<const NewJob> jobs) = 0;
  // Takes jobs up that were set aside: these, or all if there are none. Returns how many.
  virtual absl::StatusOr<std::uint64_t> Retry(std::span<const JobKey> jobs) = 0;
  // Deletes jobs. The worker of a running one loses its lease. Returns how many there were.
  virtual absl::StatusOr<std::uint64_t> Remove(std::span<const JobKey> jobs) = 0;

  // The next job that is due, leased to `worker`, a name for operators; nothing if none is due.
  virtual absl::StatusOr<std::optional<LeasedJob>> Lease(const std::string& worker) = 0;
  // Prolongs a lease and tells how far the work is.
  virtual absl::Status Renew(const LeasedJob& job, const JobProgress& progress) = 0;
  // Ends a lease: the job is done, or waits for its next run.
  virtual absl::Status Finish(const LeasedJob& job, const PublishedCommit& published) = 0;
  // Ends a lease: the job waits for another attempt, or is set aside. Returns which.
  virtual absl::StatusOr<JobState> Fail(const LeasedJob& job, const FailedAttempt& failed) = 0;
  // Ends a lease as if the job had not been taken.
  virtual absl::Status GiveBack(const LeasedJob& job) = 0;

  // Counts, and at most `limit` jobs.
  virtual absl::StatusOr<QueueState> State(std::size_t limit) = 0;
};

}  // namespace waymark::services
