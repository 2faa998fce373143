// Address-taken functions: calls through the stored value have no edge.
#pragma once

#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Works on symbols of one view. Not thread-safe: it keeps buffers.
class AddressTaken {
 public:
  // The view must outlive this.
  explicit AddressTaken(const graph::ReadView& view) : view_(view) {}

  // Whether code names the function or method other than to call, import or decorate with it, or
  // passes it to a decorator that is not known to call it, or to a router. False for other symbols.
  // REQUIRES: a live id. Cost: O(its edges), and the edges of files that only import it.
  bool Of(SymbolId symbol);

 private:
  bool IsGiven(const Neighbor& reference);
  bool IsImport(FileId file, Position site);
  bool StandsAt(const Neighbor& edge, Position site);
  bool IsKnownToCall(SymbolId decorator) const;

  const graph::ReadView& view_;
  std::vector<Neighbor> in_;
  std::vector<Neighbor> out_;
  std::vector<Position> sites_;
  std::vector<Position> others_;
};

}  // namespace waymark::retrieval
