// What is made of a database, and of which databases nothing is made.
#include "postgres/migrations.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "team/postgres_server.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::IsOk;
using ::testing::Not;
using testing::OptionsFor;
using testing::PostgresServer;
using testing::RunSql;
using testing::StatusIs;

class MigrationsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_SKIP_WITHOUT_POSTGRES();
    url_ = PostgresServer::Shared().CreateDatabase();
  }

  std::string url_;
};

TEST(MigrationTable, NumbersStepsWithoutGaps) {
  std::uint32_t expected = 1;
  for (const Migration& migration : AllMigrations()) {
    EXPECT_EQ(migration.number, expected++);
    EXPECT_FALSE(migration.statements.empty());
  }
  EXPECT_EQ(CurrentFormat() + 1, expected);
}

TEST_F(MigrationsTest, AnEmptyDatabaseBecomesAStoreOnce) {
  WM_ASSERT_OK_AND_ASSIGN(const InitialisedStore made, InitialisePostgresStore(OptionsFor(url_)));
  EXPECT_EQ(made.found, 0U);
  EXPECT_EQ(made.format, CurrentFormat());
  WM_ASSERT_OK_AND_ASSIGN(const InitialisedStore again, InitialisePostgresStore(OptionsFor(url_)));
  EXPECT_EQ(again.found, CurrentFormat());
  EXPECT_EQ(RunSql(url_, "SELECT count(*) FROM waymark.migration"),
            std::to_string(CurrentFormat()));
  WM_EXPECT_OK(OpenPostgresStore(OptionsFor(url_)));
}

TEST_F(MigrationsTest, SeveralMayCreateAStoreAtOnce) {
  std::vector<std::thread> creators;
  for (int i = 0; i < 6; ++i) {
    creators.emplace_back([&] { EXPECT_THAT(InitialisePostgresStore(OptionsFor(url_)), IsOk()); });
  }
  for (std::thread& creator : creators) creator.join();
  WM_EXPECT_OK(OpenPostgresStore(OptionsFor(url_)));
}

TEST_F(MigrationsTest, ADatabaseWithoutAStoreSaysHowToCreateIt) {
  EXPECT_THAT(OpenPostgresStore(OptionsFor(url_)),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("waymark team init")));
}

TEST_F(MigrationsTest, AnInterruptedCreationGoesOn) {
  RunSql(url_,
         "CREATE SCHEMA waymark; "
         "CREATE TABLE waymark.meta (name text PRIMARY KEY, value text NOT NULL); "
         "CREATE TABLE waymark.migration (number bigint PRIMARY KEY, title text NOT NULL, "
         "applied timestamptz NOT NULL DEFAULT now()); "
         "INSERT INTO waymark.meta VALUES ('format', '0')");
  EXPECT_THAT(OpenPostgresStore(OptionsFor(url_)),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("waymark team init")));
  WM_ASSERT_OK(InitialisePostgresStore(OptionsFor(url_)));
  WM_EXPECT_OK(OpenPostgresStore(OptionsFor(url_)));
}

TEST_F(MigrationsTest, ANewerFormatIsRefusedWithBothNumbers) {
  WM_ASSERT_OK(InitialisePostgresStore(OptionsFor(url_)));
  RunSql(url_, "UPDATE waymark.meta SET value = '4711' WHERE name = 'format'");
  const auto refused =
      StatusIs(absl::StatusCode::kFailedPrecondition,
               AllOf(HasSubstr("4711"), HasSubstr("up to " + std::to_string(CurrentFormat())),
                     HasSubstr("install a newer waymark")));
  EXPECT_THAT(OpenPostgresStore(OptionsFor(url_)), refused);
  EXPECT_THAT(InitialisePostgresStore(OptionsFor(url_)), refused);
}

TEST_F(MigrationsTest, ASchemaOfSomethingElseIsLeftAlone) {
  const auto refused =
      StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("belongs to something else"));
  RunSql(url_, "CREATE SCHEMA waymark; CREATE TABLE waymark.boats (name text)");
  EXPECT_THAT(OpenPostgresStore(OptionsFor(url_)), refused);
  EXPECT_THAT(InitialisePostgresStore(OptionsFor(url_)), refused);
  RunSql(url_, "CREATE TABLE waymark.meta (name text, value text)");
  EXPECT_THAT(InitialisePostgresStore(OptionsFor(url_)), refused);
  RunSql(url_, "INSERT INTO waymark.meta VALUES ('format', 'teak')");
  EXPECT_THAT(InitialisePostgresStore(OptionsFor(url_)), refused);
}

TEST_F(MigrationsTest, ADatabaseThatHoldsNotEveryCharacterIsRefused) {
  const std::string url =
      PostgresServer::Shared().CreateDatabase("ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
  EXPECT_THAT(InitialisePostgresStore(OptionsFor(url)),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       AllOf(HasSubstr("LATIN1"), HasSubstr("createdb -E UTF8"))));
  EXPECT_EQ(RunSql(url, "SELECT count(*) FROM pg_namespace WHERE nspname = 'waymark'"), "0");
}

// "table column type" of each row in the chapter of tables.
std::vector<std::string> DocumentedColumns() {
  std::ifstream page(std::string(WM_SOURCE_DIR) + "/docs/TEAM.md");
  std::vector<std::string> columns;
  std::string table;
  for (std::string line; std::getline(page, line);) {
    constexpr std::string_view kHeading = "### waymark.";
    if (line.starts_with(kHeading)) table = line.substr(kHeading.size());
    if (!line.starts_with("| `") || table.empty()) continue;
    const std::size_t name_end = line.find("` | ");
    const std::size_t type_end = line.find(" | ", name_end + 4);
    columns.push_back(table + " " + line.substr(3, name_end - 3) + " " +
                      line.substr(name_end + 4, type_end - name_end - 4));
  }
  std::sort(columns.begin(), columns.end());
  return columns;
}

TEST_F(MigrationsTest, ThePageDescribesEveryColumn) {
  WM_ASSERT_OK(InitialisePostgresStore(OptionsFor(url_)));
  std::istringstream made(
      RunSql(url_,
             "SELECT string_agg(table_name || ' ' || column_name || ' ' || data_type, E'\\n') "
             "FROM information_schema.columns WHERE table_schema = 'waymark'"));
  std::vector<std::string> columns;
  for (std::string line; std::getline(made, line);) columns.push_back(line);
  std::sort(columns.begin(), columns.end());
  EXPECT_EQ(DocumentedColumns(), columns);
}

}  // namespace
}  // namespace waymark::services
