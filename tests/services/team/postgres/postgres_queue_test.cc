// The queue of work on a real server. Time passes by changing rows.
#include <algorithm>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/mutex.h"
#include "services/postgres_store.h"
#include "team/postgres_server.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::Eq;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::IsOkAndHolds;
using testing::OptionsFor;
using testing::PostgresServer;
using testing::RunSql;
using testing::StatusIs;

const PublishedCommit kPublished{.repository = "example.org/shop", .commit = "c0ffee"};

class PostgresQueueTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_SKIP_WITHOUT_POSTGRES();
    url_ = PostgresServer::Shared().CreateDatabase();
    WM_ASSERT_OK(InitialisePostgresStore(OptionsFor(url_)));
    store_ = Open();
    queue_ = &store_->queue();
  }

  std::unique_ptr<SharedStore> Open() const {
    auto store = OpenPostgresStore(OptionsFor(url_));
    EXPECT_THAT(store, IsOk());
    return *std::move(store);
  }

  Added Add(const NewJob& job) {
    const auto added = queue_->Add(std::span(&job, 1));
    EXPECT_THAT(added, IsOk());
    return added->front();
  }

  Added Add(const std::string& source, const std::string& revision = "") {
    return Add(NewJob{.key = {source, revision}});
  }

  // The job that is next; the test fails if none is due.
  LeasedJob Lease(const std::string& worker = "worker") {
    const auto job = queue_->Lease(worker);
    EXPECT_THAT(job, IsOk());
    EXPECT_TRUE(job->has_value()) << "no job is due";
    return job->value_or(LeasedJob());
  }

  bool IsNoneDue() {
    const auto job = queue_->Lease("worker");
    EXPECT_THAT(job, IsOk());
    return !job->has_value();
  }

  // Everything that waits for a time has waited for it.
  void LetTimePass() const { RunSql(url_, "UPDATE waymark.job SET due = now() WHERE due > now()"); }

  JobRow OnlyRow() {
    const auto state = queue_->State(10);
    EXPECT_THAT(state, IsOk());
    EXPECT_EQ(state->jobs.size(), 1U);
    return state->jobs.empty() ? JobRow() : state->jobs.front();
  }

  std::string url_;
  std::unique_ptr<SharedStore> store_;
  WorkQueue* queue_ = nullptr;
};

TEST_F(PostgresQueueTest, AJobIsLeasedFinishedAndDone) {
  EXPECT_EQ(Add("https://example.org/shop", "main"), Added::kNew);
  const LeasedJob job = Lease("host/17");
  EXPECT_EQ(job.key, (JobKey{"https://example.org/shop", "main"}));
  EXPECT_EQ(job.attempt, 1U);
  EXPECT_EQ(job.commit, "");
  WM_ASSERT_OK(queue_->Renew(job, {JobStage::kIndexing, 3, 40}));
  const JobRow running = OnlyRow();
  EXPECT_EQ(running.state, JobState::kRunning);
  EXPECT_EQ(running.worker, "host/17");
  EXPECT_EQ(running.progress.stage, JobStage::kIndexing);
  EXPECT_EQ(running.progress.files_done, 3U);
  EXPECT_EQ(running.progress.files_total, 40U);
  EXPECT_GT(running.due_in, 60U);
  EXPECT_LE(running.due_in, static_cast<std::uint64_t>(kLeaseTime.count()));
  WM_ASSERT_OK(queue_->Finish(job, kPublished));
  const JobRow done = OnlyRow();
  EXPECT_EQ(done.state, JobState::kDone);
  EXPECT_EQ(done.repository, kPublished.repository);
  EXPECT_EQ(done.commit, kPublished.commit);
  EXPECT_TRUE(IsNoneDue());
}

TEST_F(PostgresQueueTest, AJobThatWaitsIsNotAddedTwice) {
  EXPECT_EQ(Add("/srv/shop"), Added::kNew);
  EXPECT_EQ(Add("/srv/shop"), Added::kWaited);
  EXPECT_EQ(Add("/srv/shop", "main"), Added::kNew);  // another job
  Lease();
  Lease();
  EXPECT_TRUE(IsNoneDue());
}

