// The shared store of a team through the program `waymark-team`, which alone is linked with libpq:
// `waymark` runs where that library is not installed, and says so when a team is asked for.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

#include <absl/status/statusor.h>

#include "services/shared_store.h"

namespace waymark::services {

struct TeamOptions {
  std::string url;  // of the database, as in services/postgres_store.h
  // The program to start; empty: beside this program, in ../lib/waymark, or on the PATH.
  std::filesystem::path program;
  const std::atomic<bool>* cancelled = nullptr;  // may be null; outlives the store
};

// As InitialisePostgresStore(). Unavailable if the program is missing or cannot be started.
absl::StatusOr<InitialisedStore> InitialiseTeamStore(const TeamOptions& options);

// As OpenPostgresStore(). The program ends with the store, or with this process.
absl::StatusOr<std::unique_ptr<SharedStore>> OpenTeamStore(const TeamOptions& options);

}  // namespace waymark::services
