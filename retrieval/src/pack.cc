// PackRanking: bounds decide what is shown, exact counts decide whether it fits.
//
// Symbols are chosen by their upper bounds for all of the budget but what edges may take
// (kEdgeShare), then edges fill up. The encoded text is counted exactly; since bounds are generous,
// the choice is repeated with the slack given out, or half of it where that was too much, a few
// times, and the fullest answer that fits is kept.
//
// While the budget does not hold the first names (those of the best), names are all that is chosen
// among. Else those names are taken, and texts and further names compete for what is left.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
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

constexpr std::string_view kFidelityNames[kFidelityCount] = {"place", "signature", "documentation",
                                                             "elided", "body"};

// In order of Fidelity, from the documentation on.
constexpr double kTextValues[] = {kDocumentationValue, kElidedValue, kBodyValue};

constexpr std::size_t Ordinal(Fidelity fidelity) { return static_cast<std::size_t>(fidelity); }

class Packer {
 public:
  Packer(const graph::ReadView& view, std::span<const RankedSymbol> ranking,
         std::uint32_t budget_tokens, const CostModel& cost)
      : view_(view),
        ranking_(ranking),
        budget_(budget_tokens),
        cost_(cost),
        first_names_(FirstNames()) {}

  absl::StatusOr<Pack> Run();

 private:
  struct CostedEdge {
    PackedEdge edge;
    std::uint32_t bound = 0;
  };

  using Prices = std::array<std::optional<std::uint32_t>, kFidelityCount>;

  // Levels of symbols, as numbers from 1 of each ranked one; 0: left out.
  struct Levels {
    std::vector<std::uint8_t> numbers;
    double value = 0;
    double best_value = 0;
    std::uint64_t spent = 0;
  };

  std::size_t FirstNames() const;
  void PriceName(std::size_t ranked);
  void PriceText(std::size_t ranked, std::uint64_t bound_budget);
  std::uint64_t PriceFirstNames();
  void PriceNames(std::uint64_t bound_budget);
  void PriceTexts(std::uint64_t bound_budget);
  KnapsackItem NameOf(std::size_t ranked, double worth) const;
  KnapsackItem TextOf(std::size_t ranked) const;
  Levels ChooseNames(std::uint64_t available) const;
  Levels ChooseTexts(std::uint64_t available) const;
  Pack TakeSymbols(std::uint64_t available, bool with_texts, std::uint64_t& spent) const;
  Pack Choose(std::uint64_t bound_budget);
  std::vector<CostedEdge> EdgesAmong(const Pack& pack) const;
  absl::Status Count(Pack& pack);
  absl::StatusOr<Pack> DropUntilFit(Pack pack);
  absl::Status BudgetTooSmall(std::uint32_t needed) const;

  const graph::ReadView& view_;
  std::span<const RankedSymbol> ranking_;
  std::uint32_t budget_;
  const CostModel& cost_;
  std::size_t first_names_;
  std::vector<Prices> prices_;      // of the first ranked symbols
  std::uint64_t priced_ = 0;        // sum of their prices at the lowest level
  std::size_t with_texts_ = 0;      // the first of them, of which texts are priced too
  std::uint64_t texts_priced_ = 0;  // sum of their prices at the highest level
  std::uint32_t encodings_ = 0;
};

void Packer::PriceName(std::size_t ranked) {
  const auto price = [&](Fidelity fidelity) {
    return cost_.symbol_bound({.ranked = ranking_[ranked], .fidelity = fidelity}).value_or(0);
  };
  const std::uint32_t place = price(Fidelity::kPlace);
  prices_.push_back(Prices{place, std::max(place, price(Fidelity::kSignature))});
  priced_ += place;
}

void Packer::PriceText(std::size_t ranked, std::uint64_t bound_budget) {
  Prices& prices = prices_[ranked];
  std::uint32_t highest = *prices[Ordinal(Fidelity::kSignature)];
  for (std::size_t i = Ordinal(Fidelity::kDocumentation); i < kFidelityCount; ++i) {
    prices[i] =
        cost_.symbol_bound({.ranked = ranking_[ranked], .fidelity = static_cast<Fidelity>(i)});
    if (!prices[i].has_value()) continue;
    prices[i] = highest = std::max(highest, *prices[i]);
  }
  texts_priced_ += std::min<std::uint64_t>(
      highest, static_cast<std::uint64_t>(kMostTextShare * static_cast<double>(bound_budget)));
}

// How many names come before any text: those of the best.
std::size_t Packer::FirstNames() const {
  const std::size_t most = std::min<std::size_t>(ranking_.size(), kFirstNames);
  std::size_t count = 0;
  while (count < most && ranking_[count].score >= kFirstNameShare * ranking_[0].score) ++count;
  return count;
}

// Returns what the first names and their signatures take.
std::uint64_t Packer::PriceFirstNames() {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < first_names_; ++i) {
    if (i == prices_.size()) PriceName(i);
    sum += *prices_[i][Ordinal(Fidelity::kSignature)];
  }
  return sum;
}

// Prices ranked symbols until more than the budget could be spent on their places: what comes later
// ranks lower and would not get in.
void Packer::PriceNames(std::uint64_t bound_budget) {
  while (prices_.size() < ranking_.size() &&
         static_cast<double>(priced_) <= kPricedBudgets * static_cast<double>(bound_budget)) {
    PriceName(prices_.size());
  }
}

