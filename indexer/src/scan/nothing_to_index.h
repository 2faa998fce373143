// Explains why a directory has nothing to index.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include <absl/status/status.h>

#include "indexer/indexer.h"

namespace waymark::indexer {

// FailedPrecondition with the reason: all source files were skipped, ignore rules exclude all of
// them (which rule, and how many files), or there are none. Walks the tree once more, up to 100,000
// entries. `root` is absolute and canonical; `documents` says that there are documents, which are
// not enough.
absl::Status NothingToIndex(const std::filesystem::path& root,
                            const std::vector<SkippedFileReport>& skipped, std::uint64_t documents);

}  // namespace waymark::indexer
