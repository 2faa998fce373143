#include "ranking/hits.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <Eigen/SparseCore>

#include "traits/constants.h"
#include "traits/edge_traits.h"
#include "traits/kind_traits.h"

namespace waymark::retrieval {
namespace {

constexpr std::int64_t kWhole = std::int64_t{1} << 24;

// A row for each user, a column for each used symbol, in thousandths.
using Weights = Eigen::SparseMatrix<std::int64_t, Eigen::RowMajor>;
using Mass = Eigen::Matrix<std::int64_t, Eigen::Dynamic, 1>;
using Link = Eigen::Triplet<std::int64_t>;

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

  bool has_links() const { return !links_.empty(); }

  Weights ToMatrix() const {
    const auto size = static_cast<Eigen::Index>(nodes_.size());
    Weights weights(size, size);
    weights.setFromTriplets(links_.begin(), links_.end());
    return weights;
  }

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
      const std::int64_t weight = std::lround(traits.walk_forward * confidence);
      if (used == SymbolSlots::kNone || used == user || weight == 0) continue;
      links_.emplace_back(static_cast<int>(user), static_cast<int>(used), weight);
    }
  }

  const graph::ReadView& view_;
  SymbolSlots& slots_;
  std::vector<SymbolId> nodes_;
  std::vector<Link> links_;
  std::vector<Neighbor> neighbors_;
};

void Scale(Mass& mass) {
  const std::int64_t most = mass.maxCoeff();
  if (most == 0) return;
  // Divides first, so that the product does not overflow.
  constexpr std::int64_t kRoom = std::int64_t{1} << 38;
  const std::int64_t unit = most / kRoom + 1;
  for (std::int64_t& m : mass) m = m / unit * kWhole / (most / unit);
}

}  // namespace

std::vector<HubScore> HitsAround(const graph::ReadView& view, std::span<const SymbolId> focus,
                                 SymbolSlots& slots) {
  Neighbourhood around(view, slots);
  around.Gather(focus);
  std::vector<HubScore> shares;
  if (!around.has_links()) return shares;
  const Weights weights = around.ToMatrix();
  Mass hubs = Mass::Constant(weights.rows(), kWhole);
  Mass authorities;
  for (std::uint32_t round = 0; round < kHubRounds; ++round) {
    authorities = weights.transpose() * hubs;
    Scale(authorities);
    hubs = weights * authorities;
    Scale(hubs);
  }
  for (Eigen::Index i = 0; i < weights.rows(); ++i) {
    if (hubs[i] == 0 && authorities[i] == 0) continue;
    shares.push_back(
        {.symbol = around.nodes()[static_cast<std::size_t>(i)],
         .hub = static_cast<double>(hubs[i]) / static_cast<double>(kWhole),
         .authority = static_cast<double>(authorities[i]) / static_cast<double>(kWhole)});
  }
  std::sort(shares.begin(), shares.end(),
            [](const HubScore& a, const HubScore& b) { return a.symbol < b.symbol; });
  return shares;
}

}  // namespace waymark::retrieval
