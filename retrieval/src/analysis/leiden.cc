#include "analysis/leiden.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "graph/status.h"
#include "traits/cancel_poll.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

using Weight = std::int64_t;
constexpr std::uint32_t kNotNumbered = 0xFFFFFFFF;

// Numbers communities from 0 in the order of their first nodes. Returns their number.
std::uint32_t Renumber(std::vector<std::uint32_t>& communities) {
  std::vector<std::uint32_t> numbers;
  std::uint32_t count = 0;
  for (std::uint32_t& community : communities) {
    if (community >= numbers.size()) numbers.resize(community + 1, kNotNumbered);
    if (numbers[community] == kNotNumbered) numbers[community] = count++;
    community = numbers[community];
  }
  return count;
}

// One level of the algorithm: a graph and a partition of its nodes.
class Level {
 public:
  Level(const WeightedGraph& graph, std::vector<std::uint32_t> start)
      : graph_(graph), communities_(std::move(start)), degrees_(graph.size(), 0) {
    for (std::uint32_t node = 0; node < graph_.size(); ++node) {
      degrees_[node] = static_cast<Weight>(graph_.loops[node]);
      for (const WeightedGraph::Edge& edge : EdgesOf(node)) {
        degrees_[node] += static_cast<Weight>(edge.weight);
      }
      total_ += degrees_[node];
    }
    ties_.assign(graph_.size(), 0);
  }

  // Moves nodes to the communities with the largest gain until no move gains.
  absl::Status Move(CancelPoll& poll);
  // Splits each community into well-connected parts, the partition for the next level.
  std::vector<std::uint32_t> Refine();

  const std::vector<std::uint32_t>& communities() const { return communities_; }

 private:
  struct Row {
    const WeightedGraph::Edge* first;
    const WeightedGraph::Edge* last;

    const WeightedGraph::Edge* begin() const { return first; }

    const WeightedGraph::Edge* end() const { return last; }
  };

  Row EdgesOf(std::uint32_t node) const {
    const WeightedGraph::Edge* edges = graph_.edges.data();
    return {edges + graph_.begins[node], edges + graph_.begins[node + 1]};
  }

  // Gain of a node with weight `degree` and `ties` to a community of weight `size`, times the
  // weight of the whole graph.
  Weight GainOf(Weight ties, Weight degree, Weight size) const {
    return ties * total_ - degree * size;
  }

  void SumTies(std::uint32_t node, const std::vector<std::uint32_t>& partition);
  void ClearTies();
  std::uint32_t BestFor(std::uint32_t node) const;
  void MergeInto(std::uint32_t node, std::vector<std::uint32_t>& parts, std::vector<Weight>& sizes,
                 std::vector<Weight>& outward, std::vector<bool>& is_alone);

  const WeightedGraph& graph_;
  std::vector<std::uint32_t> communities_;
  std::vector<Weight> degrees_;
  Weight total_ = 0;
  std::vector<Weight> sizes_;             // of communities: sums of degrees
  std::vector<std::uint32_t> counts_;     // of their nodes
  std::vector<std::uint32_t> empty_;      // communities without nodes, the next to use at the end
  std::vector<Weight> ties_;              // of a node to each community, all 0 between uses
  std::vector<std::uint32_t> neighbors_;  // communities with ties, ascending
};

void Level::SumTies(std::uint32_t node, const std::vector<std::uint32_t>& partition) {
  for (const WeightedGraph::Edge& edge : EdgesOf(node)) {
    Weight& ties = ties_[partition[edge.node]];
    if (ties == 0) neighbors_.push_back(partition[edge.node]);
    ties += static_cast<Weight>(edge.weight);
  }
  std::sort(neighbors_.begin(), neighbors_.end());
}

void Level::ClearTies() {
  for (const std::uint32_t community : neighbors_) ties_[community] = 0;
  neighbors_.clear();
}

