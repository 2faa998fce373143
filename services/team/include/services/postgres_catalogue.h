// The catalogue of names in the PostgreSQL database of a team store.
#pragma once

#include <memory>

#include <absl/status/statusor.h>

#include "services/name_catalogue.h"
#include "services/postgres_store.h"

namespace waymark::services {

// Errors are those of OpenPostgresStore().
absl::StatusOr<std::unique_ptr<NameCatalogue>> OpenPostgresCatalogue(
    const PostgresOptions& options);

}  // namespace waymark::services
