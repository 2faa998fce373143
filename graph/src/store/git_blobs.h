// Known git blobs: the content hash and size of each. With them a file of a commit need not be read
// to see whether it differs.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/store.h"
#include "lmdb/environment.h"

namespace waymark::graph {

// Parallel to `objects`. A damaged row is as none.
absl::StatusOr<std::vector<std::optional<GitBlob>>> ReadGitBlobs(
    const Txn& txn, std::span<const GitObjectId> objects);

// Adds unknown blobs. If there would be more than kMaxKnownBlobs, all known ones are deleted first,
// because reading a blob again costs little.
absl::Status WriteGitBlobs(WriteTxn& txn, std::span<const GitBlob> blobs);

}  // namespace waymark::graph
