// A connection to PostgreSQL whose waiting ends: with the answer, with a limit of time, or when the
// caller's flag is set. Parameters and results are binary; what the server sends is checked against
// the type and size that are expected.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/shared/blob_store.h"
#include "services/postgres_store.h"

struct pg_conn;
struct pg_result;

namespace waymark::services {

// The parameters $1, $2, ... of a statement.
class Parameters {
 public:
  Parameters& Text(std::string_view text);
  Parameters& Number(std::uint64_t number);  // int8
  Parameters& Bytes(std::string_view bytes);
  Parameters& Hash(const graph::BlobHash& hash);
  Parameters& Hashes(std::span<const graph::BlobHash> hashes);  // bytea[]

 private:
  friend class Connection;

  Parameters& Add(unsigned type, std::string value);

  std::vector<unsigned> types_;
  std::vector<std::string> values_;
};

// Rows that a statement gave. DataLoss for a value of another type or size than asked for.
class Rows {
 public:
  explicit Rows(pg_result* result);

  std::size_t size() const;
  // Rows that an INSERT, UPDATE or DELETE changed.
  std::uint64_t changed() const;

  // int8; never negative in what the store keeps.
  absl::StatusOr<std::uint64_t> Number(std::size_t row, int column) const;
  absl::StatusOr<bool> Flag(std::size_t row, int column) const;
  // Text or bytea; valid as long as the rows.
  absl::StatusOr<std::string_view> Bytes(std::size_t row, int column, std::size_t max) const;
  absl::StatusOr<graph::BlobHash> Hash(std::size_t row, int column) const;

 private:
  struct Deleter {
    void operator()(pg_result* result) const;
  };

  absl::StatusOr<std::string_view> Value(std::size_t row, int column,
                                         std::span<const unsigned> types) const;

  std::unique_ptr<pg_result, Deleter> result_;
};

// Not thread-safe.
class Connection {
 public:
  // Connects once. InvalidArgument if the URL cannot be read, FailedPrecondition if the server is
  // too old.
  static absl::StatusOr<std::unique_ptr<Connection>> Open(const PostgresOptions& options);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  // `what` begins the message of an error.
  absl::StatusOr<Rows> Run(std::string_view what, const std::string& sql,
                           const Parameters& parameters = {});

  // Runs one statement `count` times without waiting for each answer, as one transaction unless one
  // is open. `parameters` are asked for in order, `take` receives the rows in order; its error
  // becomes the result after the pipeline is drained.
  absl::Status RunMany(std::string_view what, const std::string& sql, std::size_t count,
                       const std::function<Parameters(std::size_t index)>& parameters,
                       const std::function<absl::Status(std::size_t index, Rows rows)>& take);

  bool is_lost() const { return is_lost_; }

  // "postgresql://user@host:port/database".
  std::string address() const;
  std::string server_version() const;

 private:
  class Pipeline;

  struct Deleter {
    void operator()(pg_conn* connection) const;
  };

  using Clock = std::chrono::steady_clock;

  explicit Connection(const PostgresOptions& options) : options_(options) {}

  absl::Status Connect();
  absl::Status AwaitConnection(Clock::time_point deadline);
  // Sends what is queued and waits until a result can be taken without waiting.
  absl::Status AwaitResult(std::string_view what);
  absl::Status AwaitSocket(std::string_view what, int events, Clock::time_point deadline);
  absl::StatusOr<Rows> TakeOne(std::string_view what);
  absl::Status TakeRest(std::string_view what);
  absl::Status FailureOf(std::string_view what, const pg_result* result);
  absl::Status Lost(std::string_view what);
  void CancelIfAsked();

  PostgresOptions options_;
  std::unique_ptr<pg_conn, Deleter> connection_;
  bool is_lost_ = false;
  bool is_cancelled_ = false;
};

// A transaction that is rolled back unless it is committed.
class Transaction {
 public:
  static absl::StatusOr<Transaction> Begin(Connection& connection, std::string_view what);
  ~Transaction();

  Transaction(Transaction&& other) noexcept
      : connection_(std::exchange(other.connection_, nullptr)) {}

  Transaction& operator=(Transaction&&) = delete;

  absl::Status Commit(std::string_view what);

 private:
  explicit Transaction(Connection* connection) : connection_(connection) {}

  Connection* connection_;
};

}  // namespace waymark::services
