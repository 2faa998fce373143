// Verifies a shared store: hashes of blobs, children, roots of references.
#pragma once

#include <absl/status/statusor.h>

#include "postgres/server_session.h"
#include "services/shared_store.h"

namespace waymark::services {

// As SharedStore::Check().
absl::StatusOr<StoreCheck> CheckShared(ServerSession& session, bool marks_damage,
                                       const SharedProgress& progress);

}  // namespace waymark::services
