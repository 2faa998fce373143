// The steps of a walk over the graph: who follows whom, and with what weight.
//
//   w(u -> v) = traits.walk_forward or walk_backward of the edge's type * its confidence
//
// Left out: files and packages (everything meets in them), test code unless asked for, nodes of
// more than kMaxWalkDegree edges (they are dead ends). An edge against its direction and an edge of
// a candidate count less, by the table in edge_traits.cc. Source: retrieval study, graph.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/read_view.h"

namespace waymark::retrieval {

enum class TestCode { kLeftOut, kIncluded };

struct Step {
  SymbolId symbol = SymbolId::kNone;
  EdgeRule rule = EdgeRule::kStructure;
  std::uint32_t weight = 0;  // thousandths, > 0
};

// Not thread-safe: it keeps a buffer.
class Transitions {
 public:
  Transitions(const graph::ReadView& view, TestCode test_code)
      : view_(view), test_code_(test_code) {}

  // The steps from `symbol`; a neighbour over several edges has several. `out` is cleared first.
  // Returns the sum of their weights.
  std::uint64_t From(SymbolId symbol, std::vector<Step>& out);

  // The same, without a look at whether a step leads to a node.
  void Towards(SymbolId symbol, std::vector<Step>& out);

  bool IsNode(SymbolId symbol) const;

 private:
  const graph::ReadView& view_;
  TestCode test_code_;
  std::vector<Neighbor> neighbors_;
};

}  // namespace waymark::retrieval