TEST_F(PostgresQueueTest, AJobThatIsAddedWhileItRunsRunsAgain) {
  Add("/srv/shop");
  const LeasedJob job = Lease();
  EXPECT_EQ(Add("/srv/shop"), Added::kRuns);
  EXPECT_TRUE(IsNoneDue());
  WM_ASSERT_OK(queue_->Finish(job, kPublished));
  WM_ASSERT_OK(queue_->Finish(Lease(), kPublished));
  EXPECT_TRUE(IsNoneDue());
  EXPECT_EQ(Add("/srv/shop"), Added::kNew);
  EXPECT_EQ(Lease().attempt, 1U);
}

TEST_F(PostgresQueueTest, HigherPrioritiesComeFirstThenThoseThatWaitLonger) {
  Add("/first");
  Add("/second");
  Add(NewJob{.key = {"/urgent", ""}, .priority = kMaxPriority});
  Add(NewJob{.key = {"/idle", ""}, .priority = 1});
  RunSql(url_, "UPDATE waymark.job SET due = due - interval '1 hour' WHERE source = '/second'");
  std::vector<std::string> order;
  for (int i = 0; i < 4; ++i) order.push_back(Lease().key.source);
  EXPECT_THAT(order, ElementsAre("/urgent", "/second", "/first", "/idle"));
}

TEST_F(PostgresQueueTest, AddingAgainChangesOnlyWhatIsGiven) {
  Add(NewJob{.key = {"/srv/shop", ""}, .priority = 7, .every = std::chrono::hours(1)});
  Add("/srv/shop");
  EXPECT_EQ(OnlyRow().priority, 7U);
  EXPECT_EQ(OnlyRow().every, std::chrono::hours(1));
  Add(NewJob{.key = {"/srv/shop", ""}, .priority = 8});
  EXPECT_EQ(OnlyRow().priority, 8U);
}

TEST_F(PostgresQueueTest, AScheduledJobWaitsForItsTimeAndKnowsWhatItPublished) {
  Add(NewJob{.key = {"/srv/shop", "main"}, .every = std::chrono::hours(1)});
  WM_ASSERT_OK(queue_->Finish(Lease(), kPublished));
  EXPECT_EQ(OnlyRow().state, JobState::kWaiting);
  EXPECT_GT(OnlyRow().due_in, 3500U);
  EXPECT_TRUE(IsNoneDue());
  LetTimePass();
  const LeasedJob again = Lease();
  EXPECT_EQ(again.commit, kPublished.commit);
  EXPECT_EQ(again.repository, kPublished.repository);
  WM_ASSERT_OK(queue_->Finish(again, kPublished));
  // Who adds it wants it looked at.
  EXPECT_EQ(Add("/srv/shop", "main"), Added::kWaited);
  EXPECT_EQ(Lease().commit, "");
}

TEST_F(PostgresQueueTest, AFailedJobWaitsTwiceAsLongEachTimeAndIsThenSetAside) {
  Add("/srv/shop");
  std::uint64_t expected = kFirstWait.count();
  for (std::uint64_t attempt = 1; attempt < kMaxAttempts; ++attempt) {
    const LeasedJob job = Lease();
    EXPECT_EQ(job.attempt, attempt);
    EXPECT_THAT(queue_->Fail(job, {.reason = "no\nroute"}), IsOkAndHolds(JobState::kWaiting));
    const JobRow row = OnlyRow();
    EXPECT_EQ(row.reason, "no\\u000aroute");
    EXPECT_LE(row.due_in, expected);
    EXPECT_GE(row.due_in, expected - 5);
    EXPECT_TRUE(IsNoneDue());
    LetTimePass();
    expected = std::min<std::uint64_t>(2 * expected, kLongestWait.count());
  }
  EXPECT_THAT(queue_->Fail(Lease(), {.reason = "no route"}), IsOkAndHolds(JobState::kSetAside));
  EXPECT_EQ(OnlyRow().state, JobState::kSetAside);
  LetTimePass();
  EXPECT_TRUE(IsNoneDue());
  EXPECT_EQ(Add("/srv/shop"), Added::kSetAside);
  EXPECT_TRUE(IsNoneDue());
}

