#include "team/postgres_server.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "testing/wait_for.h"

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;

// The newest one that Debian's packages installed; empty: none.
fs::path ProgramDirectory() {
  std::vector<std::pair<int, fs::path>> found;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator("/usr/lib/postgresql", error)) {
    if (fs::exists(entry.path() / "bin" / "initdb", error)) {
      found.emplace_back(std::atoi(entry.path().filename().c_str()), entry.path() / "bin");
    }
  }
  return found.empty() ? fs::path() : std::max_element(found.begin(), found.end())->second;
}

struct User {
  ::uid_t id = 0;
  ::gid_t group = 0;
};

// Whom the server runs as: not root.
User ServerUser() {
  if (::getuid() != 0) return {::getuid(), ::getgid()};
  const passwd* user = ::getpwnam("postgres");
  if (user == nullptr) user = ::getpwnam("nobody");
  return {user->pw_uid, user->pw_gid};
}

::pid_t Spawn(std::vector<std::string> words, const fs::path& log) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const User user = ServerUser();
  const ::pid_t process = ::fork();
  if (process != 0) return process;
  const int output = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  if (::getuid() == 0 && (::setgid(user.group) != 0 || ::setuid(user.id) != 0)) ::_exit(126);
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);  // the server ends at once
  ::setenv("LC_ALL", "C", 1);
  if (::chdir("/") == 0) ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

}  // namespace

bool PostgresServer::IsInstalled() { return !ProgramDirectory().empty(); }

PostgresServer& PostgresServer::Shared() {
  static PostgresServer server({}, nullptr);
  return server;
}

PostgresServer::PostgresServer(std::vector<std::string> options, const PostgresServer* primary)
    : options_(std::move(options)) {
  const fs::path data = directory_.path() / "data";
  fs::create_directory(data);
  fs::permissions(data, fs::perms::owner_all);
  for (const fs::path& path : {directory_.path(), data}) GiveDirectory(path);
  const std::string bin = ProgramDirectory().string();
  const std::vector<std::string> command =
      primary == nullptr ? std::vector<std::string>{bin + "/initdb",
                                                    "--no-sync",
                                                    "-A",
                                                    "trust",
                                                    "-U",
                                                    "postgres",
                                                    "-E",
                                                    "UTF8",
                                                    "--locale",
                                                    "C",
                                                    "-D",
                                                    data.string()}
                         : std::vector<std::string>{bin + "/pg_basebackup",
                                                    "-h",
                                                    primary->directory_.path().string(),
                                                    "-U",
                                                    "postgres",
                                                    "--checkpoint=fast",
                                                    "--no-sync",
                                                    "-R",
                                                    "-D",
                                                    data.string()};
  int status = 0;
  ::waitpid(Spawn(command, directory_.path() / "setup.log"), &status, 0);
  EXPECT_EQ(status, 0) << command.front() << " failed";
  Start();
}

void PostgresServer::GiveDirectory(const fs::path& directory) {
  const User user = ServerUser();
  if (::getuid() == 0) {
    EXPECT_EQ(::chown(directory.c_str(), user.id, user.group), 0);
  }
}

PostgresServer::~PostgresServer() { Kill(); }

void PostgresServer::Start() {
  // After a kill, the server waits for no old process; it refuses to start beside one.
  const bool is_up = WaitFor([&] {
    if (process_ > 0 && ::waitpid(process_, nullptr, WNOHANG) != 0) process_ = -1;
    if (process_ < 0) {
      std::vector<std::string> words = {(ProgramDirectory() / "postgres").string(),
                                        "-D",
                                        (directory_.path() / "data").string(),
                                        "-k",
                                        directory_.path().string(),
                                        "-c",
                                        "listen_addresses=",
                                        "-c",
                                        "fsync=off",
                                        "-c",
                                        "shared_buffers=16MB",
                                        "-c",
                                        "max_connections=40"};
      words.insert(words.end(), options_.begin(), options_.end());
      process_ = Spawn(words, directory_.path() / "server.log");
    }
    return PQping(Url("postgres").c_str()) == PQPING_OK;
  });
  ASSERT_TRUE(is_up) << "the server does not start; its log is in "
                     << directory_.path() / "server.log";
}

void PostgresServer::AwaitEnd() {
  ::waitpid(process_, nullptr, 0);
  process_ = -1;
}

void PostgresServer::Stop() {
  ::kill(process_, SIGINT);
  AwaitEnd();
}

void PostgresServer::Kill() {
  if (process_ < 0) return;
  ::kill(process_, SIGKILL);
  AwaitEnd();
}

std::string PostgresServer::Url(const std::string& database, const std::string& user) const {
  return fmt::format("postgresql:///{}?host={}&user={}", database, directory_.path().string(),
                     user);
}

void PostgresServer::RequirePasswords(const std::string& role) const {
  const fs::path path = directory_.path() / "data" / "pg_hba.conf";
  std::ifstream file(path);
  const std::string rules{std::istreambuf_iterator<char>(file), {}};
  std::ofstream(path) << "local all " << role << " scram-sha-256\n" << rules;
  RunSql(Url("postgres"), "SELECT pg_reload_conf()");
  // A session that begins later reads the new rules.
  EXPECT_TRUE(WaitFor([&] {
    return RunSql(Url("postgres"), "SELECT count(*) FROM pg_hba_file_rules WHERE '" + role +
                                       "' = ANY(user_name)") == "1";
  }));
}

std::string PostgresServer::CreateDatabase(const std::string& create_options) {
  const std::string name = fmt::format("db{}", ++databases_);
  RunSql(Url("postgres"), fmt::format("CREATE DATABASE {} {}", name, create_options));
  return Url(name);
}

std::string RunSql(const std::string& url, const std::string& sql) {
  PGconn* const connection = PQconnectdb(url.c_str());
  PQsetNoticeProcessor(
      connection, [](void*, const char*) {}, nullptr);
  PGresult* const result = PQexec(connection, sql.c_str());
  const ExecStatusType state = PQresultStatus(result);
  EXPECT_TRUE(state == PGRES_TUPLES_OK || state == PGRES_COMMAND_OK)
      << sql << ": " << PQerrorMessage(connection);
  std::string value = PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "";
  PQclear(result);
  PQfinish(connection);
  return value;
}

absl::StatusOr<std::unique_ptr<HeldTransaction>> HeldTransaction::Begin(const std::string& url,
                                                                        const std::string& sql) {
  PGconn* const connection = PQconnectdb(url.c_str());
  std::unique_ptr<HeldTransaction> held(new HeldTransaction(connection));
  for (const std::string& statement : {std::string("BEGIN"), sql}) {
    PGresult* const result = PQexec(connection, statement.c_str());
    const bool is_done = PQresultStatus(result) == PGRES_COMMAND_OK;
    PQclear(result);
    if (!is_done) return absl::InternalError(PQerrorMessage(connection));
  }
  return held;
}

HeldTransaction::~HeldTransaction() { PQfinish(connection_); }

services::PostgresOptions OptionsFor(const std::string& url) {
  services::PostgresOptions options;
  options.url = url;
  options.first_pause = std::chrono::milliseconds(2);
  options.longest_pause = std::chrono::milliseconds(100);
  options.attempts = 200;
  return options;
}

}  // namespace waymark::testing
