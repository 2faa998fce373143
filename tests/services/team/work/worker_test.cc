// A worker without a database: what it does with the jobs of a queue, and when it does nothing
// more.
#include "services/worker.h"

#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/mutex.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "testing/wait_for.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using testing::GitRepository;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::IsOk;
using testing::StatusIs;
using testing::TempDir;
using testing::WaitFor;

// Leases what it is given, and writes down what it is told. Used by the thread of the worker.
class ScriptedQueue final : public WorkQueue {
 public:
  std::deque<LeasedJob> jobs;
  std::deque<absl::Status> trouble;        // that the next leases meet, before any job
  std::optional<absl::Status> after_jobs;  // that a lease meets when there is no job left
  absl::Status renewal = absl::OkStatus();
  absl::Status end = absl::OkStatus();
  std::vector<std::string> told;

  absl::StatusOr<std::vector<Added>> Add(std::span<const NewJob>) override {
    return absl::UnimplementedError("");
  }

  absl::StatusOr<std::uint64_t> Retry(std::span<const JobKey>) override { return 0; }

  absl::StatusOr<std::uint64_t> Remove(std::span<const JobKey>) override { return 0; }

  absl::StatusOr<QueueState> State(std::size_t) override { return QueueState(); }

  absl::StatusOr<std::optional<LeasedJob>> Lease(const std::string&) override {
    if (!trouble.empty()) {
      const absl::Status met = trouble.front();
      trouble.pop_front();
      return met;
    }
    if (jobs.empty() && after_jobs.has_value()) return *after_jobs;
    if (jobs.empty()) return std::optional<LeasedJob>();
    LeasedJob job = jobs.front();
    jobs.pop_front();
    return job;
  }

  absl::Status Renew(const LeasedJob&, const JobProgress& progress) override {
    told.push_back("renew " + std::string(NameOf(progress.stage)));
    return renewal;
  }

  absl::Status Finish(const LeasedJob&, const PublishedCommit& published) override {
    told.push_back("finish " + published.repository + " " + published.commit);
    return end;
  }

  absl::StatusOr<JobState> Fail(const LeasedJob&, const FailedAttempt& failed) override {
    told.push_back((failed.is_final ? "final: " : "fail: ") + failed.reason);
    return failed.is_final ? JobState::kSetAside : JobState::kWaiting;
  }

  absl::Status GiveBack(const LeasedJob&) override {
    told.emplace_back("give back");
    return end;
  }
};

// Steps that write down what they do; a test may put something into each.
struct Script {
  std::function<absl::StatusOr<bool>()> is_published = [] { return false; };
  std::function<absl::Status(const std::atomic<bool>&)> index = [](const auto&) {
    return absl::OkStatus();
  };
  std::function<absl::Status()> publish = [] { return absl::OkStatus(); };
  Mutex mutex;
  std::vector<std::string> done;

  void Note(std::string step) {
    const MutexLock lock(mutex);
    done.push_back(std::move(step));
  }
};

class ScriptedSteps final : public WorkSteps {
 public:
  explicit ScriptedSteps(Script& script) : script_(script) {}

  absl::StatusOr<std::string> NameRepository(const FetchedCommit&) override { return "shop"; }

  absl::StatusOr<bool> IsPublished(const FetchedCommit&, const std::string&) override {
    return script_.is_published();
  }

  absl::Status Index(const FetchedCommit& fetched, const std::string& repository,
                     const FilesSink& files, const std::atomic<bool>& cancelled) override {
    script_.Note("index " + repository + " " + fetched.commit);
    files(1, 2);
    return script_.index(cancelled);
  }

  absl::Status Publish(const FetchedCommit& fetched, const std::string& repository,
                       const std::atomic<bool>&) override {
    script_.Note("publish " + repository + " " + fetched.commit);
    return script_.publish();
  }

 private:
  Script& script_;
};

class WorkerTest : public ::testing::Test {
 protected:
  WorkerTest() {
    shop_.Write("shop.py", "def sell(): pass\n");
    commit_ = shop_.Commit("first");
  }

  LeasedJob Job(std::string revision = "") const {
    return {.key = {.source = shop_.path().string(), .revision = std::move(revision)}, .lease = 7};
  }

  absl::StatusOr<WorkReport> Run() {
    ended_.clear();
    options_.name = "test";
    options_.directory = directory_.path() / "work";
    return RunWorker(queue_, [&] { return std::make_unique<ScriptedSteps>(script_); }, options_,
                     {.taken = {},
                      .ended = [&](const EndedJob& ended) { ended_.push_back(ended); },
                      .waits = [&](const absl::Status&) { ++waits_; }});
  }

