// PackRanking: bounds decide what is shown, exact counts decide whether it fits.
//
// Symbols are chosen by their upper bounds for all of the budget but what edges may take
// (kEdgeShare), then edges fill up. The encoded text is counted exactly; since bounds are generous,
// the choice is repeated with the slack given out, or half of it where that was too much, a few
// times, and the fullest answer that fits is kept.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <fmt/format.h>

#include "constants.h"
#include "edge_traits.h"
#include "graph/status.h"
#include "knapsack.h"
#include "retrieval/context.h"
#include "retrieval/declarations.h"

namespace waymark::retrieval {
namespace {

class Packer {
 public:
  Packer(const graph::ReadView& view, std::span<const RankedSymbol> ranking,
         std::uint32_t budget_tokens, const CostModel& cost)
      : view_(view), ranking_(ranking), budget_(budget_tokens), cost_(cost) {}

  absl::StatusOr<Pack> Run();

 private:
  struct CostedEdge {
    PackedEdge edge;
    std::uint32_t bound = 0;
  };

  void PriceFor(std::uint64_t bound_budget);
  Pack Choose(std::uint64_t bound_budget);
  Pack TakeSymbols(std::uint64_t bound_budget, std::uint64_t& spent) const;
  std::vector<CostedEdge> EdgesAmong(const Pack& pack) const;
  absl::Status Count(Pack& pack);
  absl::StatusOr<Pack> DropUntilFit(Pack pack);
  absl::Status BudgetTooSmall(std::uint32_t needed) const;

  const graph::ReadView& view_;
  std::span<const RankedSymbol> ranking_;
  std::uint32_t budget_;
  const CostModel& cost_;
  std::vector<KnapsackItem> items_;  // of the first ranked symbols
  std::uint64_t priced_ = 0;         // sum of their lower costs
  std::uint32_t encodings_ = 0;
};

// Prices ranked symbols until more than the budget could be spent on their places: what comes later
// ranks lower and would not get in.
void Packer::PriceFor(std::uint64_t bound_budget) {
  while (items_.size() < ranking_.size() &&
         static_cast<double>(priced_) <= kPricedBudgets * static_cast<double>(bound_budget)) {
    const RankedSymbol& ranked = ranking_[items_.size()];
    const std::uint32_t place =
        cost_.symbol_bound(PackedSymbol{.ranked = ranked, .fidelity = Fidelity::kPlace});
    const std::uint32_t signature =
        cost_.symbol_bound(PackedSymbol{.ranked = ranked, .fidelity = Fidelity::kSignature});
    items_.push_back(KnapsackItem{
        .value = static_cast<double>(ranked.score),
        .lower_cost = place,
        .upper_cost = std::max(place, signature),
    });
    priced_ += place;
  }
}

Pack Packer::TakeSymbols(std::uint64_t bound_budget, std::uint64_t& spent) const {
  const std::vector<Level> levels = ChooseLevels(items_, bound_budget);
  Pack pack;
  spent = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i] == Level::kNone) continue;
    const bool is_upper = levels[i] == Level::kUpper;
    spent += is_upper ? items_[i].upper_cost : items_[i].lower_cost;
    pack.symbols.push_back(PackedSymbol{
        .ranked = ranking_[i],
        .fidelity = is_upper ? Fidelity::kSignature : Fidelity::kPlace,
    });
  }
  pack.dropped = static_cast<std::uint32_t>(ranking_.size() - pack.symbols.size());
  return pack;
}

// Edges among the symbols of a pack, those of the best symbols first. A declaration stands for its
// definition.
std::vector<Packer::CostedEdge> Packer::EdgesAmong(const Pack& pack) const {
  std::unordered_map<std::uint32_t, std::uint32_t> index_of;
  for (std::uint32_t i = 0; i < pack.symbols.size(); ++i) {
    index_of.emplace(ToIndex(pack.symbols[i].ranked.symbol), i);
  }
  std::vector<Neighbor> neighbors;
  std::vector<Neighbor> scratch;
  std::vector<PackedEdge> edges;
  for (std::uint32_t source = 0; source < pack.symbols.size(); ++source) {
    view_.Out(pack.symbols[source].ranked.symbol, neighbors);
    for (const Neighbor& neighbor : neighbors) {
      if (!TraitsOf(neighbor.type).packed) continue;
      const auto target = index_of.find(ToIndex(DefinitionOf(view_, neighbor.symbol, scratch)));
      if (target == index_of.end()) continue;
      const PublishedType published = PublishedAs(neighbor.type);
      PackedEdge& edge = edges.emplace_back(PackedEdge{.source = source,
                                                       .target = target->second,
                                                       .type = published.type,
                                                       .rule = neighbor.rule});
      if (published.is_exchanged) std::swap(edge.source, edge.target);
    }
  }
  const auto order = [](const PackedEdge& e) {
    return std::tuple(std::max(e.source, e.target), e.source, e.target, e.type, e.rule);
  };
  std::sort(edges.begin(), edges.end(),
            [&](const PackedEdge& a, const PackedEdge& b) { return order(a) < order(b); });
  const auto same_edge = [](const PackedEdge& a, const PackedEdge& b) {
    return a.source == b.source && a.target == b.target && a.type == b.type;
  };
  edges.erase(std::unique(edges.begin(), edges.end(), same_edge), edges.end());

  std::vector<CostedEdge> costed;
  costed.reserve(edges.size());
  for (const PackedEdge& edge : edges) {
    costed.push_back(CostedEdge{.edge = edge, .bound = cost_.edge_bound(edge)});
  }
  return costed;
}

