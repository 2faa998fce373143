// Functions whose value is passed on: who calls them by way of that, no edge tells.
#pragma once

#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

// Looks at symbols of one view. Not thread-safe: it keeps buffers.
class AddressTaken {
 public:
  // The view outlives it.
  explicit AddressTaken(const graph::ReadView& view) : view_(view) {}

  // Whether code names the function or method other than to call, import or decorate with it, or
  // gives it to a decorator that is not known to call it, or to a router. False of what is no
  // function. REQUIRES: a live id. Cost: O(its edges), and those of files that do no more than
  // import it.
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
