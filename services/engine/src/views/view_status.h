// What `status` and `doctor` say of a view.
#pragma once

#include "graph/store.h"
#include "services/verbs.h"
#include "services/view_refresher.h"

namespace waymark::services {

// Describes a view; an unreadable one by its damage. `refresher` is null where views are not kept
// current; then the tree is compared with the view.
StatusView DescribeView(graph::Store& store, ViewRefresher* refresher,
                        const graph::ViewRecord& record);

}  // namespace waymark::services
