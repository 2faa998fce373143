// `waymark team enqueue` and `waymark team work` as processes, on a real server and with a real
// git.
#include <csignal>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "program.h"
#include "services/work_queue.h"
#include "team/postgres_server.h"
#include "testing/git_repository.h"
#include "testing/wait_for.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using testing::GitRepository;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::PostgresServer;
using testing::Program;
using testing::ProgramResult;
using testing::RunSql;
using testing::WaitFor;
using testing::WaymarkHome;

class TeamWorkTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_SKIP_WITHOUT_POSTGRES();
    url_ = PostgresServer::Shared().CreateDatabase();
    ASSERT_EQ(Team({"init"}).exit_code, 0);
    shop_.Write("shop.py", "def sell():\n    return price()\n\n\ndef price():\n    return 1\n");
    commit_ = shop_.Commit("first");
  }

  std::vector<std::string> WithTeam(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "team");
    arguments.insert(arguments.end(), {"--team", url_});
    return arguments;
  }

  ProgramResult Team(const std::vector<std::string>& arguments,
                     const std::string& input = "") const {
    return home_.Run(WithTeam(arguments), input);
  }

  nlohmann::json Status() const {
    const ProgramResult result = Team({"status", "--format", "json"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return nlohmann::json::parse(result.out, nullptr, false);
  }

  std::string Published() const {
    return RunSql(url_, "SELECT string_agg(name, ' ') FROM waymark.reference");
  }

  void LetTimePass() const { RunSql(url_, "UPDATE waymark.job SET due = now() WHERE due > now()"); }

  WaymarkHome home_;
  GitRepository shop_{home_.directory().path() / "shop"};
  std::string url_;
  std::string commit_;
};

TEST_F(TeamWorkTest, ARepositoryIsEnqueuedIndexedAndPublished) {
  EXPECT_EQ(Team({"enqueue", "shop", "--every", "1h"}).out, "1 repository added\n");
  EXPECT_EQ(Team({"enqueue", "shop"}).out, "1 repository in the queue already\n");
  EXPECT_THAT(Team({"status"}).out, AllOf(HasSubstr("1 waiting"), HasSubstr("/shop: due")));

  const ProgramResult work = Team({"work", "--until-empty"});
  EXPECT_EQ(work.exit_code, 0) << work.err;
  EXPECT_THAT(work.out, AllOf(HasSubstr("/shop: published " + commit_.substr(0, 12) + " of shop"),
                              HasSubstr("1 published, 0 unchanged")));
  EXPECT_EQ(Published(), "commit/" + commit_);
  const nlohmann::json status = Status();
  EXPECT_EQ(status["repositories"][0]["name"], "shop");
  EXPECT_EQ(status["queue"]["jobs"][0]["commit"], commit_);
  EXPECT_EQ(status["queue"]["jobs"][0]["every_seconds"], 3600);

  LetTimePass();
  EXPECT_THAT(Team({"work", "--until-empty"}).out, HasSubstr("0 published, 1 unchanged"));
  shop_.Write("shop.py", "def buy(): pass\n");
  shop_.Commit("second");
  LetTimePass();
  EXPECT_THAT(Team({"work", "--until-empty"}).out, HasSubstr("1 published"));
}

TEST_F(TeamWorkTest, WorkersReportInLinesOfJson) {
  ASSERT_EQ(Team({"enqueue", "--list", "-"}, "shop main\n# nothing more\n").exit_code, 0);
  std::istringstream lines(Team({"work", "--until-empty", "--json"}).out);
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  const auto ended = nlohmann::json::parse(line);
  EXPECT_EQ(ended["end"], "published");
  EXPECT_EQ(ended["revision"], "main");
  EXPECT_EQ(ended["commit"], commit_);
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(nlohmann::json::parse(line)["published"], 1);
  EXPECT_FALSE(std::getline(lines, line));
}

TEST_F(TeamWorkTest, AFailureIsShownAndASetAsideJobIsTakenUpOrRemoved) {
  ASSERT_EQ(Team({"enqueue", "shop", "--at", "absent"}).exit_code, 0);
  const ProgramResult work = Team({"work", "--until-empty"});
  EXPECT_EQ(work.exit_code, 1);
  EXPECT_THAT(work.out, HasSubstr("failed after"));
  EXPECT_THAT(Team({"status"}).out, AllOf(HasSubstr("after 1 failure: "),
                                          HasSubstr("no branch, tag or commit 'absent'")));
  RunSql(url_, "UPDATE waymark.job SET state = 'set aside', due = NULL");
  const ProgramResult again = Team({"enqueue", "shop", "--at", "absent"});
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.out, HasSubstr("was set aside; take it up with --retry"));
  EXPECT_EQ(Team({"enqueue", "--retry"}).out, "1 repository taken up again\n");
  EXPECT_EQ(Team({"enqueue", "shop", "--at", "absent", "--remove"}).out, "1 repository removed\n");
  EXPECT_EQ(Status()["queue"]["jobs"].size(), 0U);
}