// REQUIRES: SumTies was called for the node, and the size of its community excludes it.
std::uint32_t Level::BestFor(std::uint32_t node) const {
  std::uint32_t best = communities_[node];
  Weight most = GainOf(ties_[best], degrees_[node], sizes_[best]);
  if (most < 0 && !empty_.empty()) {  // it fares better by itself
    most = 0;
    best = empty_.back();
  }
  for (const std::uint32_t community : neighbors_) {
    const Weight gain = GainOf(ties_[community], degrees_[node], sizes_[community]);
    if (gain > most) {
      most = gain;
      best = community;
    }
  }
  return best;
}

absl::Status Level::Move(CancelPoll& poll) {
  sizes_.assign(graph_.size(), 0);
  counts_.assign(graph_.size(), 0);
  for (std::uint32_t node = 0; node < graph_.size(); ++node) {
    sizes_[communities_[node]] += degrees_[node];
    ++counts_[communities_[node]];
  }
  for (std::uint32_t i = graph_.size(); i > 0; --i) {
    if (counts_[i - 1] == 0) empty_.push_back(i - 1);
  }
  std::vector<std::uint32_t> queue(graph_.size());
  std::iota(queue.begin(), queue.end(), 0U);
  std::vector<bool> is_queued(graph_.size(), true);
  // Every move gains, so the queue empties; the bound is only a safeguard.
  const std::size_t most_steps = std::size_t{graph_.size()} * kMaxCommunityRounds;
  for (std::size_t at = 0; at < queue.size() && at < most_steps; ++at) {
    WM_RETURN_IF_ERROR(poll.Check());
    const std::uint32_t node = queue[at];
    is_queued[node] = false;
    const std::uint32_t old = communities_[node];
    SumTies(node, communities_);
    sizes_[old] -= degrees_[node];
    const std::uint32_t best = BestFor(node);
    sizes_[best] += degrees_[node];
    communities_[node] = best;
    ClearTies();
    if (best == old) continue;
    if (!empty_.empty() && best == empty_.back()) empty_.pop_back();
    ++counts_[best];
    if (--counts_[old] == 0) empty_.push_back(old);
    for (const WeightedGraph::Edge& edge : EdgesOf(node)) {
      if (communities_[edge.node] == best || is_queued[edge.node]) continue;
      is_queued[edge.node] = true;
      queue.push_back(edge.node);
    }
  }
  return absl::OkStatus();
}

std::vector<std::uint32_t> Level::Refine() {
  std::vector<std::uint32_t> parts(graph_.size());
  std::iota(parts.begin(), parts.end(), 0U);
  std::vector<Weight> sizes = degrees_;           // of parts
  std::vector<Weight> outward(graph_.size(), 0);  // ties of a part to the rest of its community
  std::vector<bool> is_alone(graph_.size(), true);
  for (std::uint32_t node = 0; node < graph_.size(); ++node) {
    for (const WeightedGraph::Edge& edge : EdgesOf(node)) {
      const bool is_inside = communities_[edge.node] == communities_[node];
      if (is_inside) outward[node] += static_cast<Weight>(edge.weight);
    }
  }
  for (std::uint32_t node = 0; node < graph_.size(); ++node) {
    if (is_alone[node]) MergeInto(node, parts, sizes, outward, is_alone);
  }
  return parts;
}

// Merges a node that is still a part by itself into the part of its community with the largest
// gain. Both must be well connected to the rest of the community.
void Level::MergeInto(std::uint32_t node, std::vector<std::uint32_t>& parts,
                      std::vector<Weight>& sizes, std::vector<Weight>& outward,
                      std::vector<bool>& is_alone) {
  const std::uint32_t community = communities_[node];
  const auto hangs_together = [&](std::uint32_t part) {
    return GainOf(outward[part], sizes[part], sizes_[community] - sizes[part]) >= 0;
  };
  if (!hangs_together(node)) return;
  for (const WeightedGraph::Edge& edge : EdgesOf(node)) {
    if (communities_[edge.node] != community) continue;
    Weight& ties = ties_[parts[edge.node]];
    if (ties == 0) neighbors_.push_back(parts[edge.node]);
    ties += static_cast<Weight>(edge.weight);
  }
  std::sort(neighbors_.begin(), neighbors_.end());
  std::uint32_t best = node;
  Weight most = 0;
  for (const std::uint32_t part : neighbors_) {
    const Weight gain = GainOf(ties_[part], degrees_[node], sizes[part]);
    if (part != node && gain > most && hangs_together(part)) {
      most = gain;
      best = part;
    }
  }
  if (best != node) {
    // The edges between the two are inside now.
    outward[best] += outward[node] - 2 * ties_[best];
    sizes[best] += sizes[node];
    sizes[node] = 0;
    parts[node] = best;
    is_alone[best] = false;
  }
  ClearTies();
}

