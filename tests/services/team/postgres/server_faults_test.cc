// A server that is not there, refuses, stops, or dies.
#include <atomic>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "team/postgres_server.h"
#include "team/shared_blobs.h"
#include "testing/status_matchers.h"
#include "testing/wait_for.h"

namespace waymark::services {
namespace {

using graph::Blob;
using graph::Reference;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::IsOkAndHolds;
using testing::kShop;
using testing::MakeBlob;
using testing::MakeReference;
using ::testing::Not;
using testing::OptionsFor;
using testing::PostgresServer;
using testing::ReadBlob;
using testing::RunSql;
using testing::StatusIs;

class ServerFaultsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_SKIP_WITHOUT_POSTGRES();
    server_ = &PostgresServer::Shared();
    url_ = server_->CreateDatabase();
    WM_ASSERT_OK(InitialisePostgresStore(OptionsFor(url_)));
    WM_ASSERT_OK_AND_ASSIGN(store_, OpenPostgresStore(OptionsFor(url_)));
    WM_ASSERT_OK(store_->Put(kShop, std::span(&root_, 1)));
  }

  absl::Status OpenAt(const std::string& url) const {
    PostgresOptions options = OptionsFor(url);
    options.attempts = 3;
    return OpenPostgresStore(options).status();
  }

  void EndSessions() const {
    RunSql(url_,
           "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
           "WHERE datname = current_database() AND pid <> pg_backend_pid()");
  }

  const Blob root_ = MakeBlob("root");
  PostgresServer* server_ = nullptr;
  std::string url_;
  std::unique_ptr<SharedStore> store_;
};

TEST_F(ServerFaultsTest, AnAddressThatIsNoneIsRefusedWithoutItsPassword) {
  for (const char* const url : {"postgresql://me:tiger@host:port/db?sslmod=x", "tiger", "",
                                "postgresql://me:tiger%@host/db"}) {
    EXPECT_THAT(OpenAt(url),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         AllOf(HasSubstr("postgresql://USER@HOST"), Not(HasSubstr("tiger")))))
        << url;
  }
}

TEST_F(ServerFaultsTest, AServerThatIsNotThereIsSaidAtOnce) {
  PostgresOptions options = OptionsFor("postgresql:///db?host=/nowhere&password=tiger");
  options.first_pause = std::chrono::hours(1);
  options.longest_pause = std::chrono::hours(1);
  EXPECT_THAT(OpenPostgresStore(options),
              StatusIs(absl::StatusCode::kUnavailable,
                       AllOf(HasSubstr("/nowhere"), HasSubstr("look whether the server"),
                             Not(HasSubstr("tiger")))));
}

TEST_F(ServerFaultsTest, ADatabaseThatDoesNotExistIsNamed) {
  EXPECT_THAT(OpenAt(server_->Url("nothing")),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       AllOf(HasSubstr("\"nothing\" does not exist"), HasSubstr("createdb"))));
}

TEST_F(ServerFaultsTest, ARoleWithoutRightsIsToldWhichItLacks) {
  const std::string role = "visitor_" + RunSql(url_, "SELECT current_database()");
  EXPECT_THAT(OpenAt(server_->Url("postgres", role)),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("does not exist")));
  RunSql(url_, "CREATE ROLE " + role + " LOGIN");
  const std::string database = RunSql(url_, "SELECT current_database()");
  EXPECT_THAT(OpenAt(server_->Url(database, role)),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("docs/TEAM.md")));
  RunSql(url_, fmt::format("GRANT USAGE ON SCHEMA waymark TO {0}; "
                           "GRANT SELECT ON ALL TABLES IN SCHEMA waymark TO {0}",
                           role));
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<SharedStore> reader,
                          OpenPostgresStore(OptionsFor(server_->Url(database, role))));
  EXPECT_THAT(ReadBlob(*reader, kShop, root_.hash), IsOkAndHolds(root_.bytes));
  const Blob other = MakeBlob("other");
  EXPECT_THAT(reader->Put(kShop, std::span(&other, 1)),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("blob")));
}

TEST_F(ServerFaultsTest, APasswordIsAskedForAndAWrongOneRefused) {
  const std::string database = RunSql(url_, "SELECT current_database()");
  RunSql(url_, "CREATE ROLE locked_" + database + " LOGIN PASSWORD 'secret' SUPERUSER");
  const std::string url = server_->Url(database, "locked_" + database);
  server_->RequirePasswords("locked_" + database);
  EXPECT_THAT(OpenAt(url), StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr(".pgpass")));
  EXPECT_THAT(OpenAt(url + "&password=tiger"),
              StatusIs(absl::StatusCode::kPermissionDenied,
                       AllOf(HasSubstr(".pgpass"), Not(HasSubstr("tiger")))));
  WM_EXPECT_OK(OpenAt(url + "&password=secret"));
}

TEST_F(ServerFaultsTest, AServerWithoutAConnectionLeftSaysSo) {
  const std::string database = RunSql(url_, "SELECT current_database()");
  RunSql(url_, fmt::format("CREATE ROLE crowd_{0} LOGIN CONNECTION LIMIT 0", database));
  EXPECT_THAT(OpenAt(server_->Url(database, "crowd_" + database)),
              StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("max_connections")));
}

TEST_F(ServerFaultsTest, SessionsThatAreEndedBetweenStatementsAreMadeAgain) {
  for (int round = 0; round < 3; ++round) {
    EndSessions();
    EXPECT_THAT(ReadBlob(*store_, kShop, root_.hash), IsOkAndHolds(root_.bytes));
    EndSessions();
    const Blob blob = MakeBlob("blob " + std::to_string(round));
    WM_EXPECT_OK(store_->Put(kShop, std::span(&blob, 1)));
    EndSessions();
    WM_EXPECT_OK(store_->CompareAndSwap(kShop, MakeReference("branch/main", blob.hash),
                                        static_cast<std::uint64_t>(round)));
  }
}

