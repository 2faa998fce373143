// Rows of the view and snapshot tables, and their look-up. docs/STORAGE_FORMAT.md gives the bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/store.h"
#include "lmdb/environment.h"

namespace waymark::graph {

// A row of the view table.
struct ViewRow {
  ViewRecord record;
  SegmentId file_states = SegmentId::kNone;
  SegmentId state_changes = SegmentId::kNone;  // differences from file_states; kNone: none
};

// A past state of a view. Its base is deleted once a newer state is published; only this row
// remains.
struct SnapshotRow {
  std::uint64_t generation = 0;
  RootHash root;
  RootHash parent_root;
  std::string commit;
  std::uint64_t indexed_unix_seconds = 0;
};

// Names can be longer than LMDB's keys, so rows are found by hash and contain the names themselves.
std::string ViewRowKey(const ViewKey& key);
std::string SnapshotRowKey(const ViewKey& key, std::uint64_t generation);

std::string EncodeViewRow(const ViewRow& row);
std::string EncodeSnapshotRow(const SnapshotRow& row);
// DataLoss if the bytes are not a row, FailedPrecondition if they are of a newer version.
absl::StatusOr<ViewRow> DecodeViewRow(std::string_view bytes);
absl::StatusOr<SnapshotRow> DecodeSnapshotRow(std::string_view bytes);

absl::StatusOr<std::optional<ViewRow>> FindViewRow(const Txn& txn, const ViewKey& key);
// All views, ordered by key.
absl::StatusOr<std::vector<ViewRow>> AllViewRows(const Txn& txn);
// Snapshots of a view, oldest first.
absl::StatusOr<std::vector<SnapshotRow>> SnapshotRows(const Txn& txn, const ViewKey& key);
// Their generations, ascending, also of damaged rows.
absl::StatusOr<std::vector<std::uint64_t>> SnapshotGenerations(const Txn& txn, const ViewKey& key);
// Every segment that a view references, sorted, without duplicates.
absl::StatusOr<std::vector<SegmentId>> ReferencedSegments(const Txn& txn);

// A number of the meta table; nothing when absent.
absl::StatusOr<std::optional<std::uint64_t>> MetaNumber(const Txn& txn, std::string_view name);

}  // namespace waymark::graph