  TempDir directory_;
  GitRepository shop_{directory_.path() / "shop"};
  std::string commit_;
  ScriptedQueue queue_;
  Script script_;
  WorkerOptions options_{.until_empty = true};
  std::vector<EndedJob> ended_;
  std::atomic<int> waits_{0};
};

TEST_F(WorkerTest, AJobIsFetchedIndexedRenewedAndPublished) {
  queue_.jobs = {Job()};
  WM_ASSERT_OK_AND_ASSIGN(const WorkReport report, Run());
  EXPECT_EQ(report.published, 1U);
  EXPECT_THAT(script_.done, ElementsAre("index shop " + commit_, "publish shop " + commit_));
  EXPECT_THAT(queue_.told, ElementsAre("renew publishing", "finish shop " + commit_));
  ASSERT_EQ(ended_.size(), 1U);
  EXPECT_EQ(ended_[0].end, JobEnd::kPublished);
  EXPECT_EQ(ended_[0].commit, commit_);
}

TEST_F(WorkerTest, ACommitThatIsPublishedIsNotIndexed) {
  script_.is_published = [] { return true; };
  queue_.jobs = {Job("main")};
  WM_ASSERT_OK_AND_ASSIGN(const WorkReport report, Run());
  EXPECT_EQ(report.unchanged, 1U);
  EXPECT_THAT(script_.done, IsEmpty());
  EXPECT_THAT(queue_.told, ElementsAre("finish shop " + commit_));
}

TEST_F(WorkerTest, ABranchThatHasNotMovedSinceTheLastRunIsNotEvenCloned) {
  LeasedJob job = Job("main");
  job.commit = commit_;
  job.repository = "shop";
  queue_.jobs = {job};
  WM_ASSERT_OK_AND_ASSIGN(const WorkReport report, Run());
  EXPECT_EQ(report.unchanged, 1U);
  EXPECT_FALSE(std::filesystem::exists(options_.directory));
  EXPECT_THAT(queue_.told, ElementsAre("finish shop " + commit_));
}

TEST_F(WorkerTest, AJobThatLostItsLeaseIsNotPublished) {
  queue_.jobs = {Job()};
  queue_.renewal = absl::AbortedError("another worker has the job");
  WM_ASSERT_OK_AND_ASSIGN(const WorkReport report, Run());
  EXPECT_EQ(report.lost, 1U);
  EXPECT_THAT(script_.done, ElementsAre("index shop " + commit_));
  EXPECT_THAT(queue_.told, ElementsAre("renew publishing"));
}

TEST_F(WorkerTest, AJobThatIsLostAtItsEndIsToldAsLost) {
  queue_.jobs = {Job()};
  queue_.end = absl::AbortedError("another worker has the job");
  WM_ASSERT_OK_AND_ASSIGN(const WorkReport report, Run());
  EXPECT_EQ(report.lost, 1U);
  EXPECT_EQ(report.published, 0U);
}

TEST_F(WorkerTest, AFailureIsToldWithItsReason) {
  script_.index = [](const auto&) { return absl::ResourceExhaustedError("the disk is full"); };
  queue_.jobs = {Job(), Job("absent")};
  WM_ASSERT_OK_AND_ASSIGN(const WorkReport report, Run());
  EXPECT_EQ(report.failed, 2U);
  EXPECT_THAT(queue_.told, ElementsAre("fail: the disk is full",
                                       HasSubstr("no branch, tag or commit 'absent'")));
  EXPECT_EQ(ended_[0].reason, "the disk is full");
}

TEST_F(WorkerTest, AnEmptyRepositoryIsToldAsSuch) {
  const GitRepository empty(directory_.path() / "empty");
  LeasedJob job = Job();
  job.key.source = empty.path().string();
  queue_.jobs = {job};
  WM_ASSERT_OK(Run());
  EXPECT_THAT(queue_.told, ElementsAre(HasSubstr("has no commit at HEAD")));
}

