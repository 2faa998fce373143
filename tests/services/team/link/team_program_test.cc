// The real `waymark-team`, on a real server.
#include "services/team_program.h"

#include <csignal>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "team/postgres_server.h"
#include "team/shared_blobs.h"
#include "testing/status_matchers.h"
#include "testing/wait_for.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

using graph::Blob;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::IsOkAndHolds;
using testing::kShop;
using testing::MakeBlob;
using testing::MakeReference;
using testing::PostgresServer;
using testing::ReadBlob;
using testing::RunSql;
using testing::StatusIs;

// A program of the test's own in the place of waymark-team.
class FalseTeamProgramTest : public ::testing::Test {
 protected:
  absl::Status Start(const std::string& script) {
    const fs::path program = directory_.WriteFile("waymark-team", "#!/bin/sh\n" + script);
    fs::permissions(program, fs::perms::owner_all);
    return OpenTeamStore({.url = "postgresql://nowhere", .program = program}).status();
  }

  testing::TempDir directory_;
};

TEST_F(FalseTeamProgramTest, WithoutLibpqTheErrorNamesThePackages) {
  EXPECT_THAT(Start("echo 'error while loading shared libraries: libpq.so.5: cannot open' >&2\n"
                    "exit 127\n"),
              StatusIs(absl::StatusCode::kUnavailable,
                       AllOf(HasSubstr("apt install libpq5"), HasSubstr("apk add libpq"))));
}

TEST_F(FalseTeamProgramTest, AProgramThatEndsSaysHow) {
  EXPECT_THAT(Start("echo 'no more paper' >&2\nexit 9\n"),
              StatusIs(absl::StatusCode::kUnavailable,
                       AllOf(HasSubstr("exit code 9"), HasSubstr("no more paper"))));
  EXPECT_THAT(Start("kill -9 $$\n"),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("signal 9")));
}

TEST_F(FalseTeamProgramTest, AProgramThatIsNotThereIsNamed) {
  EXPECT_THAT(OpenTeamStore({.url = "x", .program = directory_.path() / "none"}),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("none")));
}

class TeamProgramTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_SKIP_WITHOUT_POSTGRES();
    options_ = {.url = PostgresServer::Shared().CreateDatabase(), .program = WM_TEAM_PROGRAM};
  }

  // Sessions of waymark-team.
  std::string Sessions() const {
    return RunSql(options_.url,
                  "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND "
                  "application_name = 'waymark'");
  }

  TeamOptions options_;
};

TEST_F(TeamProgramTest, TheStoreIsThatOfTheServer) {
  EXPECT_THAT(OpenTeamStore(options_),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("waymark team init")));
  WM_ASSERT_OK_AND_ASSIGN(const InitialisedStore made, InitialiseTeamStore(options_));
  EXPECT_EQ(made.found, 0U);
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<SharedStore> store, OpenTeamStore(options_));
  const Blob leaf = MakeBlob(std::string(1'000'000, 'l'));
  const Blob blobs[] = {leaf, MakeBlob("root", {leaf.hash})};
  WM_ASSERT_OK(store->Put(kShop, blobs));
  WM_ASSERT_OK(store->CompareAndSwap(kShop, MakeReference("branch/main", blobs[1].hash), 0));
  EXPECT_THAT(ReadBlob(*store, kShop, leaf.hash), IsOkAndHolds(leaf.bytes));
  EXPECT_EQ(RunSql(options_.url, "SELECT count(*) FROM waymark.blob"), "2");
}

TEST_F(TeamProgramTest, TheProgramEndsWithTheStore) {
  WM_ASSERT_OK(InitialiseTeamStore(options_));
  {
    WM_ASSERT_OK_AND_ASSIGN(const auto store, OpenTeamStore(options_));
    EXPECT_EQ(Sessions(), "1");
  }
  EXPECT_TRUE(testing::WaitFor([&] { return Sessions() == "0"; }));
}

// Runs `work` on a store in a process that is then killed.
void KillOwner(const TeamOptions& options, const std::function<bool()>& is_under_way) {
  const ::pid_t owner = ::fork();
  if (owner == 0) {
    const auto store = OpenTeamStore(options);
    if (store.ok()) {
      static_cast<void>(
          (*store)->CompareAndSwap(kShop, MakeReference("branch/main", MakeBlob("root").hash), 1));
    }
    while (true) ::pause();
  }
  EXPECT_TRUE(testing::WaitFor(is_under_way));
  ::kill(owner, SIGKILL);
  ::waitpid(owner, nullptr, 0);
}

TEST_F(TeamProgramTest, NothingIsLeftOfItWhenItsOwnerIsKilled) {
  WM_ASSERT_OK(InitialiseTeamStore(options_));
  EXPECT_TRUE(testing::WaitFor([&] { return Sessions() == "0"; }));
  KillOwner(options_, [&] { return Sessions() == "1"; });
  EXPECT_TRUE(testing::WaitFor([&] { return Sessions() == "0"; }));
}

TEST_F(TeamProgramTest, NorWhenItWaitsForTheServerMeanwhile) {
  WM_ASSERT_OK(InitialiseTeamStore(options_));
  {
    WM_ASSERT_OK_AND_ASSIGN(const auto store, OpenTeamStore(options_));
    const Blob root = MakeBlob("root");
    WM_ASSERT_OK(store->Put(kShop, std::span(&root, 1)));
    WM_ASSERT_OK(store->CompareAndSwap(kShop, MakeReference("branch/main", root.hash), 0));
  }
  WM_ASSERT_OK_AND_ASSIGN(const auto holder,
                          testing::HeldTransaction::Begin(
                              options_.url, "UPDATE waymark.reference SET commit = 'beef'"));
  KillOwner(options_, [&] {
    return RunSql(options_.url, "SELECT count(*) FROM pg_locks WHERE NOT granted") != "0";
  });
  EXPECT_TRUE(testing::WaitFor([&] { return Sessions() == "0"; }));
}

}  // namespace
}  // namespace waymark::services
