// Deletes segments that no view references.
#pragma once

#include <span>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/ids.h"
#include "lmdb/environment.h"

namespace waymark::graph {

// The greatest id of a segment with a catalogue row or a block; kNone if there is none.
absl::StatusOr<SegmentId> LastStoredSegment(const Txn& txn);

// Deletes every unreferenced segment below `first_kept`, including remains of crashed writers, in
// bounded transactions. Returns the deleted segments. An open view can still be read: its
// transaction pins the pages until it ends, in every process. REQUIRES: the caller holds the writer
// lock, so that no segment below `first_kept` is being written.
absl::StatusOr<std::vector<SegmentId>> DeleteUnreferenced(Environment& environment,
                                                          SegmentId first_kept);

// Deletes the unreferenced ones of a few small segments, as part of the publication that replaces
// them. Segments that do not fit the transaction are left to DeleteUnreferenced().
absl::Status DeleteReplaced(WriteTxn& txn, std::span<const SegmentId> replaced);

}  // namespace waymark::graph
