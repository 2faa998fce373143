// Rows of the pack, session and judgement tables (on disk: "lessons"). docs/STORAGE_FORMAT.md gives
// the bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/ids.h"
#include "graph/session_store.h"
#include "lmdb/environment.h"

namespace waymark::graph {

Table TableOf(SessionRowKind kind);

// DataLoss when the row is damaged.
absl::StatusOr<std::optional<std::string>> ReadSessionRow(const Txn& txn, SessionRowKind kind,
                                                          const RootHash& key);

// The text of a row as it is stored. DataLoss when it is damaged.
absl::StatusOr<std::string> DecodeSessionRow(std::string_view key, std::string_view stored);

// How recently a row was used; 0 for a damaged one.
std::uint64_t UseOfSessionRow(std::string_view key, std::string_view stored);

// Makes the row the most recently used one of its kind, and deletes the least recently used rows
// until the bound of the kind holds. ResourceExhausted for a text that the bound cannot hold. Cost:
// a look at every row of the kind.
absl::Status WriteMemory(WriteTxn& txn, SessionRowKind kind, const RootHash& key,
                         std::string_view text);

}  // namespace waymark::graph
