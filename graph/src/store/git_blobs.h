// What is remembered of git's blobs: the content hash and size of each, so that a file of a commit
// need not be read to know whether it differs.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/store.h"
#include "lmdb/environment.h"

namespace waymark::graph {

// Parallel to `objects`. DataLoss when a row is damaged.
absl::StatusOr<std::vector<std::optional<GitBlob>>> ReadGitBlobs(
    const Txn& txn, std::span<const GitObjectId> objects);

// Adds those that are not known yet; when there would be more than kMaxKnownBlobs, what was known
// is forgotten first, since reading a blob again costs little.
absl::Status WriteGitBlobs(WriteTxn& txn, std::span<const GitBlob> blobs);

}  // namespace waymark::graph
