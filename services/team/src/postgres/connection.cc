#include "postgres/connection.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>
#include <libpq-fe.h>
#include <poll.h>

#include "graph/status.h"
#include "postgres/server_error.h"

namespace waymark::services {
namespace {

// Object ids of types, which never change.
constexpr Oid kBoolean = 16;
constexpr Oid kByteArray = 17;
constexpr Oid kBigInteger = 20;
constexpr Oid kText = 25;
constexpr Oid kListOfByteArrays = 1001;

constexpr int kBinary = 1;
constexpr int kOldestServer = 120'000;
// Between two looks at the flag of the caller.
constexpr std::chrono::milliseconds kLookInterval{100};
// Beyond the server's own limit of a statement, the connection counts as lost.
constexpr std::chrono::milliseconds kSilenceBeyondLimit{15'000};
// Statements that are sent before the first of their answers is read.
constexpr std::size_t kPipelineWindow = 64;

std::string BigEndian(std::uint64_t number, std::size_t size) {
  std::string bytes(size, '\0');
  for (std::size_t i = 0; i < size; ++i) {
    bytes[size - 1 - i] = static_cast<char>(number >> (8 * i));
  }
  return bytes;
}

std::string_view AsBytes(const graph::BlobHash& hash) {
  return {reinterpret_cast<const char*>(hash.bytes.data()), hash.bytes.size()};
}

absl::Status Unexpected(std::string_view found) {
  return absl::DataLossError(
      fmt::format("read an answer of the shared store: {}; it is damaged or of another program: "
                  "look with waymark team fsck",
                  found));
}

}  // namespace

Parameters& Parameters::Add(unsigned type, std::string value) {
  types_.push_back(type);
  values_.push_back(std::move(value));
  return *this;
}

Parameters& Parameters::Text(std::string_view text) { return Add(kText, std::string(text)); }

Parameters& Parameters::Number(std::uint64_t number) {
  return Add(kBigInteger, BigEndian(number, sizeof(number)));
}

Parameters& Parameters::Bytes(std::string_view bytes) {
  return Add(kByteArray, std::string(bytes));
}

Parameters& Parameters::Hash(const graph::BlobHash& hash) { return Bytes(AsBytes(hash)); }

// Dimensions, flags, type of the elements; length and lowest index of the dimension; the elements.
Parameters& Parameters::Hashes(std::span<const graph::BlobHash> hashes) {
  constexpr std::size_t kWord = 4;
  std::string array =
      BigEndian(hashes.empty() ? 0 : 1, kWord) + BigEndian(0, kWord) + BigEndian(kByteArray, kWord);
  if (!hashes.empty()) array += BigEndian(hashes.size(), kWord) + BigEndian(1, kWord);
  for (const graph::BlobHash& hash : hashes) {
    array += BigEndian(hash.bytes.size(), kWord);
    array += AsBytes(hash);
  }
  return Add(kListOfByteArrays, std::move(array));
}

Rows::Rows(pg_result* result) : result_(result) {}

void Rows::Deleter::operator()(pg_result* result) const { PQclear(result); }

std::size_t Rows::size() const { return static_cast<std::size_t>(PQntuples(result_.get())); }

std::uint64_t Rows::changed() const {
  return std::strtoull(PQcmdTuples(result_.get()), nullptr, 10);
}

absl::StatusOr<std::string_view> Rows::Value(std::size_t row, int column,
                                             std::span<const unsigned> types) const {
  const pg_result* const result = result_.get();
  const int number = static_cast<int>(row);
  if (row >= size() || column >= PQnfields(result)) return Unexpected("a value is missing");
  if (PQgetisnull(result, number, column) != 0) return Unexpected("a value is null");
  if (PQfformat(result, column) != kBinary ||
      std::find(types.begin(), types.end(), PQftype(result, column)) == types.end()) {
    return Unexpected(
        fmt::format("column {} has another type than expected", PQfname(result, column)));
  }
  return std::string_view(PQgetvalue(result, number, column),
                          static_cast<std::size_t>(PQgetlength(result, number, column)));
}

absl::StatusOr<std::uint64_t> Rows::Number(std::size_t row, int column) const {
  constexpr Oid kTypes[] = {kBigInteger};
  WM_ASSIGN_OR_RETURN(const std::string_view value, Value(row, column, kTypes));
  if (value.size() != sizeof(std::uint64_t)) return Unexpected("a number has another size");
  std::uint64_t number = 0;
  for (const char byte : value) number = (number << 8) | static_cast<std::uint8_t>(byte);
  if (static_cast<std::int64_t>(number) < 0) return Unexpected("a number is negative");
  return number;
}

absl::StatusOr<bool> Rows::Flag(std::size_t row, int column) const {
  constexpr Oid kTypes[] = {kBoolean};
  WM_ASSIGN_OR_RETURN(const std::string_view value, Value(row, column, kTypes));
  if (value.size() != 1) return Unexpected("a flag has another size");
  return value.front() != 0;
}

absl::StatusOr<std::string_view> Rows::Bytes(std::size_t row, int column, std::size_t max) const {
  constexpr Oid kTypes[] = {kText, kByteArray};
  WM_ASSIGN_OR_RETURN(const std::string_view value, Value(row, column, kTypes));
  if (value.size() > max) {
    return Unexpected(
        fmt::format("a value has {} bytes, at most {} are expected", value.size(), max));
  }
  return value;
}

absl::StatusOr<graph::BlobHash> Rows::Hash(std::size_t row, int column) const {
  graph::BlobHash hash;
  WM_ASSIGN_OR_RETURN(const std::string_view value, Bytes(row, column, hash.bytes.size()));
  if (value.size() != hash.bytes.size()) return Unexpected("a hash has another size");
  std::memcpy(hash.bytes.data(), value.data(), value.size());
  return hash;
}

void Connection::Deleter::operator()(pg_conn* connection) const { PQfinish(connection); }

Connection::~Connection() = default;

absl::StatusOr<std::unique_ptr<Connection>> Connection::Open(const PostgresOptions& options) {
  std::unique_ptr<Connection> connection(new Connection(options));
  WM_RETURN_IF_ERROR(connection->Connect());
  if (const int version = PQserverVersion(connection->connection_.get()); version < kOldestServer) {
    return absl::FailedPreconditionError(
        fmt::format("connect to {}: the server has version {}; the shared store needs 12 or later",
                    connection->address(), connection->server_version()));
  }
  const auto milliseconds = [](std::chrono::milliseconds time) {
    return std::to_string(time.count());
  };
  const std::string limit = milliseconds(options.statement_patience);
  constexpr int kLocksOfStatement = 4;
  const auto settings = connection->Run(
      "connect to the shared store",
      "SELECT set_config('statement_timeout', $1, false), "
      "set_config('lock_timeout', $2, false), "
      "set_config('idle_in_transaction_session_timeout', $1, false)",
      Parameters().Text(limit).Text(milliseconds(options.statement_patience / kLocksOfStatement)));
  WM_RETURN_IF_ERROR(settings.status());
  return connection;
}

absl::Status Connection::Connect() {
  // The message of libpq about an unreadable URL may repeat its password.
  char* parse_error = nullptr;
  PQconninfoOption* const parsed = PQconninfoParse(options_.url.c_str(), &parse_error);
  PQfreemem(parse_error);
  if (parsed == nullptr || options_.url.empty()) {
    PQconninfoFree(parsed);
    return absl::InvalidArgumentError(
        "the address of the shared store is no URL of PostgreSQL; write it as "
        "postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full");
  }
  PQconninfoFree(parsed);
  const char* const names[] = {"dbname", "fallback_application_name", "client_encoding", nullptr};
  const char* const values[] = {options_.url.c_str(), "waymark", "UTF8", nullptr};
  connection_.reset(PQconnectStartParams(names, values, 1));
  if (connection_ == nullptr) return absl::ResourceExhaustedError("connect: no memory");
  PQsetErrorVerbosity(connection_.get(), PQERRORS_VERBOSE);  // tells the SQLSTATE
  PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
  WM_RETURN_IF_ERROR(AwaitConnection(Clock::now() + options_.connect_patience));
  if (PQsetnonblocking(connection_.get(), 1) != 0) return Lost("connect to the shared store");
  return absl::OkStatus();
}

absl::Status Connection::AwaitConnection(Clock::time_point deadline) {
  constexpr std::string_view kWhat = "connect to the shared store";
  PostgresPollingStatusType state =
      PQstatus(connection_.get()) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
  while (state != PGRES_POLLING_OK && state != PGRES_POLLING_FAILED) {
    WM_RETURN_IF_ERROR(
        AwaitSocket(kWhat, state == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline));
    state = PQconnectPoll(connection_.get());
  }
  if (state == PGRES_POLLING_OK) return absl::OkStatus();
  const std::string_view message = PQerrorMessage(connection_.get());
  const std::string what = fmt::format("{} {}", kWhat, address());
  if (PQconnectionNeedsPassword(connection_.get()) != 0) {
    return absl::PermissionDeniedError(
        fmt::format("{}: the server asks for a password; give it in ~/.pgpass or the file that "
                    "PGPASSFILE names",
                    what));
  }
  const std::string_view sqlstate = SqlStateIn(message);
  const std::string plain = PlainMessage(message);
  return sqlstate.empty() ? LostConnection(what, plain) : ToStatus({what, sqlstate, plain});
}

absl::Status Connection::AwaitSocket(std::string_view what, int events,
                                     Clock::time_point deadline) {
  while (true) {
    CancelIfAsked();
    pollfd socket{PQsocket(connection_.get()), static_cast<decltype(pollfd::events)>(events), 0};
    const int ready = ::poll(&socket, 1, static_cast<int>(kLookInterval.count()));
    if (ready > 0) return absl::OkStatus();
    if (ready < 0 && errno != EINTR) return Lost(what);
    const bool is_connecting = PQstatus(connection_.get()) != CONNECTION_OK;
    if (is_cancelled_ && is_connecting) return absl::CancelledError("cancelled");
    if (Clock::now() < deadline) continue;
    is_lost_ = true;
    return LostConnection(what, "the server does not answer");
  }
}

void Connection::CancelIfAsked() {
  if (is_cancelled_ || options_.cancelled == nullptr || !*options_.cancelled) return;
  is_cancelled_ = true;
  if (PQstatus(connection_.get()) != CONNECTION_OK) return;
  char error[256];
  PGcancel* const cancel = PQgetCancel(connection_.get());
  if (cancel != nullptr) PQcancel(cancel, error, sizeof(error));
  PQfreeCancel(cancel);
}

absl::Status Connection::AwaitResult(std::string_view what) {
  while (true) {
    const int unsent = PQflush(connection_.get());
    if (unsent < 0) return Lost(what);
    if (PQisBusy(connection_.get()) == 0) return absl::OkStatus();
    // Any byte starts the time again: large blobs on a slow line take long.
    const auto deadline = Clock::now() + options_.statement_patience + kSilenceBeyondLimit;
    WM_RETURN_IF_ERROR(AwaitSocket(what, POLLIN | (unsent > 0 ? POLLOUT : 0), deadline));
    if (PQconsumeInput(connection_.get()) == 0) return Lost(what);
  }
}

absl::Status Connection::Lost(std::string_view what) {
  is_lost_ = true;
  if (is_cancelled_) return absl::CancelledError(fmt::format("{}: cancelled", what));
  const std::string message = PlainMessage(PQerrorMessage(connection_.get()));
  return LostConnection(what, message.empty() ? "the connection was lost" : message);
}

absl::Status Connection::FailureOf(std::string_view what, const pg_result* result) {
  if (PQstatus(connection_.get()) == CONNECTION_BAD) is_lost_ = true;
  const char* const sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  if (sqlstate == nullptr) return Lost(what);
  if (is_cancelled_) return absl::CancelledError(fmt::format("{}: cancelled", what));
  const char* const message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  absl::Status status = ToStatus({what, sqlstate, message == nullptr ? "" : message});
  // A server that became a standby stays one: another connection may find the primary.
  if (IsTransient(status) && std::string_view(sqlstate) == "25006") is_lost_ = true;
  return status;
}

absl::StatusOr<Rows> Connection::TakeOne(std::string_view what) {
  WM_RETURN_IF_ERROR(AwaitResult(what));
  PGresult* const result = PQgetResult(connection_.get());
  if (result == nullptr) return Lost(what);
  Rows rows(result);
  const ExecStatusType state = PQresultStatus(result);
  if (state == PGRES_TUPLES_OK || state == PGRES_COMMAND_OK || state == PGRES_PIPELINE_SYNC) {
    return rows;
  }
  if (state == PGRES_PIPELINE_ABORTED) return absl::AbortedError("the pipeline was given up");
  return FailureOf(what, result);
}

// An answer ends with an empty result.
absl::Status Connection::TakeRest(std::string_view what) {
  while (true) {
    WM_RETURN_IF_ERROR(AwaitResult(what));
    PGresult* const result = PQgetResult(connection_.get());
    if (result == nullptr) return absl::OkStatus();
    PQclear(result);
    if (PQstatus(connection_.get()) == CONNECTION_BAD) return Lost(what);
  }
}

namespace {

// Pointers to the values, as libpq takes them.
struct ValueList {
  explicit ValueList(const std::vector<std::string>& values) {
    for (const std::string& value : values) {
      pointers.push_back(value.data());
      lengths.push_back(static_cast<int>(value.size()));
      formats.push_back(kBinary);
    }
  }

