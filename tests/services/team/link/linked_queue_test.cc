// The queue of work through the link, and messages that no program sends.
#include "link/linked_queue.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "link/queue_messages.h"
#include "team/memory_queue.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using link::v1::QueueCall;
using link::v1::QueueReply;
using ::testing::ElementsAre;
using testing::IsOkAndHolds;
using testing::kLeasedJob;
using testing::MemoryQueue;
using testing::StatusIs;

class LinkedQueueTest : public ::testing::Test {
 protected:
  MemoryQueue memory_;
  // As bytes from one side to the other and back.
  LinkedQueue queue_{[this](const QueueCall& call) -> absl::StatusOr<QueueReply> {
    QueueCall received;
    EXPECT_TRUE(received.ParseFromString(call.SerializeAsString()));
    QueueReply reply;
    if (absl::Status status = AnswerQueueCall(memory_, received, reply); !status.ok()) {
      return status;
    }
    QueueReply answered;
    EXPECT_TRUE(answered.ParseFromString(reply.SerializeAsString()));
    return answered;
  }};
};

TEST_F(LinkedQueueTest, JobsArriveAsTheyWereAdded) {
  const NewJob jobs[] = {{.key = {"/a", "main"}, .priority = 7, .every = std::chrono::seconds(60)},
                         {.key = {"/\xff", ""}, .priority = {}, .every = {}},
                         {.key = {"/c", ""}, .priority = {}, .every = {}},
                         {.key = {"/d", ""}, .priority = {}, .every = {}}};
  EXPECT_THAT(queue_.Add(jobs), IsOkAndHolds(ElementsAre(Added::kNew, Added::kWaited, Added::kRuns,
                                                         Added::kSetAside)));
  EXPECT_THAT(memory_.told,
              ElementsAre("add /a main 7 60", "add /\xff  0 0", "add /c  0 0", "add /d  0 0"));
}

TEST_F(LinkedQueueTest, JobsAreTakenUpAndRemoved) {
  const JobKey keys[] = {{"/a", ""}, {"/b", "main"}};
  EXPECT_THAT(queue_.Retry(keys), IsOkAndHolds(12U));
  EXPECT_THAT(queue_.Retry({}), IsOkAndHolds(10U));
  EXPECT_THAT(queue_.Remove(keys), IsOkAndHolds(22U));
  EXPECT_THAT(memory_.told, ElementsAre("retry /a", "retry /b", "remove /a", "remove /b"));
}

TEST_F(LinkedQueueTest, ALeaseArrivesWholeAndEndsAsTold) {
  WM_ASSERT_OK_AND_ASSIGN(const std::optional<LeasedJob> none, queue_.Lease(""));
  EXPECT_FALSE(none.has_value());
  WM_ASSERT_OK_AND_ASSIGN(const std::optional<LeasedJob> job, queue_.Lease("host/1"));
  ASSERT_TRUE(job.has_value());
  EXPECT_EQ(job->key, kLeasedJob.key);
  EXPECT_EQ(job->lease, kLeasedJob.lease);
  EXPECT_EQ(job->attempt, kLeasedJob.attempt);
  EXPECT_EQ(job->every, kLeasedJob.every);
  EXPECT_EQ(job->repository, kLeasedJob.repository);
  EXPECT_EQ(job->commit, kLeasedJob.commit);
  WM_EXPECT_OK(queue_.Renew(*job, {JobStage::kPublishing, 1, 2}));
  WM_EXPECT_OK(queue_.Finish(*job, {.repository = "shop", .commit = "c0ffee"}));
  EXPECT_THAT(queue_.Fail(*job, {.reason = "x\xff"}), IsOkAndHolds(JobState::kWaiting));
  EXPECT_THAT(queue_.Fail(*job, {.reason = "y", .is_final = true}),
              IsOkAndHolds(JobState::kSetAside));
  WM_EXPECT_OK(queue_.GiveBack(*job));
  EXPECT_THAT(memory_.told, ElementsAre("lease host/1", "renew publishing 1 2",
                                        "finish shop c0ffee", "fail x\xff", "fail y", "give back"));
}

TEST_F(LinkedQueueTest, ALostLeaseIsLostOnBothSides) {
  LeasedJob lost = kLeasedJob;
  lost.lease = 1;
  EXPECT_THAT(queue_.Renew(lost, {}), StatusIs(absl::StatusCode::kAborted));
  EXPECT_THAT(queue_.Finish(lost, {}), StatusIs(absl::StatusCode::kAborted));
  EXPECT_THAT(queue_.Fail(lost, {}), StatusIs(absl::StatusCode::kAborted));
  EXPECT_THAT(queue_.GiveBack(lost), StatusIs(absl::StatusCode::kAborted));
}

TEST_F(LinkedQueueTest, TheListArrivesWhole) {
  WM_ASSERT_OK_AND_ASSIGN(const QueueState state, queue_.State(42));
  EXPECT_EQ(state.waiting, 1U);
  EXPECT_EQ(state.running, 2U);
  EXPECT_EQ(state.done, 3U);
  EXPECT_EQ(state.set_aside, 42U);
  ASSERT_EQ(state.jobs.size(), 1U);
  const JobRow& job = state.jobs.front();
  EXPECT_EQ(job.key, kLeasedJob.key);
  EXPECT_EQ(job.state, JobState::kRunning);
  EXPECT_EQ(job.priority, 4U);
  EXPECT_EQ(job.every, std::chrono::seconds(60));
  EXPECT_EQ(job.attempts, 5U);
  EXPECT_EQ(job.progress.stage, JobStage::kIndexing);
  EXPECT_EQ(job.progress.files_done, 6U);
  EXPECT_EQ(job.progress.files_total, 7U);
  EXPECT_EQ(job.worker, "host/1");
  EXPECT_EQ(job.repository, "shop");
  EXPECT_EQ(job.commit, "c0ffee");
  EXPECT_EQ(job.reason, "none");
  EXPECT_EQ(job.age, 8U);
  EXPECT_EQ(job.due_in, 9U);
}

TEST_F(LinkedQueueTest, WhatNoProgramSendsIsRefused) {
  QueueReply reply;
  EXPECT_THAT(AnswerQueueCall(memory_, QueueCall(), reply),
              StatusIs(absl::StatusCode::kInvalidArgument));
  QueueCall renew;
  renew.mutable_renew()->mutable_progress()->set_stage(99);
  EXPECT_THAT(AnswerQueueCall(memory_, renew, reply), StatusIs(absl::StatusCode::kDataLoss));
  QueueCall add;
  add.mutable_add()->add_jobs()->set_every_seconds(~std::uint64_t{0});
  EXPECT_THAT(AnswerQueueCall(memory_, add, reply), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(memory_.told, ElementsAre());

  LinkedQueue deaf([](const QueueCall&) { return QueueReply(); });
  const NewJob job{.key = {"/a", ""}, .priority = {}, .every = {}};
  EXPECT_THAT(deaf.Add(std::span(&job, 1)), StatusIs(absl::StatusCode::kDataLoss));
  LinkedQueue strange([](const QueueCall&) {
    QueueReply wrong;
    wrong.add_added(99);
    wrong.set_state(99);
    wrong.mutable_queue()->add_jobs()->set_state(99);
    return wrong;
  });
  EXPECT_THAT(strange.Add(std::span(&job, 1)), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(strange.Fail(kLeasedJob, {}), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(strange.State(1), StatusIs(absl::StatusCode::kDataLoss));
}

}  // namespace
}  // namespace waymark::services
