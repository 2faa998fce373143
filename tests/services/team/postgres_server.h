// A PostgreSQL server of the tests' own: in a temporary directory, on a socket there, without TCP.
// It runs as an unprivileged user, since it refuses root, and ends with the process.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <absl/status/statusor.h>
#include <sys/types.h>

#include "services/postgres_store.h"
#include "testing/temp_dir.h"

struct pg_conn;

namespace waymark::testing {

class PostgresServer {
 public:
  // Whether Debian's postgresql is installed. The tests of a server are skipped where it is not.
  static bool IsInstalled();
  // One server for all tests of the process, running.
  static PostgresServer& Shared();

  // `options` go to the server: {"-c", "max_connections=8"}. `primary`, unless it is null: a
  // standby of that server, which follows it.
  PostgresServer(std::vector<std::string> options, const PostgresServer* primary);
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  // From the thread that stays: the server ends with the thread that started it.
  void Start();
  // Waits for the sessions' work no longer than it takes to break it off.
  void Stop();
  // As a power cut: kill -9 of the whole server.
  void Kill();

  // A new, empty database; returns its URL, for the superuser.
  std::string CreateDatabase(const std::string& create_options = "");
  std::string Url(const std::string& database, const std::string& user = "postgres") const;

  // The role needs a password from now on.
  void RequirePasswords(const std::string& role) const;

  // Makes a directory one that the server may use.
  static void GiveDirectory(const std::filesystem::path& directory);

  const std::filesystem::path& socket_directory() const { return directory_.path(); }

 private:
  void AwaitEnd();

  TempDir directory_;
  std::vector<std::string> options_;
  ::pid_t process_ = -1;
  int databases_ = 0;
};

// Runs SQL as libpq's simple protocol does and returns the first value, or "". An error fails the
// test.
std::string RunSql(const std::string& url, const std::string& sql);

// A transaction that has run one statement and stays open, with the locks that it took.
class HeldTransaction {
 public:
  static absl::StatusOr<std::unique_ptr<HeldTransaction>> Begin(const std::string& url,
                                                                const std::string& sql);
  ~HeldTransaction();
  HeldTransaction(const HeldTransaction&) = delete;
  HeldTransaction& operator=(const HeldTransaction&) = delete;

 private:
  explicit HeldTransaction(pg_conn* connection) : connection_(connection) {}

  pg_conn* connection_;
};

// For tests: short pauses.
services::PostgresOptions OptionsFor(const std::string& url);

}  // namespace waymark::testing

#define WM_SKIP_WITHOUT_POSTGRES()                                             \
  if (!::waymark::testing::PostgresServer::IsInstalled()) {                    \
    GTEST_SKIP() << "PostgreSQL is not installed: apt-get install postgresql"; \
  }                                                                            \
  static_assert(true)
