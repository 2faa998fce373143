#include "ranking/walk.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace waymark::retrieval {
namespace {

// The total mass: a 64-bit product has room for 24 more bits of weights.
constexpr std::uint64_t kWholeMass = std::uint64_t{1} << 40;

struct Node {
  SymbolId symbol = SymbolId::kNone;
  std::uint64_t threshold = 0;  // residual from which the node is pushed
  std::uint64_t residual = 0;
  std::uint64_t incoming = 0;  // residual of the next round
  std::uint64_t settled = 0;
};

class Push {
 public:
  Push(const graph::ReadView& view, Transitions& transitions, const WalkOptions& options,
       SymbolSlots& slots)
      : transitions_(transitions),
        options_(options),
        restart_(static_cast<std::uint64_t>(std::llround(options.restart * kShareUnit))),
        slots_(slots) {
    slots_.Reset(view.symbol_bound());
  }

  void Seed(std::span<const WalkSeed> seeds) {
    double total = 0;
    for (const WalkSeed& seed : seeds) total += seed.weight;
    for (const WalkSeed& seed : seeds) {
      const double share = seed.weight / total * static_cast<double>(kWholeMass);
      Give(seed.symbol, static_cast<std::uint64_t>(share));
    }
    // A seed is pushed whatever its degree, because the walk is about the seeds.
    for (Node& node : nodes_) node.threshold = std::min(node.threshold, node.incoming);
  }

  void Run() {
    std::vector<std::uint32_t> frontier;
    for (std::uint32_t round = 0; round < options_.max_rounds; ++round) {
      CollectFrontier(frontier);
      if (frontier.empty()) break;
      for (const std::uint32_t node : frontier) PushNode(node);
    }
    // The part of the remaining residual that settles in any case.
    for (Node& node : nodes_) node.settled += Part(node.residual + node.incoming, restart_);
  }

  const std::vector<Node>& nodes() const { return nodes_; }

 private:
  static constexpr double kShareUnit = 65536.0;

  static std::uint64_t Part(std::uint64_t mass, std::uint64_t share) {
    return mass * share / static_cast<std::uint64_t>(kShareUnit);
  }

  void Give(SymbolId symbol, std::uint64_t mass) {
    if (mass == 0) return;
    std::uint32_t slot = slots_.Find(symbol);
    if (slot == SymbolSlots::kNone) {
      slot = static_cast<std::uint32_t>(nodes_.size());
      slots_.Set(symbol, slot);
      const double degree = static_cast<double>(transitions_.Degree(symbol)) + 1;
      const double threshold = options_.tolerance * degree * static_cast<double>(kWholeMass);
      nodes_.push_back(
          Node{.symbol = symbol, .threshold = static_cast<std::uint64_t>(threshold) + 1});
    }
    if (nodes_[slot].incoming == 0) receivers_.push_back(slot);
    nodes_[slot].incoming += mass;
  }

  // Ends a round: arrived mass becomes residual, and nodes with enough of it are pushed next.
  void CollectFrontier(std::vector<std::uint32_t>& frontier) {
    frontier.clear();
    for (const std::uint32_t slot : receivers_) {
      Node& node = nodes_[slot];
      node.residual += node.incoming;
      node.incoming = 0;
      if (node.residual >= node.threshold) frontier.push_back(slot);
    }
    receivers_.clear();
  }

  void PushNode(std::uint32_t slot) {
    const std::uint64_t residual = nodes_[slot].residual;
    nodes_[slot].residual = 0;
    const std::uint64_t weight_sum = transitions_.From(nodes_[slot].symbol, steps_);
    if (weight_sum == 0) {
      nodes_[slot].settled += residual;
      return;
    }
    const std::uint64_t settles = Part(residual, restart_);
    nodes_[slot].settled += settles;
    for (const Step& step : steps_) {
      Give(step.symbol, (residual - settles) * step.weight / weight_sum);
    }
  }

  Transitions& transitions_;
  WalkOptions options_;
  std::uint64_t restart_;
  SymbolSlots& slots_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> receivers_;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<WalkShare> WalkWithRestart(const graph::ReadView& view, Transitions& transitions,
                                       std::span<const WalkSeed> seeds, const WalkOptions& options,
                                       SymbolSlots& slots) {
  Push push(view, transitions, options, slots);
  push.Seed(seeds);
  push.Run();

  std::vector<WalkShare> shares;
  for (const Node& node : push.nodes()) {
    if (node.settled == 0) continue;
    shares.push_back(WalkShare{
        .symbol = node.symbol,
        .share = static_cast<double>(node.settled) / static_cast<double>(kWholeMass),
    });
  }
  return shares;
}

}  // namespace waymark::retrieval
