// Number of direct users of a symbol, which an editor shows beside every definition of a file.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/read_view.h"
#include "retrieval/workspace.h"

namespace waymark::retrieval {

struct DirectUsers {
  std::uint32_t users = 0;  // distinct symbols outside test code
  std::uint32_t tests = 0;  // distinct symbols of test code
  std::uint32_t files = 0;  // distinct files that hold users or tests
  // If false, there may be others, for a reason that concerns this symbol: Incompleteness of one
  // hop, where calls through a stored value are possible uses.
  bool is_exact = false;
};

// Counts for one symbol after the other. The numbers are those of FindRelated (relations.h) and
// IncompletenessOfUsers (incompleteness.h) for one hop, without the sites, which cost most there.
// Not thread-safe: it keeps buffers.
class DirectUserCounter {
 public:
  // The view and the workspace must outlive this, and nobody else may use the workspace meanwhile.
  // Cost: O(files).
  DirectUserCounter(const graph::ReadView& view, Workspace& workspace);

  // Users are callers for functions and methods, and dependent symbols for anything else.
  // Declarations and their definition are one symbol, and a symbol is not its own user. A use of a
  // method that it overrides may mean the symbol. REQUIRES: a live id. Cost: O(its edges +
  // unresolved references that look for its name).
  DirectUsers Of(SymbolId symbol);

 private:
  void CountSources(SymbolId definition, bool is_called, DirectUsers& result);

  const graph::ReadView& view_;
  Workspace& workspace_;
  std::vector<SymbolId> own_;  // the definition, its declarations, and methods that it overrides
  std::vector<SymbolId> overridden_;
  std::vector<FileId> files_;
  std::vector<Neighbor> in_;
  std::vector<Neighbor> scratch_;
};

}  // namespace waymark::retrieval
