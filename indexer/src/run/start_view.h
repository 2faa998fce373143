// Which published view of a repository is nearest to a state that has none of its own.
#pragma once

#include <cstddef>
#include <optional>

#include <absl/status/statusor.h>

#include "graph/store.h"
#include "scan/commit_tree.h"

namespace waymark::indexer {

// Views that are compared, those indexed last first.
inline constexpr std::size_t kMaxComparedViews = 16;

// Of the views of the same repository that this version of the indexer made, the one whose commit
// differs from `commit` in the fewest files; of several the one of a commit, which has no unsaved
// changes, then the first by key. None when no view's commit is in the object database.
absl::StatusOr<std::optional<graph::ViewRecord>> FindNearestView(graph::Store& store,
                                                                 const graph::ViewKey& key,
                                                                 const CommitTree& commit);

}  // namespace waymark::indexer
