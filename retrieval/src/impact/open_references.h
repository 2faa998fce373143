// References that lead nowhere known and may mean something of the repository, by the symbols that
// they stand in.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/read_view.h"
#include "traits/view_mark.h"

namespace waymark::retrieval {

class OpenReferences {
 public:
  // Finds those of another view than before. Cost: O(unresolved references); they take four bytes
  // each.
  void Follow(const graph::ReadView& view);

  // REQUIRES: Follow. Cost: O(log references).
  std::uint64_t CountOf(SymbolId source) const;

 private:
  ViewMark followed_;
  std::vector<SymbolId> sources_;  // of each reference, in order
};

}  // namespace waymark::retrieval