  int count() const { return static_cast<int>(pointers.size()); }

  std::vector<const char*> pointers;
  std::vector<int> lengths;
  std::vector<int> formats;
};

}  // namespace

absl::StatusOr<Rows> Connection::Run(std::string_view what, const std::string& sql,
                                     const Parameters& parameters) {
  if (is_lost_) return LostConnection(what, "the connection was lost");
  const ValueList list(parameters.values_);
  if (PQsendQueryParams(connection_.get(), sql.c_str(), list.count(), parameters.types_.data(),
                        list.pointers.data(), list.lengths.data(), list.formats.data(),
                        kBinary) == 0) {
    return Lost(what);
  }
  absl::StatusOr<Rows> rows = TakeOne(what);
  if (is_lost_) return rows;
  const absl::Status rest = TakeRest(what);
  return rows.ok() && !rest.ok() ? rest : std::move(rows);
}

// One use of the pipeline mode of a connection.
class Connection::Pipeline {
 public:
  Pipeline(Connection& connection, std::string_view what) : connection_(connection), what_(what) {}

  absl::Status Start(const std::string& sql, const Parameters& first) {
    pg_conn* const conn = connection_.connection_.get();
    if (PQenterPipelineMode(conn) == 0 ||
        PQsendPrepare(conn, "", sql.c_str(), static_cast<int>(first.types_.size()),
                      first.types_.data()) == 0) {
      return connection_.Lost(what_);
    }
    return absl::OkStatus();
  }

