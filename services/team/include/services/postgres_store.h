// The shared store on PostgreSQL from version 12 on, or an engine that speaks its protocol. It
// needs no extension, and beside its own schema `waymark` nothing of the database.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include <absl/status/statusor.h>

#include "services/shared_store.h"

namespace waymark::services {

struct PostgresOptions {
  // As libpq takes it: postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full, or "host=...
  // dbname=...". Passwords, certificates and service names are found as libpq finds them.
  std::string url;
  std::chrono::milliseconds connect_patience{15'000};
  // The server gives up a statement after this time, and waiting for a lock after a quarter of it.
  std::chrono::milliseconds statement_patience{120'000};
  // Work that met a lost connection or another transaction is done again this many times at most,
  // after pauses that double from the first to the longest.
  std::uint32_t attempts = 9;
  std::chrono::milliseconds first_pause{50};
  std::chrono::milliseconds longest_pause{2'000};
  const std::atomic<bool>* cancelled = nullptr;  // may be null; outlives the store
};

// Creates the store in a database, or brings it to the format of this build. Several may do so at
// once. FailedPrecondition if the schema `waymark` belongs to something else or the format is
// newer.
absl::StatusOr<InitialisedStore> InitialisePostgresStore(const PostgresOptions& options);

// Opens a store of the format of this build. InvalidArgument if the URL cannot be read.
absl::StatusOr<std::unique_ptr<SharedStore>> OpenPostgresStore(const PostgresOptions& options);

}  // namespace waymark::services