// A worker that waits for a lock of the test with a job in its hands.
class BlockedWorkerTest : public TeamWorkTest {
 protected:
  void SetUp() override {
    TeamWorkTest::SetUp();
    if (IsSkipped() || HasFatalFailure()) return;
    ASSERT_EQ(Team({"enqueue", "shop"}).exit_code, 0);
    auto lock = testing::HeldTransaction::Begin(
        url_, "LOCK TABLE waymark.reference IN ACCESS EXCLUSIVE MODE");
    ASSERT_TRUE(lock.ok());
    lock_ = *std::move(lock);
    worker_ = home_.Start(WithTeam({"work"}));
    ASSERT_TRUE(WaitFor(
        [&] { return RunSql(url_, "SELECT count(*) FROM pg_locks WHERE NOT granted") != "0"; }));
    ASSERT_EQ(State(), "running");
  }

  std::string State() const { return RunSql(url_, "SELECT state FROM waymark.job"); }

  std::unique_ptr<testing::HeldTransaction> lock_;
  std::unique_ptr<Program> worker_;
};

TEST_F(BlockedWorkerTest, GivesItsJobBackWhenItIsToldToEnd) {
  worker_->Signal(SIGTERM);
  const ProgramResult result = worker_->Wait();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("/shop: given back"), HasSubstr("0 published")));
  EXPECT_EQ(State(), "waiting");
  EXPECT_EQ(RunSql(url_, "SELECT attempts FROM waymark.job"), "0");
}

TEST_F(BlockedWorkerTest, LosesItsJobToAnotherWhenItIsKilled) {
  worker_->Signal(SIGKILL);
  worker_->Wait();
  // Nobody goes on with what the worker asked for.
  EXPECT_TRUE(WaitFor(
      [&] { return RunSql(url_, "SELECT count(*) FROM pg_locks WHERE NOT granted") == "0"; }));
  lock_.reset();
  EXPECT_EQ(State(), "running");
  EXPECT_EQ(Published(), "");
  EXPECT_THAT(Team({"work", "--until-empty"}).out, HasSubstr("0 published"));
  LetTimePass();
  EXPECT_THAT(Team({"work", "--until-empty"}).out, HasSubstr("1 published"));
  EXPECT_EQ(Published(), "commit/" + commit_);
}

TEST_F(TeamWorkTest, WrongUseSaysHowToMendIt) {
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& advice) {
    const ProgramResult result = Team(arguments);
    EXPECT_EQ(result.exit_code, 2) << advice;
    EXPECT_THAT(result.err, HasSubstr(advice));
  };
  refused({"enqueue"}, "name a repository to enqueue");
  refused({"enqueue", "absent"}, "neither a URL nor the directory of a git repository");
  refused({"enqueue", "ext::sh"}, "programs as transports are not allowed");
  refused({"enqueue", "shop", "--every", "10"}, "write one such as 30m, 1h or 7d");
  refused({"enqueue", "shop", "--retry", "--remove"}, "contradict each other");
  refused({"enqueue", "shop", "--retry", "--every", "1h"}, "go with repositories that are added");
  refused({"enqueue", "shop", "--jobs", "2"}, "do not go with enqueue");
  refused({"status", "shop"}, "go with enqueue");
  refused({"status", "--until-empty"}, "go with work");
  refused({"work", "--jobs", "0"}, "0");
  const ProgramResult secret = Team({"enqueue", "https://joe:s3cret@example.org/shop"});
  EXPECT_EQ(secret.exit_code, 2);
  EXPECT_THAT(secret.err, AllOf(HasSubstr("git help credentials"), Not(HasSubstr("s3cret"))));
}

}  // namespace
}  // namespace waymark::services