  absl::Status Send(const Parameters& parameters) {
    const ValueList list(parameters.values_);
    if (PQsendQueryPrepared(connection_.connection_.get(), "", list.count(), list.pointers.data(),
                            list.lengths.data(), list.formats.data(), kBinary) == 0) {
      return connection_.Lost(what_);
    }
    return absl::OkStatus();
  }

  // Without it, the server may keep its answers until the end of the pipeline.
  absl::Status AskForAnswers() {
    return PQsendFlushRequest(connection_.connection_.get()) == 0 ? connection_.Lost(what_)
                                                                  : absl::OkStatus();
  }

  absl::StatusOr<Rows> Take() {
    absl::StatusOr<Rows> rows = connection_.TakeOne(what_);
    if (connection_.is_lost_) return rows;
    const absl::Status rest = connection_.TakeRest(what_);
    return rows.ok() && !rest.ok() ? rest : std::move(rows);
  }

  // Reads what is left. The transaction of the pipeline may fail only now.
  absl::Status End() {
    if (connection_.is_lost_) return absl::OkStatus();
    pg_conn* const conn = connection_.connection_.get();
    if (PQpipelineSync(conn) == 0) return connection_.Lost(what_);
    absl::Status failure;
    for (bool is_end = false; !is_end;) {
      WM_RETURN_IF_ERROR(connection_.AwaitResult(what_));
      PGresult* const result = PQgetResult(conn);
      if (PQstatus(conn) == CONNECTION_BAD) {
        PQclear(result);
        return connection_.Lost(what_);
      }
      const ExecStatusType state = PQresultStatus(result);  // of no result: PGRES_FATAL_ERROR
      is_end = state == PGRES_PIPELINE_SYNC;
      if (result != nullptr && state == PGRES_FATAL_ERROR && failure.ok()) {
        failure = connection_.FailureOf(what_, result);
      }
      PQclear(result);
    }
    return PQexitPipelineMode(conn) == 0 ? connection_.Lost(what_) : failure;
  }

