// The queue of work in the database of the shared store.
#pragma once

#include <memory>

#include "services/postgres_store.h"
#include "services/work_queue.h"

namespace waymark::services {

// Connects at the first call. InvalidArgument of that call if the URL cannot be read.
std::unique_ptr<WorkQueue> OpenPostgresQueue(const PostgresOptions& options);

}  // namespace waymark::services
