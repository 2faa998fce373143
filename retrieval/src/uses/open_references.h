// Unresolved references that may mean a symbol of the repository, by their source symbols.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/read_view.h"
#include "traits/view_mark.h"

namespace waymark::retrieval {

// Whether the reference means one of its candidates: it has some, and their list is not full.
bool ListsAllCandidates(const UnresolvedRow& row);

class OpenReferences {
 public:
  // Reads the references if the view is another one than before. Cost: O(unresolved references);
  // each takes four bytes.
  void Follow(const graph::ReadView& view);

  // Number of references in a symbol. REQUIRES: Follow. Cost: O(log references).
  std::uint64_t CountOf(SymbolId source) const;

 private:
  ViewMark followed_;
  std::vector<SymbolId> sources_;  // of each reference, in order
};

}  // namespace waymark::retrieval