TEST_F(PostgresQueueTest, SuccessForgetsEarlierFailures) {
  Add(NewJob{.key = {"/srv/shop", ""}, .every = kMinInterval});
  WM_ASSERT_OK(queue_->Fail(Lease(), {.reason = "no route"}));
  LetTimePass();
  WM_ASSERT_OK(queue_->Finish(Lease(), kPublished));
  EXPECT_EQ(OnlyRow().reason, "");
  LetTimePass();
  EXPECT_EQ(Lease().attempt, 1U);
}

TEST_F(PostgresQueueTest, AFinalFailureIsSetAsideAtOnceAndTakenUpOnRequest) {
  Add("/srv/shop");
  Add("/srv/other");
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(queue_->Fail(Lease(), {.reason = "no repository", .is_final = true}),
                IsOkAndHolds(JobState::kSetAside));
  }
  const JobKey shop{"/srv/shop", ""};
  const JobKey absent{"/srv/absent", ""};
  EXPECT_THAT(queue_->Retry(std::span(&absent, 1)), IsOkAndHolds(0U));
  EXPECT_THAT(queue_->Retry(std::span(&shop, 1)), IsOkAndHolds(1U));
  const LeasedJob again = Lease();
  EXPECT_EQ(again.key, shop);
  EXPECT_EQ(again.attempt, 1U);
  EXPECT_THAT(queue_->Retry({}), IsOkAndHolds(1U));
  EXPECT_EQ(Lease().key.source, "/srv/other");
}

TEST_F(PostgresQueueTest, WhoeverLostALeaseChangesNothing) {
  Add("/srv/shop");
  const LeasedJob lost = Lease("first");
  LetTimePass();
  const LeasedJob held = Lease("second");
  EXPECT_NE(lost.lease, held.lease);
  EXPECT_EQ(held.attempt, 2U);
  EXPECT_THAT(queue_->Renew(lost, {JobStage::kPublishing}),
              StatusIs(absl::StatusCode::kAborted, HasSubstr("another worker has the job")));
  EXPECT_THAT(queue_->Finish(lost, kPublished), StatusIs(absl::StatusCode::kAborted));
  EXPECT_THAT(queue_->Fail(lost, {.reason = "x"}), StatusIs(absl::StatusCode::kAborted));
  EXPECT_THAT(queue_->GiveBack(lost), StatusIs(absl::StatusCode::kAborted));
  EXPECT_EQ(OnlyRow().worker, "second");
  EXPECT_EQ(OnlyRow().state, JobState::kRunning);
  WM_ASSERT_OK(queue_->Finish(held, kPublished));
  EXPECT_THAT(queue_->Renew(held, {}), StatusIs(absl::StatusCode::kAborted));
}

TEST_F(PostgresQueueTest, ALeaseWhoseTimeIsOverHoldsUntilAnotherTakesTheJob) {
  Add("/srv/shop");
  const LeasedJob job = Lease();
  RunSql(url_, "UPDATE waymark.job SET due = now() - interval '1 minute'");
  WM_EXPECT_OK(queue_->Renew(job, {}));
  EXPECT_TRUE(IsNoneDue());
}

