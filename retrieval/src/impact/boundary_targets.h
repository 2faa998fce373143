// Cross-boundary targets: requests arrive at routes, messages at subscribers, calls of remote
// procedures at implementations. There is no edge between the two sides: both name an address.
#pragma once

#include <optional>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

struct BoundaryTarget {
  SymbolId symbol = SymbolId::kNone;  // the route, the subscriber
  float confidence = 1;               // that it arrives there, its edges apart
  // For a receiver that names the address: its edge to the address. Routes have none.
  std::optional<Neighbor> edge;
};

// Works on symbols of one view. Not thread-safe: it keeps buffers.
class BoundaryTargets {
 public:
  // The view must outlive this.
  explicit BoundaryTargets(const graph::ReadView& view) : view_(view) {}

  // Replaces `out` by the targets of the edge `sent`; empty for other types of edges. Cost: for a
  // message the symbols with the name of its address and their edges; for a request the routes of
  // the view, which the first request finds among all symbols.
  void Of(const Neighbor& sent, std::vector<BoundaryTarget>& out);

 private:
  void AddRoutes(SymbolId request, std::vector<BoundaryTarget>& out);
  void AddReceivers(SymbolId address, EdgeType received, std::vector<BoundaryTarget>& out);

  const graph::ReadView& view_;
  std::optional<std::vector<SymbolId>> routes_;
  std::vector<SymbolId> named_;
  std::vector<Neighbor> edges_;
};

}  // namespace waymark::retrieval