Pack Packer::Choose(std::uint64_t bound_budget) {
  PriceFor(bound_budget);
  const std::uint64_t available =
      bound_budget > cost_.fixed_bound ? bound_budget - cost_.fixed_bound : 0;
  std::uint64_t spent = 0;
  Pack pack = TakeSymbols(available, spent);
  std::vector<CostedEdge> edges = EdgesAmong(pack);

  std::uint64_t wanted = 0;
  for (const CostedEdge& edge : edges) wanted += edge.bound;
  const auto share = static_cast<std::uint64_t>(kEdgeShare * static_cast<double>(available));
  const std::uint64_t reserve = std::min(wanted, share);
  if (spent + reserve > available) {
    pack = TakeSymbols(available - reserve, spent);
    edges = EdgesAmong(pack);
  }
  for (const CostedEdge& edge : edges) {
    if (spent + edge.bound > available) break;
    spent += edge.bound;
    pack.edges.push_back(edge.edge);
  }
  pack.dropped_edges = static_cast<std::uint32_t>(edges.size() - pack.edges.size());
  std::sort(pack.edges.begin(), pack.edges.end(), [](const PackedEdge& a, const PackedEdge& b) {
    return std::tuple(a.source, a.target, a.type) < std::tuple(b.source, b.target, b.type);
  });
  return pack;
}

absl::Status Packer::Count(Pack& pack) {
  pack.encoding = encodings_++;
  WM_ASSIGN_OR_RETURN(pack.tokens, cost_.encode(pack));
  return absl::OkStatus();
}

absl::Status Packer::BudgetTooSmall(std::uint32_t needed) const {
  return absl::InvalidArgumentError(
      fmt::format("pack an answer into {} tokens: the empty answer takes {} already; the smallest "
                  "budget that works is {}",
                  budget_, needed, needed));
}

// For bounds that were no bounds: gives up the last symbols, with their edges, until the text fits.
absl::StatusOr<Pack> Packer::DropUntilFit(Pack pack) {
  while (pack.tokens > budget_ && !pack.symbols.empty()) {
    const double excess = 1 - static_cast<double>(budget_) / static_cast<double>(pack.tokens);
    const auto count = static_cast<double>(pack.symbols.size());
    const auto drop = static_cast<std::size_t>(std::max(1.0, std::floor(excess * count)));
    const std::size_t kept = pack.symbols.size() - drop;
    pack.symbols.resize(kept);
    pack.dropped += static_cast<std::uint32_t>(drop);
    std::erase_if(pack.edges,
                  [&](const PackedEdge& e) { return e.source >= kept || e.target >= kept; });
    WM_RETURN_IF_ERROR(Count(pack));
  }
  if (pack.tokens > budget_) return BudgetTooSmall(pack.tokens);
  return pack;
}

absl::StatusOr<Pack> Packer::Run() {
  std::uint64_t bound_budget = budget_;
  std::uint64_t fitting = 0;  // the last bound whose answer fitted
  Pack best;
  bool found = false;
  for (std::uint32_t attempt = 0; attempt < kMaxPackEncodings; ++attempt) {
    Pack pack = Choose(bound_budget);
    WM_RETURN_IF_ERROR(Count(pack));
    if (pack.tokens > budget_) {
      if (!found) return DropUntilFit(std::move(pack));
      bound_budget = fitting + (bound_budget - fitting) / 2;
      continue;
    }
    const bool is_complete = pack.dropped == 0 && pack.dropped_edges == 0;
    const bool is_fuller = !found || pack.tokens > best.tokens;
    if (is_fuller) best = std::move(pack);
    found = true;
    if (is_complete || !is_fuller || best.tokens >= kFilledShare * budget_) break;
    fitting = bound_budget;
    bound_budget += budget_ - best.tokens;
  }
  return best;
}

}  // namespace

absl::StatusOr<Pack> PackRanking(const graph::ReadView& view, std::span<const RankedSymbol> ranking,
                                 std::uint32_t budget_tokens, const CostModel& cost) {
  return Packer(view, ranking, budget_tokens, cost).Run();
}

}  // namespace waymark::retrieval
