#include "work/job_run.h"

#include <memory>
#include <optional>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/work_source.h"
#include "services/worker.h"
#include "work/repository_clone.h"

namespace waymark::services {
namespace {

absl::StatusOr<std::unique_ptr<RepositoryClone>> FetchClone(const LeasedJob& job,
                                                            const JobRunOptions& options) {
  WM_ASSIGN_OR_RETURN(std::unique_ptr<RepositoryClone> clone,
                      RepositoryClone::Open(options.directory, job.key.source, options.cancelled));
  if (job.attempt >= kFreshAttempt) WM_RETURN_IF_ERROR(clone->Discard());
  WM_RETURN_IF_ERROR(clone->Fetch());
  return clone;
}

// Only the arguments of a job make its failure final: an InvalidArgument of a step may have reasons
// that end.
absl::Status NotFinal(const absl::Status& status) {
  if (!absl::IsInvalidArgument(status)) return status;
  return absl::UnknownError(std::string(status.message()));
}

absl::StatusOr<JobResult> Publish(const FetchedCommit& fetched, WorkSteps& steps,
                                  const JobRunOptions& options) {
  JobResult result{.published = {.repository = "", .commit = fetched.commit}};
  WM_ASSIGN_OR_RETURN(result.published.repository, steps.NameRepository(fetched));
  const std::string& repository = result.published.repository;
  options.progress({.stage = JobStage::kPublishing});
  WM_ASSIGN_OR_RETURN(result.is_unchanged, steps.IsPublished(fetched, repository));
  if (result.is_unchanged) return result;
  options.progress({.stage = JobStage::kIndexing});
  const auto tell_files = [&](std::uint64_t done, std::uint64_t total) {
    options.progress({.stage = JobStage::kIndexing, .files_done = done, .files_total = total});
  };
  WM_RETURN_IF_ERROR(steps.Index(fetched, repository, tell_files, *options.cancelled));
  options.progress({.stage = JobStage::kPublishing});
  WM_RETURN_IF_ERROR(options.await_renewal());
  WM_RETURN_IF_ERROR(steps.Publish(fetched, repository, *options.cancelled));
  return result;
}

}  // namespace

absl::StatusOr<JobResult> RunJob(const LeasedJob& job, WorkSteps& steps,
                                 const JobRunOptions& options) {
  WM_RETURN_IF_ERROR(CheckSource(job.key.source));
  WM_RETURN_IF_ERROR(CheckRevision(job.key.revision));
  options.progress({.stage = JobStage::kFetching});
  const auto run = [&]() -> absl::StatusOr<JobResult> {
    WM_ASSIGN_OR_RETURN(const std::optional<std::string> asked,
                        AskForCommit(job.key.source, job.key.revision, options.cancelled));
    if (!asked.has_value() && job.key.revision.empty()) {
      return absl::NotFoundError(fmt::format(
          "{} has no commit at HEAD: it is empty, or names no branch; enqueue a branch of it",
          job.key.source));
    }
    if (asked.has_value() && *asked == job.commit) {
      return JobResult{.published = {.repository = job.repository, .commit = *asked},
                       .is_unchanged = true};
    }
    WM_ASSIGN_OR_RETURN(const std::unique_ptr<RepositoryClone> clone, FetchClone(job, options));
    WM_ASSIGN_OR_RETURN(const std::string commit, clone->Resolve(asked.value_or(job.key.revision)));
    return Publish({.source = job.key.source,
                    .repository = clone->repository(),
                    .store = clone->store(),
                    .commit = commit,
                    .revision = job.key.revision},
                   steps, options);
  };
  absl::StatusOr<JobResult> result = run();
  return result.ok() ? std::move(result) : NotFinal(result.status());
}

}  // namespace waymark::services
