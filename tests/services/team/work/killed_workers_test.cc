// Workers as processes that are killed at every stage: no job is lost, and nothing is half
// published.
#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "program.h"
#include "services/postgres_store.h"
#include "team/postgres_server.h"
#include "testing/git_repository.h"
#include "testing/golden.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "testing/wait_for.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using testing::GitRepository;
using ::testing::HasSubstr;
using testing::OptionsFor;
using testing::PostgresServer;
using testing::Program;
using testing::ProgramResult;
using testing::RunSql;
using testing::TempDir;
using testing::WaitFor;

class KilledWorkersTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_SKIP_WITHOUT_POSTGRES();
    url_ = PostgresServer::Shared().CreateDatabase();
    WM_ASSERT_OK(InitialisePostgresStore(OptionsFor(url_)));
    WM_ASSERT_OK_AND_ASSIGN(store_, OpenPostgresStore(OptionsFor(url_)));
    const GitRepository shop(directory_.path() / "shop");
    shop.Write("shop.py", "def sell(): pass\n");
    commit_ = shop.Commit("first");
    const NewJob job{.key = {shop.path().string(), ""}};
    WM_ASSERT_OK(store_->queue().Add(std::span(&job, 1)));
  }

  std::unique_ptr<Program> StartWorker(const std::string& stage,
                                       const std::string& path = "/usr/bin:/bin") const {
    return std::make_unique<Program>(
        std::vector<std::string>{WM_WORKER_PROGRAM, url_, (directory_.path() / "work").string(),
                                 stage, mark().string()},
        testing::ProgramOptions{
            .environment = {"PATH=" + path, "HOME=" + directory_.path().string(),
                            "WM_MARK=" + mark().string()},
            .working_directory = directory_.path(),
            .input = ""});
  }

  fs::path mark() const { return directory_.path() / "mark"; }

  void KillAtMark(Program& worker) const {
    ASSERT_TRUE(WaitFor([&] {
      std::error_code error;
      return fs::file_size(mark(), error) > 0 && !error;
    }));
    worker.Signal(SIGKILL);
    EXPECT_EQ(worker.Wait().signal, SIGKILL);
  }

  void EndLeases() const {
    RunSql(url_, "UPDATE waymark.job SET due = now() WHERE state = 'running'");
  }

  std::string Published() const {
    return RunSql(url_, "SELECT string_agg(name, ' ') FROM waymark.reference");
  }

  std::string State() const { return RunSql(url_, "SELECT state FROM waymark.job"); }

  void ExpectThatAnotherWorkerEndsTheJob(const std::string& how) const {
    EXPECT_EQ(State(), "running");
    EXPECT_EQ(StartWorker("none")->Wait().out, "") << "the lease holds";
    EndLeases();
    EXPECT_THAT(StartWorker("none")->Wait().out, HasSubstr(how + " "));
    EXPECT_EQ(State(), "done");
    EXPECT_EQ(Published(), "commit/" + commit_);
  }

  std::string url_;
  TempDir directory_;
  std::string commit_;
  std::unique_ptr<SharedStore> store_;
};

TEST_F(KilledWorkersTest, WhileGitFetches) {
  // A git that stands still when it fetches.
  const fs::path programs = directory_.path() / "bin";
  directory_.WriteFile(
      "bin/git",
      "#!/bin/sh\n"
      "for word; do\n"
      "  if [ \"$word\" = fetch ]; then echo $$ > \"$WM_MARK\"; exec sleep 1000; fi\n"
      "done\n"
      "exec /usr/bin/git \"$@\"\n");
  ASSERT_EQ(::chmod((programs / "git").c_str(), 0755), 0);
  const auto worker = StartWorker("none", programs.string() + ":/usr/bin:/bin");
  KillAtMark(*worker);
  ::kill(std::stoi(testing::ReadFile(mark())), SIGKILL);
  EXPECT_EQ(Published(), "");
  ExpectThatAnotherWorkerEndsTheJob("published");
}

TEST_F(KilledWorkersTest, WhileTheyIndex) {
  const auto worker = StartWorker("indexing");
  KillAtMark(*worker);
  EXPECT_EQ(Published(), "");
  ExpectThatAnotherWorkerEndsTheJob("published");
}

TEST_F(KilledWorkersTest, WhileTheyPublish) {
  const auto worker = StartWorker("publishing");
  KillAtMark(*worker);
  EXPECT_EQ(RunSql(url_, "SELECT count(*) FROM waymark.blob"), "1");
  EXPECT_EQ(Published(), "");
  ExpectThatAnotherWorkerEndsTheJob("published");
}

TEST_F(KilledWorkersTest, AfterTheyPublishedAndBeforeTheyToldTheQueue) {
  const auto worker = StartWorker("published");
  KillAtMark(*worker);
  EXPECT_EQ(Published(), "commit/" + commit_);
  ExpectThatAnotherWorkerEndsTheJob("unchanged");
}

TEST_F(KilledWorkersTest, SeveralWorkersDoEveryJobOnce) {
  constexpr int kRepositories = 12;
  std::vector<NewJob> jobs;
  for (int i = 0; i < kRepositories; ++i) {
    const GitRepository repository(directory_.path() / fmt::format("r{}", i));
    repository.Write("a.py", fmt::format("a = {}\n", i));
    repository.Commit("first");
    jobs.push_back({.key = {repository.path().string(), "main"}});
  }
  WM_ASSERT_OK(store_->queue().Add(jobs));
  std::vector<std::unique_ptr<Program>> workers;
  for (int i = 0; i < 4; ++i) workers.push_back(StartWorker("none"));
  std::string out;
  for (const auto& worker : workers) {
    const ProgramResult result = worker->Wait();
    EXPECT_EQ(result.exit_code, 0) << result.err;
    out += result.out;
  }
  for (const NewJob& job : jobs) {
    const std::string line = fmt::format("published {} \n", job.key.source);
    const std::size_t at = out.find(line);
    EXPECT_NE(at, std::string::npos) << line << out;
    EXPECT_EQ(out.find(line, at + 1), std::string::npos) << line << out;
  }
  EXPECT_EQ(RunSql(url_, "SELECT count(*) FROM waymark.reference"),
            std::to_string(kRepositories + 1));
}

}  // namespace
}  // namespace waymark::services