// Makes one node for each part; `parts` are numbered from 0 to `count`.
WeightedGraph Aggregate(const WeightedGraph& graph, const std::vector<std::uint32_t>& parts,
                        std::uint32_t count) {
  std::vector<std::vector<std::uint32_t>> members(count);
  for (std::uint32_t node = 0; node < graph.size(); ++node) members[parts[node]].push_back(node);
  WeightedGraph whole;
  whole.loops.assign(count, 0);
  std::vector<std::uint64_t> ties(count, 0);
  std::vector<std::uint32_t> neighbors;
  for (std::uint32_t part = 0; part < count; ++part) {
    for (const std::uint32_t node : members[part]) {
      whole.loops[part] += graph.loops[node];
      for (std::uint32_t i = graph.begins[node]; i < graph.begins[node + 1]; ++i) {
        const std::uint32_t other = parts[graph.edges[i].node];
        if (other == part) {
          whole.loops[part] += graph.edges[i].weight;
          continue;
        }
        if (ties[other] == 0) neighbors.push_back(other);
        ties[other] += graph.edges[i].weight;
      }
    }
    std::sort(neighbors.begin(), neighbors.end());
    for (const std::uint32_t other : neighbors) {
      whole.edges.push_back({other, ties[other]});
      ties[other] = 0;
    }
    neighbors.clear();
    whole.begins.push_back(static_cast<std::uint32_t>(whole.edges.size()));
  }
  return whole;
}

}  // namespace

absl::StatusOr<std::vector<std::uint32_t>> FindCommunities(const WeightedGraph& graph,
                                                           std::vector<std::uint32_t> start,
                                                           const std::atomic<bool>* cancelled) {
  CancelPoll poll(cancelled, "communities");
  WeightedGraph current = graph;
  std::vector<std::uint32_t> node_of(graph.size());  // of the current graph
  std::iota(node_of.begin(), node_of.end(), 0U);
  Renumber(start);
  std::vector<std::uint32_t> found = start;
  for (std::uint32_t round = 0; round < kMaxCommunityRounds; ++round) {
    Level level(current, std::move(start));
    WM_RETURN_IF_ERROR(level.Move(poll));
    for (std::uint32_t i = 0; i < graph.size(); ++i) {
      found[i] = level.communities()[node_of[i]];
    }
    std::vector<std::uint32_t> parts = level.Refine();
    const std::uint32_t count = Renumber(parts);
    if (count == current.size()) break;
    start.assign(count, 0);
    for (std::uint32_t node = 0; node < current.size(); ++node) {
      start[parts[node]] = level.communities()[node];
    }
    Renumber(start);
    for (std::uint32_t& node : node_of) node = parts[node];
    current = Aggregate(current, parts, count);
  }
  Renumber(found);
  return found;
}

double Modularity(const WeightedGraph& graph, const std::vector<std::uint32_t>& communities) {
  std::vector<double> inside(graph.size(), 0);
  std::vector<double> sizes(graph.size(), 0);
  double total = 0;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    const std::uint32_t community = communities[node];
    double degree = static_cast<double>(graph.loops[node]);
    inside[community] += degree;
    for (std::uint32_t i = graph.begins[node]; i < graph.begins[node + 1]; ++i) {
      const auto weight = static_cast<double>(graph.edges[i].weight);
      degree += weight;
      if (communities[graph.edges[i].node] == community) inside[community] += weight;
    }
    sizes[community] += degree;
    total += degree;
  }
  double modularity = 0;
  for (std::uint32_t i = 0; i < graph.size() && total > 0; ++i) {
    modularity += inside[i] / total - (sizes[i] / total) * (sizes[i] / total);
  }
  return modularity;
}

}  // namespace waymark::retrieval
