// One job, from its repository to its published commit.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "services/work_queue.h"
#include "services/work_steps.h"

namespace waymark::services {

struct JobRunOptions {
  std::filesystem::path directory;  // of the clones
  // Called by the thread of the job.
  std::function<void(const JobProgress&)> progress;
  // Returns when the lease was renewed just now. Aborted or Cancelled if the job is to end.
  std::function<absl::Status()> await_renewal;
  const std::atomic<bool>* cancelled = nullptr;  // not null
};

struct JobResult {
  PublishedCommit published;
  bool is_unchanged = false;  // was published already
};

// InvalidArgument if no attempt can succeed. Otherwise the errors of the steps.
absl::StatusOr<JobResult> RunJob(const LeasedJob& job, WorkSteps& steps,
                                 const JobRunOptions& options);

}  // namespace waymark::services
