// Deletes segments that no view names.
#pragma once

#include <span>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/ids.h"
#include "lmdb/environment.h"

namespace waymark::graph {

// Deletes every segment below `first_kept` that nothing references, in bounded transactions,
// remains of crashed writers included. Returns what was deleted. A view that is open keeps reading:
// its transaction pins the pages until it ends, in every process. REQUIRES: the caller holds the
// writer lock, so that no segment is being written below `first_kept`.
absl::StatusOr<std::vector<SegmentId>> DeleteUnreferenced(Environment& environment,
                                                          SegmentId first_kept);

// Deletes those of a few small segments that no view names, as part of the publication that
// replaces them. What does not fit is left to DeleteUnreferenced().
absl::Status DeleteReplaced(WriteTxn& txn, std::span<const SegmentId> replaced);

}  // namespace waymark::graph
