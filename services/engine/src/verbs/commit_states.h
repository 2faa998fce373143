// States of commits on their way between stores take turns with other runs.
#pragma once

#include <functional>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/shared/portable_view.h"
#include "graph/store.h"
#include "indexer/indexer.h"
#include "indexer/shared/portable_commit.h"
#include "services/verbs.h"

namespace waymark::services {

// Indexes a commit and reads its history, unless both are done; waits while another run writes.
// `trouble` says why there is no history, or is empty. Errors: those of
// indexer::IndexRepository(), of which DataLoss tells how to repair the store.
absl::StatusOr<graph::ViewKey> IndexCommit(graph::Store& store,
                                           const indexer::IndexOptions& options,
                                           const CallControl& control, std::string& trouble);

// As indexer::ImportCommit(), but waits while another run writes. `add` is called once at most.
absl::StatusOr<indexer::ImportReport> ImportAfterOthers(
    graph::Store& store, const indexer::ImportOptions& options, const graph::PortableState& state,
    const CallControl& control,
    const std::function<absl::Status(graph::PortableWriter& writer)>& add);

}  // namespace waymark::services