TEST_F(ServerFaultsTest, AServerThatStopsAndStartsIsWaitedFor) {
  server_->Stop();
  std::thread reader(
      [&] { EXPECT_THAT(ReadBlob(*store_, kShop, root_.hash), IsOkAndHolds(root_.bytes)); });
  server_->Start();
  reader.join();
}

TEST_F(ServerFaultsTest, AServerThatStaysAwayIsGivenUpAfterTheLastAttempt) {
  PostgresOptions options = OptionsFor(url_);
  options.attempts = 3;
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<SharedStore> store, OpenPostgresStore(options));
  server_->Stop();
  EXPECT_THAT(ReadBlob(*store, kShop, root_.hash),
              StatusIs(absl::StatusCode::kUnavailable,
                       AllOf(HasSubstr("3 attempts"), HasSubstr("try again"))));
  server_->Start();
  EXPECT_THAT(ReadBlob(*store, kShop, root_.hash), IsOkAndHolds(root_.bytes));
}

TEST_F(ServerFaultsTest, KillingTheServerLosesNoPublicationThatWasConfirmed) {
  std::atomic<bool> is_over = false;
  std::atomic<std::uint64_t> confirmed = 0;
  std::thread publisher([&] {
    for (std::uint64_t version = 0; !is_over; ++version) {
      const Blob leaf = MakeBlob("leaf of " + std::to_string(version));
      const Blob root = MakeBlob("root of " + std::to_string(version), {leaf.hash});
      const Blob blobs[] = {leaf, root};
      ASSERT_THAT(store_->Put(kShop, blobs), IsOk());
      const auto moved =
          store_->CompareAndSwap(kShop, MakeReference("branch/main", root.hash), version);
      ASSERT_THAT(moved, IsOk());
      ASSERT_EQ(moved->version, version + 1);
      confirmed = version + 1;
    }
  });
  for (int round = 0; round < 3; ++round) {
    const std::uint64_t before = confirmed;
    EXPECT_TRUE(testing::WaitFor([&] { return confirmed > before + 3; }));
    server_->Kill();
    server_->Start();
  }
  is_over = true;
  publisher.join();
  WM_ASSERT_OK_AND_ASSIGN(const auto last, store_->Find(kShop, "branch/main"));
  EXPECT_EQ(last->version, confirmed);
  WM_ASSERT_OK_AND_ASSIGN(const StoreCheck check, store_->Check(false, nullptr));
  EXPECT_EQ(check.problems, 0U);
  EXPECT_EQ(check.blobs, 1 + 2 * confirmed);
}

TEST_F(ServerFaultsTest, AServerThatOnlyReadsSaysSoAndIsStillRead) {
  const std::string database = RunSql(url_, "SELECT current_database()");
  RunSql(server_->Url("postgres"),
         "ALTER DATABASE " + database + " SET default_transaction_read_only = on");
  PostgresOptions options = OptionsFor(url_);
  options.attempts = 3;
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<SharedStore> store, OpenPostgresStore(options));
  EXPECT_THAT(ReadBlob(*store, kShop, root_.hash), IsOkAndHolds(root_.bytes));
  WM_ASSERT_OK_AND_ASSIGN(const SharedStoreState state, store->State());
  EXPECT_TRUE(state.is_read_only);
  const Blob other = MakeBlob("other");
  EXPECT_THAT(store->Put(kShop, std::span(&other, 1)),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("standby")));
}

TEST_F(ServerFaultsTest, ALockThatSomebodyHoldsIsWaitedForWithALimit) {
  WM_ASSERT_OK(store_->CompareAndSwap(kShop, MakeReference("branch/main", root_.hash), 0));
  WM_ASSERT_OK_AND_ASSIGN(const auto holder, testing::HeldTransaction::Begin(
                                                 url_, "UPDATE waymark.reference SET commit = ''"));
  PostgresOptions options = OptionsFor(url_);
  options.statement_patience = std::chrono::milliseconds(40);
  options.attempts = 2;
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<SharedStore> store, OpenPostgresStore(options));
  EXPECT_THAT(store->CompareAndSwap(kShop, MakeReference("branch/main", root_.hash), 1),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("lock")));
}

TEST_F(ServerFaultsTest, TheCallersFlagEndsAWaitOnTheServer) {
  WM_ASSERT_OK(store_->CompareAndSwap(kShop, MakeReference("branch/main", root_.hash), 0));
  WM_ASSERT_OK_AND_ASSIGN(const auto holder, testing::HeldTransaction::Begin(
                                                 url_, "UPDATE waymark.reference SET commit = ''"));
  std::atomic<bool> cancelled = false;
  PostgresOptions options = OptionsFor(url_);
  options.cancelled = &cancelled;
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<SharedStore> store, OpenPostgresStore(options));
  std::thread caller([&] {
    EXPECT_TRUE(testing::WaitFor(
        [&] { return RunSql(url_, "SELECT count(*) FROM pg_locks WHERE NOT granted") != "0"; }));
    cancelled = true;
  });
  EXPECT_THAT(store->CompareAndSwap(kShop, MakeReference("branch/main", root_.hash), 1),
              StatusIs(absl::StatusCode::kCancelled));
  caller.join();
}

}  // namespace
}  // namespace waymark::services
