// Finds the published view of a repository that is nearest to a state without one.
#pragma once

#include <cstddef>
#include <optional>

#include <absl/status/statusor.h>

#include "graph/store.h"
#include "scan/commit_tree.h"

namespace waymark::indexer {

// Views that are compared, latest indexed first.
inline constexpr std::size_t kMaxComparedViews = 16;

// The view of the repository, by this version of the indexer, whose commit differs from `commit` in
// the fewest files. Among equals, a view of a commit precedes others, because it has no unsaved
// changes; then the first by key. nullopt if no view's commit is in the object database.
absl::StatusOr<std::optional<graph::ViewRecord>> FindNearestView(graph::Store& store,
                                                                 const graph::ViewKey& key,
                                                                 const CommitTree& commit);

}  // namespace waymark::indexer