// The same of names with their texts.
void Packer::PriceTexts(std::uint64_t bound_budget) {
  while (with_texts_ < ranking_.size() &&
         static_cast<double>(texts_priced_) <= kPricedBudgets * static_cast<double>(bound_budget)) {
    if (with_texts_ == prices_.size()) PriceName(with_texts_);
    PriceText(with_texts_++, bound_budget);
  }
}

KnapsackItem Packer::NameOf(std::size_t ranked, double worth) const {
  const double value = worth * static_cast<double>(ranking_[ranked].score);
  KnapsackItem item;
  item[0] = {.value = kPlaceValue * value, .cost = *prices_[ranked][0]};
  item[1] = {.value = value, .cost = *prices_[ranked][1]};
  return item;
}

// What is shown of a symbol beside its name: of a first one, whose name is taken for granted, or of
// another one with it.
KnapsackItem Packer::TextOf(std::size_t ranked) const {
  const bool is_first = ranked < first_names_;
  const Prices& prices = prices_[ranked];
  const auto score = static_cast<double>(ranking_[ranked].score);
  KnapsackItem item = is_first ? KnapsackItem{} : NameOf(ranked, kFurtherNameValue);
  const double below = is_first ? 0 : kFurtherNameValue * score;
  const std::uint32_t paid = is_first ? *prices[Ordinal(Fidelity::kSignature)] : 0;
  for (std::size_t i = Ordinal(Fidelity::kDocumentation); i < kFidelityCount; ++i) {
    if (!prices[i].has_value()) continue;
    item[i] = {.value = below + kTextValues[i - Ordinal(Fidelity::kDocumentation)] * score,
               .cost = *prices[i] - paid};
  }
  return item;
}

Packer::Levels Packer::ChooseNames(std::uint64_t available) const {
  std::vector<KnapsackItem> items;
  items.reserve(prices_.size());
  for (std::size_t i = 0; i < prices_.size(); ++i) items.push_back(NameOf(i, 1));
  KnapsackChoice choice = ChooseLevels(items, available);
  return {.numbers = std::move(choice.levels),
          .value = choice.value,
          .best_value = BestWorth(items, available)};
}

Packer::Levels Packer::ChooseTexts(std::uint64_t available) const {
  std::vector<KnapsackItem> items;
  for (std::size_t i = 0; i < std::max(first_names_, with_texts_); ++i) {
    items.push_back(TextOf(i));
    if (i < first_names_) available -= *prices_[i][Ordinal(Fidelity::kSignature)];
  }
  KnapsackChoice choice = ChooseLevels(items, available);
  constexpr auto kNamed = static_cast<std::uint8_t>(Ordinal(Fidelity::kSignature) + 1);
  for (std::size_t i = 0; i < first_names_; ++i)
    choice.levels[i] = std::max(choice.levels[i], kNamed);
  return {.numbers = std::move(choice.levels),
          .value = choice.value,
          .best_value = BestWorth(items, available)};
}

Pack Packer::TakeSymbols(std::uint64_t available, bool with_texts, std::uint64_t& spent) const {
  const Levels levels = with_texts ? ChooseTexts(available) : ChooseNames(available);
  Pack pack;
  pack.value = levels.value;
  pack.best_value = levels.best_value;
  spent = 0;
  for (std::size_t i = 0; i < levels.numbers.size(); ++i) {
    if (levels.numbers[i] == 0) continue;
    const std::size_t fidelity = levels.numbers[i] - std::size_t{1};
    spent += *prices_[i][fidelity];
    const auto has_price = [](const std::optional<std::uint32_t>& price) {
      return price.has_value();
    };
    const bool could_show_more =
        std::any_of(prices_[i].begin() + levels.numbers[i], prices_[i].end(), has_price);
    pack.shortened += could_show_more ? 1 : 0;
    pack.symbols.push_back(
        PackedSymbol{.ranked = ranking_[i], .fidelity = static_cast<Fidelity>(fidelity)});
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
  const std::uint64_t available =
      bound_budget > cost_.fixed_bound ? bound_budget - cost_.fixed_bound : 0;
  const auto share = static_cast<std::uint64_t>(kEdgeShare * static_cast<double>(available));
  const bool with_texts = PriceFirstNames() <= available - share;
  if (with_texts) {
    PriceTexts(bound_budget);
  } else {
    PriceNames(bound_budget);
  }
  std::uint64_t spent = 0;
  Pack pack = TakeSymbols(available, with_texts, spent);
  std::vector<CostedEdge> edges = EdgesAmong(pack);

  std::uint64_t wanted = 0;
  for (const CostedEdge& edge : edges) wanted += edge.bound;
  const std::uint64_t reserve = std::min(wanted, share);
  if (spent + reserve > available) {
    pack = TakeSymbols(available - reserve, with_texts, spent);
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
    const bool is_complete = pack.dropped == 0 && pack.shortened == 0 && pack.dropped_edges == 0;
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

std::string_view Name(Fidelity fidelity) { return kFidelityNames[Ordinal(fidelity)]; }

std::optional<Fidelity> FidelityFromName(std::string_view name) {
  for (std::size_t i = 0; i < kFidelityCount; ++i) {
    if (kFidelityNames[i] == name) return static_cast<Fidelity>(i);
  }
  return std::nullopt;
}

absl::StatusOr<Pack> PackRanking(const graph::ReadView& view, std::span<const RankedSymbol> ranking,
                                 std::uint32_t budget_tokens, const CostModel& cost) {
  return Packer(view, ranking, budget_tokens, cost).Run();
}

}  // namespace waymark::retrieval