 private:
  Connection& connection_;
  std::string_view what_;
};

absl::Status Connection::RunMany(
    std::string_view what, const std::string& sql, std::size_t count,
    const std::function<Parameters(std::size_t index)>& parameters,
    const std::function<absl::Status(std::size_t index, Rows rows)>& take) {
  if (count == 0) return absl::OkStatus();
  if (is_lost_) return LostConnection(what, "the connection was lost");
  Pipeline pipeline(*this, what);
  const Parameters first = parameters(0);
  WM_RETURN_IF_ERROR(pipeline.Start(sql, first));
  std::size_t sent = 0;
  std::size_t taken = 0;
  absl::Status worked = pipeline.Send(first);
  if (worked.ok()) worked = pipeline.AskForAnswers();
  if (worked.ok()) worked = pipeline.Take().status();  // of the preparation
  ++sent;
  while (worked.ok() && taken < count) {
    for (; worked.ok() && sent < count && sent - taken < kPipelineWindow; ++sent) {
      worked = pipeline.Send(parameters(sent));
    }
    if (worked.ok()) worked = pipeline.AskForAnswers();
    for (const std::size_t end = taken + (sent - taken + 1) / 2; worked.ok() && taken < end;) {
      absl::StatusOr<Rows> rows = pipeline.Take();
      worked = rows.ok() ? take(taken++, *std::move(rows)) : rows.status();
    }
  }
  const absl::Status ended = pipeline.End();
  return worked.ok() ? ended : worked;
}

std::string Connection::address() const {
  const pg_conn* const conn = connection_.get();
  const auto text = [](const char* value) { return std::string(value == nullptr ? "" : value); };
  return fmt::format("postgresql://{}@{}:{}/{}", text(PQuser(conn)), text(PQhost(conn)),
                     text(PQport(conn)), text(PQdb(conn)));
}

std::string Connection::server_version() const {
  const char* const version = PQparameterStatus(connection_.get(), "server_version");
  return version == nullptr ? "" : version;
}

absl::StatusOr<Transaction> Transaction::Begin(Connection& connection, std::string_view what) {
  WM_RETURN_IF_ERROR(connection.Run(what, "BEGIN").status());
  return Transaction(&connection);
}

Transaction::~Transaction() {
  if (connection_ == nullptr || connection_->is_lost()) return;
  // The server rolls back by itself when the connection ends.
  static_cast<void>(connection_->Run("roll back", "ROLLBACK"));
}

absl::Status Transaction::Commit(std::string_view what) {
  Connection& connection = *std::exchange(connection_, nullptr);
  return connection.Run(what, "COMMIT").status();
}

}  // namespace waymark::services
