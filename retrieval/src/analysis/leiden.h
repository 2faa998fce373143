// Communities of a weighted graph by the Leiden algorithm: Traag, Waltman and van Eck, "From
// Louvain to Leiden: guaranteeing well-connected communities", Scientific Reports 9, 5233 (2019).
//
// Maximises modularity at resolution 1. Where the paper draws at random, nodes are taken in order
// and the best choice is made; ties go to the lowest community. So the same graph always gives the
// same communities. Arithmetic is exact.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include <absl/status/statusor.h>

namespace waymark::retrieval {

// Undirected: each edge is in the rows of both ends with the same weight.
struct WeightedGraph {
  struct Edge {
    std::uint32_t node = 0;
    std::uint64_t weight = 0;
  };

  std::vector<std::uint32_t> begins = {0};  // of each row, and the end of the last
  std::vector<Edge> edges;
  std::vector<std::uint64_t> loops;  // of each node, both ends counted

  std::uint32_t size() const { return static_cast<std::uint32_t>(begins.size() - 1); }
};

// The community of each node, numbered from 0 in the order of their first nodes. Nodes with the
// same number in `start` begin in one community. REQUIRES: `start` has one entry per node, and the
// sum of all weights is below 2^31. Errors: Cancelled. Cost: some passes over the edges.
absl::StatusOr<std::vector<std::uint32_t>> FindCommunities(const WeightedGraph& graph,
                                                           std::vector<std::uint32_t> start,
                                                           const std::atomic<bool>* cancelled);

// Modularity of a partition, -1/2..1.
double Modularity(const WeightedGraph& graph, const std::vector<std::uint32_t>& communities);

}  // namespace waymark::retrieval
