// First stage of a run over a commit: which files it has, and which of them differ from a published
// view.
#pragma once

#include <atomic>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/store.h"
#include "scan/commit_tree.h"
#include "scan/tree_scan.h"

namespace waymark::indexer {

// Like ScanTree(). A blob whose content the store remembers is not read; another one is read and
// hashed when `known` has a file at its path.
absl::StatusOr<TreeScan> ScanCommit(const CommitTree& commit, graph::Store& store, KnownTree* known,
                                    unsigned threads, const std::atomic<bool>* cancelled);

// What a run learned of the blobs of its files: those with a content hash.
std::vector<graph::GitBlob> BlobsOf(const TreeScan& scan);

}  // namespace waymark::indexer
