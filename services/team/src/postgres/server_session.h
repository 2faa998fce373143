// A connection to the shared store that is made when it is needed, and work that is done again when
// a connection was lost or another transaction was in the way.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <absl/status/status.h>

#include "postgres/connection.h"
#include "services/postgres_store.h"

namespace waymark::services {

// Not thread-safe.
class ServerSession {
 public:
  // `check` runs on every new connection.
  using Check = std::function<absl::Status(Connection&)>;
  // `is_repeated`: an earlier attempt may have been committed without this side learning it.
  using Work = std::function<absl::Status(Connection& connection, bool is_repeated)>;

  ServerSession(PostgresOptions options, Check check)
      : options_(std::move(options)), check_(std::move(check)) {}

  // A server that was never reached is tried once.
  absl::Status Run(const Work& work);

  // Counts connections; what was read by an earlier one may no longer hold.
  std::uint64_t connections() const { return connections_; }

  // Waits. Cancelled if the caller's flag is set meanwhile.
  absl::Status Pause(std::chrono::milliseconds time) const;

 private:
  absl::Status Connect();

  PostgresOptions options_;
  Check check_;
  std::unique_ptr<Connection> connection_;
  std::uint64_t connections_ = 0;
};

}  // namespace waymark::services
