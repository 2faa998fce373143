// Scratch memory of queries: flat arrays indexed by the dense ids of a view, used again so that a
// query allocates nothing that grows with the graph.
//
// A workspace fits every view: it grows to the largest it has met and never shrinks. It holds about
// 58 bytes a symbol between queries, of them what was found out about the symbols of the view that
// was asked last, and at most kMaxNotedUses of its edges and of the places of those it told. None
// of it depends on the questions, so using one, or none, changes no result. Not thread-safe: one a
// thread, or one taken from a pool for the length of a call.
#pragma once

#include <memory>

namespace waymark::retrieval {

class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;

  struct Arrays;  // retrieval/src/impact/query_buffers.h

  Arrays& arrays() { return *arrays_; }

 private:
  std::unique_ptr<Arrays> arrays_;
};

}  // namespace waymark::retrieval