TEST_F(PostgresQueueTest, AJobWhoseWorkersEndWithoutAWordIsSetAside) {
  Add("/srv/shop");
  Add("/srv/other");
  for (std::uint64_t i = 0; i < kMaxAttempts; ++i) {
    RunSql(url_,
           "UPDATE waymark.job SET due = now() + interval '1 hour' WHERE source <> '/srv/shop'");
    const LeasedJob job = Lease(fmt::format("host/{}", i));
    ASSERT_EQ(job.key.source, "/srv/shop");
    WM_ASSERT_OK(queue_->Renew(job, {JobStage::kIndexing}));
    LetTimePass();
  }
  // The one that is set aside is in nobody's way.
  RunSql(url_, "UPDATE waymark.job SET due = due - interval '1 hour' WHERE source = '/srv/shop'");
  EXPECT_EQ(Lease().key.source, "/srv/other");
  WM_ASSERT_OK_AND_ASSIGN(const QueueState state, queue_->State(10));
  EXPECT_EQ(state.set_aside, 1U);
  EXPECT_EQ(state.jobs[1].state, JobState::kSetAside);
  EXPECT_THAT(state.jobs[1].reason,
              HasSubstr(fmt::format("{} attempts; the last worker, host/{}, ended without a word "
                                    "while indexing",
                                    kMaxAttempts, kMaxAttempts - 1)));
}

TEST_F(PostgresQueueTest, AJobThatIsGivenBackIsDueAndTheAttemptDoesNotCount) {
  Add("/srv/shop");
  for (std::uint64_t i = 0; i < 2 * kMaxAttempts; ++i) {
    const LeasedJob job = Lease();
    EXPECT_EQ(job.attempt, 1U);
    WM_ASSERT_OK(queue_->GiveBack(job));
  }
}

TEST_F(PostgresQueueTest, ARemovedJobIsGoneAndItsWorkerLearnsIt) {
  Add(NewJob{.key = {"/srv/shop", ""}, .every = kMinInterval});
  const LeasedJob job = Lease();
  const JobKey keys[] = {job.key, {"/srv/absent", ""}};
  EXPECT_THAT(queue_->Remove(keys), IsOkAndHolds(1U));
  EXPECT_THAT(queue_->Renew(job, {}), StatusIs(absl::StatusCode::kAborted));
  EXPECT_THAT(queue_->Finish(job, kPublished), StatusIs(absl::StatusCode::kAborted));
  WM_ASSERT_OK_AND_ASSIGN(const QueueState state, queue_->State(10));
  EXPECT_TRUE(state.jobs.empty());
}

