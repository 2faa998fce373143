#include "services/worker.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "graph/mutex.h"
#include "graph/status.h"
#include "work/job_run.h"
#include "work/repository_clone.h"

namespace waymark::services {
namespace {

using WorkClock = std::chrono::steady_clock;

// Between two looks at the flag, which a signal sets.
constexpr std::chrono::milliseconds kWorkLookInterval{100};
// Between attempts to renew a lease for a job that waits to publish.
constexpr std::chrono::seconds kUrgentInterval{1};

constexpr std::size_t kStageCount = std::size(kJobStageNames);

constexpr std::string_view kEndNames[] = {"published", "unchanged", "failed",
                                          "set aside", "lost",      "given back"};

// Wakes the thread of the worker.
class Bell {
 public:
  void Ring() WM_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    has_rung_ = true;
    rung_.NotifyOne();
  }

  void AwaitUntil(WorkClock::time_point deadline) WM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    while (!has_rung_) {
      if (!rung_.WaitUntil(lock, deadline)) break;
    }
    has_rung_ = false;
  }

 private:
  Mutex mutex_;
  CondVar rung_;
  bool has_rung_ WM_GUARDED_BY(mutex_) = false;
};

// A job and the thread that does it. Its functions are called by the thread of the worker, unless
// they say otherwise.
class RunningJob {
 public:
  RunningJob(LeasedJob job, std::unique_ptr<WorkSteps> steps,
             const std::filesystem::path& directory, Bell& bell)
      : job_(std::move(job)), steps_(std::move(steps)), bell_(bell) {
    thread_ = std::thread([this, directory] { Run(directory); });
  }

  ~RunningJob() {
    Cancel();
    if (thread_.joinable()) thread_.join();
  }

  RunningJob(const RunningJob&) = delete;
  RunningJob& operator=(const RunningJob&) = delete;

  const LeasedJob& job() const { return job_; }

  double seconds() const {
    return std::chrono::duration<double>(WorkClock::now() - started_).count();
  }

  void Cancel() WM_EXCLUDES(mutex_) {
    cancelled_ = true;
    const MutexLock lock(mutex_);
    renewed_.NotifyAll();
  }

  void Lose() {
    is_lost_ = true;
    Cancel();
  }

  bool is_lost() const { return is_lost_; }

  // When the lease is to be renewed next.
  WorkClock::time_point RenewalDue() const WM_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    return awaits_renewal_ ? last_attempt_ + (is_asked_ ? kUrgentInterval : WorkClock::duration(0))
                           : last_attempt_ + kRenewInterval;
  }

  JobProgress progress() const WM_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    return progress_;
  }

  void TellRenewal(bool has_renewed) WM_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    last_attempt_ = WorkClock::now();
    is_asked_ = awaits_renewal_ && !has_renewed;
    if (has_renewed) awaits_renewal_ = false;
    renewed_.NotifyAll();
  }

  // The time of each stage, once the job has ended.
  std::array<double, kStageCount> StageSeconds() const WM_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    return stage_seconds_;
  }

  // The result, once the job has ended.
  std::optional<absl::StatusOr<JobResult>> TakeResult() WM_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    return std::exchange(result_, std::nullopt);
  }

 private:
  void Run(const std::filesystem::path& directory) {
    absl::StatusOr<JobResult> result =
        RunJob(job_, *steps_,
               {.directory = directory,
                .progress = [this](const JobProgress& progress) { SetProgress(progress); },
                .await_renewal = [this] { return AwaitRenewal(); },
                .cancelled = &cancelled_});
    const MutexLock lock(mutex_);
    AddStageTime();
    result_ = std::move(result);
    bell_.Ring();
  }

  // By the thread of the job.
  void SetProgress(const JobProgress& progress) WM_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    AddStageTime();
    progress_ = progress;
  }

  void AddStageTime() WM_REQUIRES(mutex_) {
    const WorkClock::time_point now = WorkClock::now();
    stage_seconds_[static_cast<std::size_t>(progress_.stage)] +=
        std::chrono::duration<double>(now - std::exchange(stage_since_, now)).count();
  }

  // By the thread of the job.
  absl::Status AwaitRenewal() WM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    awaits_renewal_ = true;
    is_asked_ = false;
    last_attempt_ = WorkClock::now();
    bell_.Ring();
    while (awaits_renewal_ && !cancelled_) renewed_.Wait(lock);
    return cancelled_ ? absl::CancelledError("cancelled") : absl::OkStatus();
  }

  const LeasedJob job_;
  const std::unique_ptr<WorkSteps> steps_;
  Bell& bell_;
  const WorkClock::time_point started_ = WorkClock::now();
  std::atomic<bool> cancelled_{false};
  bool is_lost_ = false;
  mutable Mutex mutex_;
  CondVar renewed_;
  JobProgress progress_ WM_GUARDED_BY(mutex_);
  WorkClock::time_point stage_since_ WM_GUARDED_BY(mutex_) = started_;
  std::array<double, kStageCount> stage_seconds_ WM_GUARDED_BY(mutex_) = {};
  bool awaits_renewal_ WM_GUARDED_BY(mutex_) = false;
  bool is_asked_ WM_GUARDED_BY(mutex_) = false;  // the renewal that is awaited failed once
  WorkClock::time_point last_attempt_ WM_GUARDED_BY(mutex_) = WorkClock::now();
  std::optional<absl::StatusOr<JobResult>> result_ WM_GUARDED_BY(mutex_);
  std::thread thread_;
};

