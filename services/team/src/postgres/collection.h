// Deletes what a retention policy does not keep, while others publish.
//
// Blobs are read page by page, outside of one transaction. Of what changes meanwhile, nothing is
// lost: a new parent or a new reference touches what it relies on (postgres/blob_table.h), a
// touched blob is not deleted, and what it refers to is not deleted before it.
#pragma once

#include <absl/status/statusor.h>

#include "postgres/server_session.h"
#include "services/shared_store.h"

namespace waymark::services {

absl::StatusOr<CollectionReport> CollectShared(ServerSession& session,
                                               const RetentionPolicy& policy,
                                               const SharedProgress& progress);

}  // namespace waymark::services
