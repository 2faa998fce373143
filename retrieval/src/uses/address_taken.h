// Address-taken functions: calls through the stored value have no edge.
#pragma once

#include <span>
#include <vector>

#include "graph/read_view.h"
#include "uses/use_place.h"

namespace waymark::retrieval {

// Works on symbols of one view. Not thread-safe: it keeps buffers.
class AddressTaken {
 public:
  // The view must outlive this.
  explicit AddressTaken(const graph::ReadView& view) : view_(view) {}

  // The places that name the function or method other than to call, import or decorate with it, or
  // that pass it to a decorator that is not known to call it, or to a router. Empty for other
  // symbols. REQUIRES: a live id. Valid until the next call. Cost: O(its edges), and the edges of
  // files that only import it.
  std::span<const UsePlace> Of(SymbolId symbol);

 private:
  void AddGiven(const Neighbor& reference);
  void AddSites(const Neighbor& edge, SymbolId source);
  bool IsImport(FileId file, Position site);
  bool StandsAt(const Neighbor& edge, Position site);
  bool IsKnownToCall(SymbolId decorator) const;

  const graph::ReadView& view_;
  std::vector<UsePlace> places_;
  std::vector<Neighbor> in_;
  std::vector<Neighbor> out_;
  std::vector<Position> sites_;
  std::vector<Position> others_;
};

}  // namespace waymark::retrieval
