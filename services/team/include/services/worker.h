// A worker takes jobs of the queue: fetches each repository, indexes the commit and publishes it.
// It renews its leases meanwhile, and asks for a renewal right before it publishes, so that a
// worker that lost a job does not publish. Killed at any moment, it leaves nothing half done: its
// leases end, and another worker does the jobs.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include <absl/status/statusor.h>

#include "services/work_queue.h"
#include "services/work_steps.h"

namespace waymark::services {

inline constexpr unsigned kMaxJobsOfWorker = 64;
// The space of the clones and their stores, without those of the jobs that run.
inline constexpr std::uint64_t kUsualCloneBytes = std::uint64_t{20} << 30;
// A lease is renewed at this interval.
inline constexpr std::chrono::seconds kRenewInterval = kLeaseTime / 4;
// A worker without a job asks at this interval.
inline constexpr std::chrono::seconds kAskInterval{5};
// From this attempt on, the clone and its store are made again: damage in them may be the reason.
inline constexpr std::uint64_t kFreshAttempt = 4;

struct WorkerOptions {
  std::string name;                 // for operators: machine and process
  std::filesystem::path directory;  // of the clones; created if missing
  std::uint64_t max_clone_bytes = kUsualCloneBytes;
  unsigned jobs = 1;         // at once; 1 to kMaxJobsOfWorker
  bool until_empty = false;  // ends when no job is due
  // Gives the leases back and ends.
  const std::atomic<bool>* cancelled = nullptr;  // may be null
};

enum class JobEnd : std::uint8_t {
  kPublished,
  kUnchanged,  // the commit was published already
  kFailed,     // another attempt follows
  kSetAside,
  kLost,      // another worker has the job
  kGivenBack  // the worker was told to end
};

// "published", "unchanged", "failed", "set aside", "lost", "given back".
std::string_view NameOf(JobEnd end);

struct EndedJob {
  JobKey key;
  JobEnd end = JobEnd::kPublished;
  std::string repository;  // of kPublished and kUnchanged, with the commit
  std::string commit;
  std::string reason;  // of the others
  double seconds = 0;
};

// The time of a worker by stage, added up over its jobs.
struct WorkSeconds {
  double fetching = 0;
  double indexing = 0;
  double publishing = 0;  // looking what is published included
  double queue = 0;       // waiting for answers of the queue
};

struct WorkReport {
  std::uint64_t published = 0;
  std::uint64_t unchanged = 0;
  std::uint64_t failed = 0;
  std::uint64_t set_aside = 0;
  std::uint64_t lost = 0;
  std::uint64_t given_back = 0;
  WorkSeconds seconds;
};

// Events that a worker tells while it works, from the thread that runs it. Each may be empty.
struct WorkerSinks {
  std::function<void(const LeasedJob& job)> taken;
  std::function<void(const EndedJob& ended)> ended;
  std::function<void(const absl::Status& trouble)> waits;  // the queue cannot be reached
};

using MakeWorkSteps = std::function<std::unique_ptr<WorkSteps>()>;

// Works until `cancelled` is set, or no job is due. An error of the queue that waiting does not
// mend ends the work; with `until_empty` any error of it does. `steps` are made in this thread.
absl::StatusOr<WorkReport> RunWorker(WorkQueue& queue, const MakeWorkSteps& steps,
                                     const WorkerOptions& options, const WorkerSinks& sinks);

}  // namespace waymark::services