class Worker {
 public:
  Worker(WorkQueue& queue, const MakeWorkSteps& steps, const WorkerOptions& options,
         const WorkerSinks& sinks)
      : queue_(queue), steps_(steps), options_(options), sinks_(sinks) {}

  absl::StatusOr<WorkReport> Run() {
    while (!IsDone()) {
      if (!IsToEnd()) trouble_ = TakeJobs();
      if (IsToEnd()) {
        for (const auto& job : running_) job->Cancel();
      }
      RenewLeases();
      bell_.AwaitUntil(NextWake());
      SettleEnded();
    }
    if (!trouble_.ok()) return trouble_;
    return report_;
  }

 private:
  bool IsToEnd() const {
    return !trouble_.ok() || (options_.cancelled != nullptr && *options_.cancelled);
  }

  bool IsDone() const {
    return running_.empty() && (IsToEnd() || (options_.until_empty && was_empty_));
  }

  // Asks the queue, and counts the time.
  template <typename Question>
  auto Ask(const Question& question) {
    const WorkClock::time_point start = WorkClock::now();
    auto answer = question();
    report_.seconds.queue += std::chrono::duration<double>(WorkClock::now() - start).count();
    return answer;
  }

  absl::Status TakeJobs();
  void RenewLeases();
  WorkClock::time_point NextWake() const;
  void SettleEnded();
  EndedJob End(const RunningJob& job, const absl::StatusOr<JobResult>& result);
  EndedJob Fail(const LeasedJob& job, const absl::Status& reason);

  WorkQueue& queue_;
  const MakeWorkSteps& steps_;
  const WorkerOptions& options_;
  const WorkerSinks& sinks_;
  Bell bell_;
  std::vector<std::unique_ptr<RunningJob>> running_;
  bool was_empty_ = false;  // the queue, at the last question
  WorkClock::time_point next_question_ = WorkClock::now();
  absl::Status trouble_;  // that ends the work
  WorkReport report_;
};

// With `until_empty`, a queue that was empty is not asked again.
absl::Status Worker::TakeJobs() {
  while (running_.size() < options_.jobs && WorkClock::now() >= next_question_) {
    if (options_.until_empty && was_empty_) break;
    absl::StatusOr<std::optional<LeasedJob>> job = Ask([&] { return queue_.Lease(options_.name); });
    if (absl::IsUnavailable(job.status()) && !options_.until_empty) {
      if (sinks_.waits) sinks_.waits(job.status());
      next_question_ = WorkClock::now() + kAskInterval;
      break;
    }
    WM_RETURN_IF_ERROR(job.status());
    was_empty_ = !job->has_value();
    if (was_empty_) {
      next_question_ = WorkClock::now() + kAskInterval;
      break;
    }
    if (sinks_.taken) sinks_.taken(**job);
    running_.push_back(
        std::make_unique<RunningJob>(**std::move(job), steps_(), options_.directory, bell_));
  }
  return absl::OkStatus();
}

