// A queue that gives back what it is told, for tests of the link.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <fmt/format.h>

#include "services/work_queue.h"

namespace waymark::testing {

// The texts are no UTF-8: a link must not mind.
inline const services::LeasedJob kLeasedJob{.key = {"/srv/caf\xe9", "main"},
                                            .lease = ~std::uint64_t{0} >> 1,
                                            .attempt = 3,
                                            .every = std::chrono::seconds(3600),
                                            .repository = "shop",
                                            .commit = "c0ffee"};

class MemoryQueue final : public services::WorkQueue {
 public:
  // What became of each job in turn: new, waited, ...
  absl::StatusOr<std::vector<services::Added>> Add(
      std::span<const services::NewJob> jobs) override {
    std::vector<services::Added> added;
    for (const services::NewJob& job : jobs) {
      told.push_back(fmt::format("add {} {} {} {}", job.key.source, job.key.revision,
                                 job.priority.value_or(0),
                                 job.every.value_or(std::chrono::seconds(0)).count()));
      added.push_back(static_cast<services::Added>(added.size() % 4));
    }
    return added;
  }

  absl::StatusOr<std::uint64_t> Retry(std::span<const services::JobKey> jobs) override {
    for (const services::JobKey& job : jobs) told.push_back("retry " + job.source);
    return 10 + jobs.size();
  }

  absl::StatusOr<std::uint64_t> Remove(std::span<const services::JobKey> jobs) override {
    for (const services::JobKey& job : jobs) told.push_back("remove " + job.source);
    return 20 + jobs.size();
  }

  // None for a worker without a name.
  absl::StatusOr<std::optional<services::LeasedJob>> Lease(const std::string& worker) override {
    if (worker.empty()) return std::optional<services::LeasedJob>();
    told.push_back("lease " + worker);
    return kLeasedJob;
  }

  absl::Status Renew(const services::LeasedJob& job,
                     const services::JobProgress& progress) override {
    return Tell(job, fmt::format("renew {} {} {}", NameOf(progress.stage), progress.files_done,
                                 progress.files_total));
  }

  absl::Status Finish(const services::LeasedJob& job,
                      const services::PublishedCommit& published) override {
    return Tell(job, fmt::format("finish {} {}", published.repository, published.commit));
  }

  absl::StatusOr<services::JobState> Fail(const services::LeasedJob& job,
                                          const services::FailedAttempt& failed) override {
    const absl::Status status = Tell(job, fmt::format("fail {}", failed.reason));
    if (!status.ok()) return status;
    return failed.is_final ? services::JobState::kSetAside : services::JobState::kWaiting;
  }

  absl::Status GiveBack(const services::LeasedJob& job) override { return Tell(job, "give back"); }

  absl::StatusOr<services::QueueState> State(std::size_t limit) override {
    return services::QueueState{.waiting = 1,
                                .running = 2,
                                .done = 3,
                                .set_aside = limit,
                                .jobs = {{.key = kLeasedJob.key,
                                          .state = services::JobState::kRunning,
                                          .priority = 4,
                                          .every = std::chrono::seconds(60),
                                          .attempts = 5,
                                          .progress = {services::JobStage::kIndexing, 6, 7},
                                          .worker = "host/1",
                                          .repository = "shop",
                                          .commit = "c0ffee",
                                          .reason = "none",
                                          .age = 8,
                                          .due_in = 9}}};
  }

  std::vector<std::string> told;

 private:
  // Only kLeasedJob has its lease.
  absl::Status Tell(const services::LeasedJob& job, std::string what) {
    if (job.lease != kLeasedJob.lease || job.key != kLeasedJob.key) {
      return absl::AbortedError("the lease is over");
    }
    told.push_back(std::move(what));
    return absl::OkStatus();
  }
};

}  // namespace waymark::testing
