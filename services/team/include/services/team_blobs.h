// The blobs of a team's store for readers that may never need one: it is reached when the first
// blob is asked for.
#pragma once

#include <memory>

#include "graph/shared/blob_store.h"
#include "services/team_program.h"

namespace waymark::services {

// If the store cannot be reached, calls within the next half minute fail with the same error at
// once, so that work that can do without it is not held up each time. Not thread-safe.
std::shared_ptr<graph::BlobStore> MakeTeamBlobs(TeamOptions options);

}  // namespace waymark::services
