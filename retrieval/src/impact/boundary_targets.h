// Where what code sends out of itself arrives: requests at routes, messages at subscribers, calls
// of remote procedures at what implements them. No edge leads there: both ends name an address.
#pragma once

#include <optional>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

struct BoundaryTarget {
  SymbolId symbol = SymbolId::kNone;  // the route, the subscriber
  float confidence = 1;               // that it arrives there, its edges apart
  // Of what names the address itself, which no route does: its edge to that.
  std::optional<Neighbor> edge;
};

// Looks at symbols of one view. Not thread-safe: it keeps buffers.
class BoundaryTargets {
 public:
  // The view outlives it.
  explicit BoundaryTargets(const graph::ReadView& view) : view_(view) {}

  // Replaces `out`: where what leaves along the edge arrives; nothing for other types of edges.
  // Cost: of a message the symbols of the name of its address and their edges, of a request the
  // routes of the view, which the first finds among all of its symbols.
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
