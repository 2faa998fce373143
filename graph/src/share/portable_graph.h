// The graph of a view on its way: a base, perhaps with an overlay.
#pragma once

#include <memory>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/facts_pack.h"
#include "graph/read_view.h"
#include "graph/shared/portable_view.h"
#include "segment/segment_reader.h"

namespace waymark::graph {

struct PortableGraph {
  std::shared_ptr<const ReadView> view;
  std::vector<FactsKey> keys;  // of the files with facts, in the order of paths, each once
};

// `overlay` is null if there is none. DataLoss if the segments cannot be read.
absl::StatusOr<PortableGraph> OpenPortableGraph(std::unique_ptr<SegmentReader> base,
                                                std::unique_ptr<SegmentReader> overlay,
                                                const ViewRecord& record);

// DataLoss unless the graph has the root and the files of the state.
absl::Status CheckGraph(const PortableState& state, const ReadView& view);

}  // namespace waymark::graph
