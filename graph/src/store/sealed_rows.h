// Rows that are looked up by key and may be absent, with a hash over key and head. Without it, a
// damaged key makes a row disappear, and an answer is computed as if it had never been there.
// docs/STORAGE_FORMAT.md gives the bytes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "lmdb/environment.h"

namespace waymark::graph {

// The bytes to store for `row`. What follows its head must have a checksum of its own.
std::string Seal(std::string_view key, std::string_view row);

// The row in `stored`, which outlives it. Rows of older builds have no seal and are not checked.
// DataLoss if the seal does not fit. Cost: one hash of about 100 bytes.
absl::StatusOr<std::string_view> Unseal(std::string_view key, std::string_view stored);

// The row of a key, valid as long as the transaction. DataLoss if it is damaged, or if it is absent
// and a row of the table has a seal that does not fit, which may be the row in question. Cost: one
// look; for an absent row, one at every row of the table.
absl::StatusOr<std::optional<std::string_view>> GetSealed(const Txn& txn, Table table,
                                                          std::string_view key);

// Calls `visit` with key and stored bytes of each row of a table.
absl::Status ForEachRow(
    const Txn& txn, Table table,
    const std::function<absl::Status(std::string_view key, std::string_view stored)>& visit);

}  // namespace waymark::graph
