// The steps of a walk over the graph: who follows whom, and with what weight.
//
//   w(u -> v) = traits.walk_forward or walk_backward of the edge's type * its confidence
//
// Left out: files and packages (everything meets in them), test code unless asked for. A node of
// more than kMaxWalkDegree edges is a hub and a dead end, but for those that are asked about, which
// have their best kMaxWalkDegree steps. An edge against its direction and an edge of a candidate
// count less, by the table in edge_traits.cc. Source: retrieval study, graph.
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

// The steps that lead on from the hubs among `symbols` and their declarations: of each those of the
// most weight, then those to other than test code, then in canonical order.
// Cost: the edges of these hubs.
class FollowedHubs {
 public:
  FollowedHubs() = default;
  FollowedHubs(const graph::ReadView& view, std::span<const SymbolId> symbols);

  // Null of what is no hub or was not asked about.
  const std::vector<Step>* StepsOf(SymbolId symbol) const;

  // Steps that were left out.
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

  // The steps from `symbol`; a neighbour over several edges has several. `out` is cleared first.
  // Returns the sum of their weights.
  std::uint64_t From(SymbolId symbol, std::vector<Step>& out);

  // The same, without a look at whether a step leads to a node.
  void Towards(SymbolId symbol, std::vector<Step>& out);

  bool IsNode(SymbolId symbol) const;

  // Edges that From and Towards look at; of a dead end all that it has.
  std::uint64_t Degree(SymbolId symbol) const;

 private:
  const graph::ReadView& view_;
  TestCode test_code_;
  const FollowedHubs& followed_;
  bool expands_;
  std::vector<Neighbor> neighbors_;
};

}  // namespace waymark::retrieval
