// Scratch memory of queries: flat buffers indexed by the dense ids of a view. It is reused, so that
// a query makes no allocation that grows with the graph.
//
// A workspace fits every view: it grows to the largest one so far and never shrinks. Between
// queries it keeps about 58 bytes per symbol, including facts about the symbols of the view that
// was asked last, and at most kMaxNotedUses decoded edges and as many of their sites. Its content
// does not depend on the questions, so results are the same with any workspace or none. Not
// thread-safe: use one per thread, or take one from a pool for the length of a call.
#pragma once

#include <memory>

namespace waymark::retrieval {

class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;

  struct QueryBuffers;  // retrieval/src/impact/query_buffers.h

  QueryBuffers& buffers() { return *buffers_; }

 private:
  std::unique_ptr<QueryBuffers> buffers_;
};

}  // namespace waymark::retrieval