void Worker::RenewLeases() {
  for (const auto& job : running_) {
    if (job->is_lost() || WorkClock::now() < job->RenewalDue()) continue;
    const absl::Status renewed = Ask([&] { return queue_.Renew(job->job(), job->progress()); });
    // A queue that cannot be reached may be reached again before the lease ends.
    if (absl::IsAborted(renewed)) job->Lose();
    job->TellRenewal(renewed.ok());
  }
}

WorkClock::time_point Worker::NextWake() const {
  WorkClock::time_point next = WorkClock::now() + kWorkLookInterval;
  for (const auto& job : running_) {
    if (!job->is_lost()) next = std::min(next, job->RenewalDue());
  }
  return next;
}

void Worker::SettleEnded() {
  bool has_settled = false;
  for (auto job = running_.begin(); job != running_.end();) {
    const std::optional<absl::StatusOr<JobResult>> result = (*job)->TakeResult();
    if (!result.has_value()) {
      ++job;
      continue;
    }
    const EndedJob ended = End(**job, *result);
    job = running_.erase(job);
    has_settled = true;
    if (sinks_.ended) sinks_.ended(ended);
  }
  if (!has_settled) return;
  next_question_ = WorkClock::now();
  // A disk that is not tidied now is tidied after the next job.
  static_cast<void>(LimitClones(options_.directory, options_.max_clone_bytes));
}

EndedJob Worker::Fail(const LeasedJob& job, const absl::Status& reason) {
  EndedJob ended{.key = job.key, .end = JobEnd::kFailed, .reason = std::string(reason.message())};
  const absl::StatusOr<JobState> state = Ask([&] {
    return queue_.Fail(job, {.reason = ended.reason, .is_final = absl::IsInvalidArgument(reason)});
  });
  if (absl::IsAborted(state.status())) ended.end = JobEnd::kLost;
  if (state.ok() && *state == JobState::kSetAside) ended.end = JobEnd::kSetAside;
  return ended;
}

// If the queue cannot be reached to end a lease, the lease ends by itself.
EndedJob Worker::End(const RunningJob& job, const absl::StatusOr<JobResult>& result) {
  EndedJob ended{.key = job.job().key};
  if (job.is_lost()) {
    ended.end = JobEnd::kLost;
  } else if (result.ok()) {
    ended.end = result->is_unchanged ? JobEnd::kUnchanged : JobEnd::kPublished;
    ended.repository = result->published.repository;
    ended.commit = result->published.commit;
    const absl::Status finished = Ask([&] { return queue_.Finish(job.job(), result->published); });
    if (absl::IsAborted(finished)) ended.end = JobEnd::kLost;
  } else if (absl::IsCancelled(result.status()) && IsToEnd()) {
    ended.end = JobEnd::kGivenBack;
    const absl::Status given = Ask([&] { return queue_.GiveBack(job.job()); });
    if (absl::IsAborted(given)) ended.end = JobEnd::kLost;
  } else {
    ended = Fail(job.job(), result.status());
  }
  ended.seconds = job.seconds();
  std::uint64_t* const counts[] = {&report_.published, &report_.unchanged, &report_.failed,
                                   &report_.set_aside, &report_.lost,      &report_.given_back};
  ++*counts[static_cast<std::size_t>(ended.end)];
  const std::array<double, kStageCount> seconds = job.StageSeconds();
  report_.seconds.fetching += seconds[static_cast<std::size_t>(JobStage::kFetching)];
  report_.seconds.indexing += seconds[static_cast<std::size_t>(JobStage::kIndexing)];
  report_.seconds.publishing += seconds[static_cast<std::size_t>(JobStage::kPublishing)];
  return ended;
}

}  // namespace

std::string_view NameOf(JobEnd end) { return kEndNames[static_cast<std::size_t>(end)]; }

absl::StatusOr<WorkReport> RunWorker(WorkQueue& queue, const MakeWorkSteps& steps,
                                     const WorkerOptions& options, const WorkerSinks& sinks) {
  return Worker(queue, steps, options, sinks).Run();
}

}  // namespace waymark::services
