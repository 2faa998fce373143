// First stage of a run over unsaved buffers: which of them differ from the published view.
#pragma once

#include <filesystem>
#include <span>

#include <absl/status/statusor.h>

#include "indexer/buffers.h"
#include "scan/tree_scan.h"

namespace waymark::indexer {

// `known` is the published view, whose files move into the scan; files without a buffer are
// unchanged. InvalidArgument if a buffer cannot belong to the view.
absl::StatusOr<TreeScan> ScanBuffers(const std::filesystem::path& root,
                                     std::span<const UnsavedBuffer> buffers, KnownTree known);

}  // namespace waymark::indexer
