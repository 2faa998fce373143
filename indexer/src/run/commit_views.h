// Views of commits of a repository.
#pragma once

#include <absl/status/status.h>

#include "graph/store.h"

namespace waymark::indexer {

// Removes the views of commits that were indexed first, so that with `current` at most
// kMaxCommitViews of the repository stay.
absl::Status DropOldCommits(graph::Store& store, graph::Writer& writer,
                            const graph::ViewKey& current);

}  // namespace waymark::indexer
