// First stage of a run over a commit: its files, and which of them differ from a published view.
#pragma once

#include <atomic>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/store.h"
#include "scan/commit_tree.h"
#include "scan/tree_scan.h"

namespace waymark::indexer {

// Like ScanTree(). A blob with a known content hash is not read. Another one is read and hashed if
// `known` has a file at its path.
absl::StatusOr<TreeScan> ScanCommit(const CommitTree& commit, graph::Store& store, KnownTree* known,
                                    unsigned threads, const std::atomic<bool>* cancelled);

// The blobs of files whose content hash the run determined.
std::vector<graph::GitBlob> BlobsOf(const TreeScan& scan);

}  // namespace waymark::indexer