TEST_F(PostgresQueueTest, ManyWorkersTakeEachJobOnce) {
  constexpr int kJobs = 200;
  constexpr int kWorkers = 8;
  std::vector<NewJob> jobs;
  for (int i = 0; i < kJobs; ++i) jobs.push_back({.key = {fmt::format("/srv/{}", i), ""}});
  WM_ASSERT_OK(queue_->Add(jobs));
  Mutex mutex;
  std::map<std::string, int> taken;
  std::vector<std::thread> workers;
  for (int i = 0; i < kWorkers; ++i) {
    workers.emplace_back([&] {
      const auto store = Open();
      while (true) {
        const auto job = store->queue().Lease("worker");
        ASSERT_THAT(job, IsOk());
        if (!job->has_value()) break;
        WM_ASSERT_OK(store->queue().Finish(**job, kPublished));
        const MutexLock lock(mutex);
        ++taken[(*job)->key.source];
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(taken.size(), static_cast<std::size_t>(kJobs));
  for (const auto& [source, count] : taken) EXPECT_EQ(count, 1) << source;
}

TEST_F(PostgresQueueTest, TheListTellsRunningJobsFirstAndCountsAll) {
  for (const char* const source : {"/a", "/b", "/c", "/d"}) Add(source);
  WM_ASSERT_OK(queue_->Finish(Lease(), kPublished));
  WM_ASSERT_OK(queue_->Fail(Lease(), {.reason = "x", .is_final = true}));
  Lease();
  WM_ASSERT_OK_AND_ASSIGN(const QueueState state, queue_->State(3));
  EXPECT_EQ(state.waiting, 1U);
  EXPECT_EQ(state.running, 1U);
  EXPECT_EQ(state.done, 1U);
  EXPECT_EQ(state.set_aside, 1U);
  std::vector<JobState> order;
  for (const JobRow& job : state.jobs) order.push_back(job.state);
  EXPECT_THAT(order, ElementsAre(JobState::kRunning, JobState::kSetAside, JobState::kWaiting));
}

TEST_F(PostgresQueueTest, WhatIsDoneIsForgottenAfterItsTime) {
  Add("/srv/old");
  WM_ASSERT_OK(queue_->Finish(Lease(), kPublished));
  Add("/srv/new");
  EXPECT_EQ(RunSql(url_, "SELECT count(*) FROM waymark.job"), "2");
  RunSql(url_, fmt::format("UPDATE waymark.job SET ended = now() - interval '{} seconds'",
                           kDoneKept.count() + 1));
  Add("/srv/new");
  EXPECT_EQ(RunSql(url_, "SELECT source FROM waymark.job"), "/srv/new");
}

TEST_F(PostgresQueueTest, ConnectionsThatAreCutLoseNoJob) {
  constexpr int kJobs = 60;
  std::vector<NewJob> jobs;
  for (int i = 0; i < kJobs; ++i) jobs.push_back({.key = {fmt::format("/srv/{}", i), ""}});
  WM_ASSERT_OK(queue_->Add(jobs));
  std::atomic<bool> is_over{false};
  std::thread cutter([&] {
    while (!is_over) {
      RunSql(url_,
             "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
             "WHERE datname = current_database() AND pid <> pg_backend_pid()");
    }
  });
  int finished = 0;
  for (auto job = queue_->Lease("w"); job.ok() && job->has_value(); job = queue_->Lease("w")) {
    EXPECT_THAT(queue_->Renew(**job, {JobStage::kIndexing}), IsOk());
    EXPECT_THAT(queue_->Finish(**job, kPublished), IsOk());
    ++finished;
  }
  is_over = true;
  cutter.join();
  EXPECT_EQ(finished, kJobs);
  EXPECT_EQ(RunSql(url_, "SELECT count(*) FROM waymark.job WHERE state = 'done'"),
            std::to_string(kJobs));
}

TEST_F(PostgresQueueTest, WhatDoesNotFitIsRefusedBeforeTheServerSeesIt) {
  const std::vector<NewJob> refused = {
      {.key = {"", ""}},
      {.key = {std::string(kMaxJobSourceBytes + 1, 'a'), ""}},
      {.key = {"/srv/\xff", ""}},
      {.key = {"/srv/shop\n", ""}},
      {.key = {"/srv/shop", std::string(kMaxRevisionBytes + 1, 'a')}},
      {.key = {"/srv/shop", std::string("a\0b", 3)}},
      {.key = {"/srv/shop", ""}, .priority = 0},
      {.key = {"/srv/shop", ""}, .priority = kMaxPriority + 1},
      {.key = {"/srv/shop", ""}, .every = kMinInterval - std::chrono::seconds(1)},
      {.key = {"/srv/shop", ""}, .every = kMaxInterval + std::chrono::seconds(1)},
  };
  for (const NewJob& job : refused) {
    EXPECT_THAT(queue_->Add(std::span(&job, 1)), StatusIs(absl::StatusCode::kInvalidArgument));
  }
  EXPECT_THAT(queue_->Add(std::vector<NewJob>(kMaxJobsOfCall + 1, {.key = {"/srv/shop", ""}})),
              StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_EQ(RunSql(url_, "SELECT count(*) FROM waymark.job"), "0");
  Add(NewJob{.key = {std::string(kMaxJobSourceBytes, 'a'), std::string(kMaxRevisionBytes, 'b')}});
  const std::string reason(2 * kMaxReasonBytes, '\xc3');
  WM_ASSERT_OK(queue_->Fail(Lease(std::string(2 * kMaxWorkerBytes, 'w')), {.reason = reason}));
  EXPECT_EQ(OnlyRow().reason.substr(0, 8), "\\xc3\\xc3");
}

TEST_F(PostgresQueueTest, RowsThatAnotherProgramWroteAreToldNotBelieved) {
  Add("/srv/shop");
  RunSql(url_, "UPDATE waymark.job SET stage = 99");
  EXPECT_THAT(queue_->State(10), StatusIs(absl::StatusCode::kDataLoss, HasSubstr("unknown stage")));
}

}  // namespace
}  // namespace waymark::services
