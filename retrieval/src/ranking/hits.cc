#include "ranking/hits.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "traits/constants.h"
#include "traits/edge_traits.h"
#include "traits/kind_traits.h"

namespace waymark::retrieval {
namespace {

constexpr std::uint64_t kWhole = std::uint64_t{1} << 24;

struct Link {
  std::uint32_t user = 0;  // numbers of nodes
  std::uint32_t used = 0;
  std::uint32_t weight = 0;  // thousandths
};

class Neighbourhood {
 public:
  Neighbourhood(const graph::ReadView& view, SymbolSlots& slots) : view_(view), slots_(slots) {
    slots_.Reset(view.symbol_bound());
  }

  void Gather(std::span<const SymbolId> focus) {
    for (const SymbolId symbol : focus) NumberOf(symbol);
    const std::size_t named = nodes_.size();
    for (std::size_t i = 0; i < named; ++i) AddNeighbours(nodes_[i]);
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) AddLinks(i);
  }

  const std::vector<SymbolId>& nodes() const { return nodes_; }

  const std::vector<Link>& links() const { return links_; }

 private:
  bool IsHub(SymbolId symbol) const {
    return view_.OutDegree(symbol) + view_.InDegree(symbol) > kMaxWalkDegree;
  }

  bool IsNode(SymbolId symbol) const { return !TraitsOf(view_.Kind(symbol)).holds_files; }

  void NumberOf(SymbolId symbol) {
    if (!IsNode(symbol) || slots_.Find(symbol) != SymbolSlots::kNone) return;
    slots_.Set(symbol, static_cast<std::uint32_t>(nodes_.size()));
    nodes_.push_back(symbol);
  }

  void AddNeighbours(SymbolId symbol) {
    if (IsHub(symbol)) return;
    view_.Out(symbol, neighbors_);
    for (const Neighbor& n : neighbors_) {
      if (TraitsOf(n.type).carries_dependence) NumberOf(n.symbol);
    }
    view_.In(symbol, neighbors_);
    for (const Neighbor& n : neighbors_) {
      if (TraitsOf(n.type).carries_dependence) NumberOf(n.symbol);
    }
  }

  void AddLinks(std::uint32_t user) {
    if (IsHub(nodes_[user])) return;
    view_.Out(nodes_[user], neighbors_);
    for (const Neighbor& n : neighbors_) {
      const EdgeTraits& traits = TraitsOf(n.type);
      if (!traits.carries_dependence) continue;
      const std::uint32_t used = slots_.Find(n.symbol);
      const auto confidence = static_cast<float>(ConfidenceThousandths(n.rule));
      const auto weight = static_cast<std::uint32_t>(std::lround(traits.walk_forward * confidence));
      if (used == SymbolSlots::kNone || used == user || weight == 0) continue;
      links_.push_back({.user = user, .used = used, .weight = weight});
    }
  }

  const graph::ReadView& view_;
  SymbolSlots& slots_;
  std::vector<SymbolId> nodes_;
  std::vector<Link> links_;
  std::vector<Neighbor> neighbors_;
};

void Scale(std::vector<std::uint64_t>& mass) {
  const std::uint64_t most = *std::max_element(mass.begin(), mass.end());
  if (most == 0) return;
  // Divides first, so that the product does not overflow.
  constexpr std::uint64_t kRoom = std::uint64_t{1} << 39;
  const std::uint64_t unit = most / kRoom + 1;
  for (std::uint64_t& m : mass) m = m / unit * kWhole / (most / unit);
}

}  // namespace

std::vector<HubScore> HitsAround(const graph::ReadView& view, std::span<const SymbolId> focus,
                                 SymbolSlots& slots) {
  Neighbourhood around(view, slots);
  around.Gather(focus);
  std::vector<HubScore> shares;
  if (around.links().empty()) return shares;
  const std::size_t size = around.nodes().size();
  std::vector<std::uint64_t> hubs(size, kWhole);
  std::vector<std::uint64_t> authorities(size);
  for (std::uint32_t round = 0; round < kHubRounds; ++round) {
    authorities.assign(size, 0);
    for (const Link& link : around.links()) authorities[link.used] += hubs[link.user] * link.weight;
    Scale(authorities);
    hubs.assign(size, 0);
    for (const Link& link : around.links()) hubs[link.user] += authorities[link.used] * link.weight;
    Scale(hubs);
  }
  for (std::size_t i = 0; i < size; ++i) {
    if (hubs[i] == 0 && authorities[i] == 0) continue;
    shares.push_back(
        {.symbol = around.nodes()[i],
         .hub = static_cast<double>(hubs[i]) / static_cast<double>(kWhole),
         .authority = static_cast<double>(authorities[i]) / static_cast<double>(kWhole)});
  }
  std::sort(shares.begin(), shares.end(),
            [](const HubScore& a, const HubScore& b) { return a.symbol < b.symbol; });
  return shares;
}

}  // namespace waymark::retrieval
