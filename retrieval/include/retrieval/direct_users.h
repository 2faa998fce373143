// How much depends on a symbol directly: what an editor shows beside every definition of a file.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/read_view.h"
#include "retrieval/workspace.h"

namespace waymark::retrieval {

struct DirectUsers {
  std::uint32_t users = 0;  // distinct symbols outside of tests
  std::uint32_t tests = 0;  // distinct symbols of test code
  std::uint32_t files = 0;  // distinct files that hold those and these
  // Else there may be others: references that are not resolved, files that were not read, operators
  // that run it, calls of what it overrides or by way of its value.
  bool is_exact = false;
};

// Counts symbols of one view, one after the other: the numbers of FindRelated (relations.h) and
// CountUnseenUsers (unseen_references.h) at one hop, without the places, which cost most of those.
// Not thread-safe: it keeps buffers.
class DirectUserCounter {
 public:
  // The view and the workspace outlive it, and nobody else uses the workspace meanwhile. Cost:
  // O(files).
  DirectUserCounter(const graph::ReadView& view, Workspace& workspace);

  // What calls a function or method, what depends on anything else; declarations and their
  // definition are one symbol, and a symbol is no user of itself. REQUIRES: a live id. Cost: O(its
  // edges + unresolved references that look for its name).
  DirectUsers Of(SymbolId symbol);

 private:
  void CountSources(SymbolId target, SymbolId definition, bool is_called, DirectUsers& result);
  bool MayHaveOthers(SymbolId definition, bool is_called);

  const graph::ReadView& view_;
  Workspace& workspace_;
  bool has_unread_files_ = false;  // submodules apart
  bool has_submodules_ = false;
  std::vector<SymbolId> own_;  // the definition, then its declarations
  std::vector<FileId> files_;
  std::vector<Neighbor> in_;
  std::vector<Neighbor> scratch_;
};

}  // namespace waymark::retrieval
