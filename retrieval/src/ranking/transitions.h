// The steps of a walk over the graph, with their weights.
//
//   w(u -> v) = traits.walk_forward or walk_backward of the edge's type * its confidence
//
// Files and packages are left out, because everything meets in them, and so is test code unless
// asked for. A node with more than kMaxWalkDegree edges is a hub and a dead end; hubs that are
// asked about have their best kMaxWalkDegree steps. Steps against the direction of an edge, and
// over an edge to a candidate, count less, by the table in edge_traits.cc. Source: retrieval study,
// graph.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "graph/read_view.h"
#include "retrieval/ranking_parts.h"

namespace waymark::retrieval {

enum class TestCode { kLeftOut, kIncluded };

struct Step {
  SymbolId symbol = SymbolId::kNone;
  EdgeType type = EdgeType::kCalls;
  EdgeRule rule = EdgeRule::kStructure;
  std::uint32_t weight = 0;  // thousandths, > 0
};

// The steps from hubs among `symbols` and their declarations: by weight, then steps to other than
// test code first, then in canonical order. Cost: the edges of these hubs.
class FollowedHubs {
 public:
  FollowedHubs() = default;
  FollowedHubs(const graph::ReadView& view, std::span<const SymbolId> symbols);

  // Null for symbols that are not hubs or were not asked about.
  const std::vector<Step>* StepsOf(SymbolId symbol) const;

  // Number of steps that were left out.
  std::uint64_t left_out() const { return left_out_; }

 private:
  void Follow(const graph::ReadView& view, SymbolId symbol);

  std::map<SymbolId, std::vector<Step>> steps_;
  std::uint64_t left_out_ = 0;
};

// Not thread-safe: it keeps a buffer.
class Transitions {
 public:
  // `followed` must outlive this.
  Transitions(const graph::ReadView& view, TestCode test_code, const FollowedHubs& followed,
              Parts without = {})
      : view_(view),
        test_code_(test_code),
        followed_(followed),
        expands_(!without.Has(Part::kExpansion)) {}

  // The steps from `symbol`; a neighbour over several edges has several steps. `out` is cleared
  // first. Returns the sum of their weights.
  std::uint64_t From(SymbolId symbol, std::vector<Step>& out);

  // The same, without checking whether a step leads to a node.
  void Towards(SymbolId symbol, std::vector<Step>& out);

  bool IsNode(SymbolId symbol) const;

  // Number of edges that From and Towards read; for a dead end all its edges.
  std::uint64_t Degree(SymbolId symbol) const;

 private:
  const graph::ReadView& view_;
  TestCode test_code_;
  const FollowedHubs& followed_;
  bool expands_;
  std::vector<Neighbor> neighbors_;
};

}  // namespace waymark::retrieval