TEST_F(WorkerTest, WhatNoAttemptCanDoIsSetAsideAndNeverGivenToGit) {
  LeasedJob job = Job();
  const std::string file = (directory_.path() / "ran").string();
  job.key.source = "ext::touch " + file;
  queue_.jobs = {job};
  WM_ASSERT_OK_AND_ASSIGN(const WorkReport report, Run());
  EXPECT_EQ(report.set_aside, 1U);
  EXPECT_THAT(queue_.told, ElementsAre(HasSubstr("final: ")));
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(WorkerTest, AWrongArgumentOfAStepIsTriedAgain) {
  script_.index = [](const auto&) { return absl::InvalidArgumentError("no such option"); };
  queue_.jobs = {Job()};
  WM_ASSERT_OK_AND_ASSIGN(const WorkReport report, Run());
  EXPECT_EQ(report.failed, 1U);
  EXPECT_THAT(queue_.told, ElementsAre("fail: no such option"));
}

TEST_F(WorkerTest, AWorkerThatIsToldToEndGivesItsJobsBack) {
  std::atomic<bool> cancelled{false};
  options_.cancelled = &cancelled;
  options_.jobs = 2;
  std::atomic<int> indexing{0};
  script_.index = [&](const std::atomic<bool>& is_cancelled) -> absl::Status {
    if (++indexing == 2) cancelled = true;
    EXPECT_TRUE(WaitFor([&] { return is_cancelled.load(); }));
    return absl::CancelledError("cancelled");
  };
  const GitRepository other(directory_.path() / "other");
  other.Write("other.py", "x = 1\n");
  other.Commit("first");
  LeasedJob second = Job();
  second.key.source = other.path().string();
  queue_.jobs = {Job(), second, Job()};
  WM_ASSERT_OK_AND_ASSIGN(const WorkReport report, Run());
  EXPECT_EQ(report.given_back, 2U);
  EXPECT_THAT(queue_.told, ElementsAre("give back", "give back"));
  EXPECT_EQ(queue_.jobs.size(), 1U);
}

TEST_F(WorkerTest, AnAttemptAfterSeveralFailuresBeginsWithANewClone) {
  queue_.jobs = {Job()};
  WM_ASSERT_OK(Run());
  const auto is_left = [&] {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(options_.directory)) {
      if (entry.path().filename() == "left") return true;
    }
    return false;
  };
  for (const auto& entry : std::filesystem::directory_iterator(options_.directory)) {
    if (entry.is_directory()) std::ofstream(entry.path() / "repository.git" / "left") << "x";
  }
  LeasedJob later = Job();
  later.attempt = kFreshAttempt - 1;
  queue_.jobs = {later};
  WM_ASSERT_OK(Run());
  EXPECT_TRUE(is_left());
  later.attempt = kFreshAttempt;
  queue_.jobs = {later};
  WM_ASSERT_OK(Run());
  EXPECT_FALSE(is_left());
}

TEST_F(WorkerTest, TheClonesOfEndedJobsStayWithinTheirSpace) {
  options_.max_clone_bytes = 0;
  queue_.jobs = {Job()};
  WM_ASSERT_OK(Run());
  for (const auto& entry : std::filesystem::directory_iterator(options_.directory)) {
    EXPECT_EQ(entry.path().extension(), ".lock") << entry.path();
  }
}

TEST_F(WorkerTest, AQueueThatCannotBeReachedIsWaitedForUnlessOneRunIsAskedFor) {
  queue_.trouble = {absl::UnavailableError("no server")};
  EXPECT_THAT(Run(), StatusIs(absl::StatusCode::kUnavailable));
  options_.until_empty = false;
  queue_.trouble = {absl::UnavailableError("no server")};
  std::atomic<bool> cancelled{false};
  options_.cancelled = &cancelled;
  std::thread canceller([&] {
    EXPECT_TRUE(WaitFor([&] { return waits_.load() == 1; }));
    cancelled = true;
  });
  WM_EXPECT_OK(Run());
  canceller.join();
}

TEST_F(WorkerTest, ARefusalOfTheQueueEndsTheWorkAndGivesJobsBack) {
  options_.until_empty = false;
  options_.jobs = 2;
  script_.index = [&](const std::atomic<bool>& is_cancelled) -> absl::Status {
    EXPECT_TRUE(WaitFor([&] { return is_cancelled.load(); }));
    return absl::CancelledError("cancelled");
  };
  // The second lease is refused.
  queue_.jobs = {Job()};
  queue_.after_jobs = absl::PermissionDeniedError("no right");
  EXPECT_THAT(Run(), StatusIs(absl::StatusCode::kPermissionDenied));
  EXPECT_THAT(queue_.told, ElementsAre("give back"));
}

}  // namespace
}  // namespace waymark::services
