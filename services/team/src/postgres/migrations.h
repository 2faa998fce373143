// The tables of the shared store, as numbered steps from an empty schema to the format of this
// build. docs/TEAM.md describes the tables; a test compares the two.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "postgres/connection.h"

namespace waymark::services {

struct Migration {
  std::uint32_t number = 0;  // from 1, without gaps; that of the last one is the format
  std::string_view title;
  std::span<const char* const> statements;
};

std::span<const Migration> AllMigrations();
std::uint32_t CurrentFormat();

// The format of the store in the database; 0: there is none. FailedPrecondition if the schema
// belongs to something else.
absl::StatusOr<std::uint32_t> ReadFormat(Connection& connection);

// FailedPrecondition unless the format is that of this build.
absl::Status CheckFormat(Connection& connection);

// Applies the steps that are missing, each in a transaction. Returns the format that was found.
absl::StatusOr<std::uint32_t> Migrate(Connection& connection);

}  // namespace waymark::services
