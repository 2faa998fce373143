// PackRanking: bounds decide what is shown, exact counts decide whether it fits.
//
// Symbols are chosen by their upper bounds, for the whole budget except the share of edges
// (kEdgeShare); then edges fill up. The encoded text is counted exactly. Because bounds are
// generous, some budget is left over. It is spent in further steps on top of the present choice,
// with half of it whenever that was too much.
//
// As long as the budget does not hold the first names (those of the best symbols), only names are
// chosen, and texts fill the gap that is too small for a name. Otherwise those names are taken, and
// texts and further names compete for the rest. A text is worth more the longer it is: otherwise
// many short functions would take the room of a long one that ranks higher.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/knapsack.h"
#include "graph/status.h"
#include "packing/pack_edges.h"
#include "retrieval/context.h"
#include "retrieval/declarations.h"
#include "retrieval/smallest_pack.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

constexpr std::string_view kFidelityNames[kFidelityCount] = {"place", "signature", "documentation",
                                                             "elided", "body"};

constexpr std::size_t Ordinal(Fidelity fidelity) { return static_cast<std::size_t>(fidelity); }

std::uint64_t ShareOfEdges(std::uint64_t available) {
  return static_cast<std::uint64_t>(kEdgeShare * static_cast<double>(available));
}

// The symbols that the best `callers` of a ranking call.
std::set<SymbolId> CalledByBest(const graph::ReadView& view, std::span<const RankedSymbol> ranking,
                                std::size_t callers) {
  std::set<SymbolId> called;
  std::vector<Neighbor> neighbors;
  std::vector<Neighbor> scratch;
  for (const RankedSymbol& caller : ranking.first(std::min(ranking.size(), callers))) {
    view.Out(caller.symbol, neighbors);
    for (const Neighbor& neighbor : neighbors) {
      if (neighbor.type != EdgeType::kCalls) continue;
      called.insert(DefinitionOf(view, neighbor.symbol, scratch));
    }
  }
  return called;
}

// The worth of so many tokens of text as a share of kTextValue: ever less for each further one.
double WorthOfLength(std::uint32_t tokens) {
  const auto length = static_cast<double>(tokens);
  return length / (kTextTokens + length);
}

class Packer {
 public:
  Packer(const graph::ReadView& view, std::span<const RankedSymbol> ranking,
         std::uint32_t budget_tokens, const CostModel& cost, std::uint32_t encoded, Parts without)
      : view_(view),
        ranking_(ranking),
        budget_(budget_tokens),
        cost_(cost),
        by_worth_(!without.Has(Part::kPacking)),
        first_names_(FirstNames()),
        called_(CalledByBest(view, ranking, kBestCallers)),
        encodings_(encoded) {}

  absl::StatusOr<Pack> Run();
  absl::StatusOr<Pack> RunSmallest();

 private:
  using Prices = std::array<std::optional<std::uint32_t>, kFidelityCount>;

  // The level of each priced symbol as a number from 1, or 0 if it is left out; and the resulting
  // pack.
  struct Choice {
    std::vector<std::uint8_t> levels;
    std::uint64_t edges_spent = 0;
    bool has_first_names = false;  // the budget holds them
    Pack pack;
  };

  std::size_t FirstNames() const;
  void PriceName(std::size_t ranked);
  void PriceText(std::size_t ranked, std::uint64_t bound_budget);
  void PriceFirstNames();
  void PriceNames(std::uint64_t bound_budget);
  void PriceTexts(std::uint64_t bound_budget);
  double TextValue(std::size_t ranked, std::size_t level) const;
  KnapsackItem ItemOf(std::size_t ranked) const;
  std::vector<KnapsackItem> Items() const;
  std::uint64_t SpentOn(const std::vector<std::uint8_t>& levels) const;
  void TakeFirstNames(std::vector<std::uint8_t>& levels) const;
  bool HoldsFirstNames(std::uint64_t available);
  Pack PackOf(const std::vector<std::uint8_t>& levels) const;
  std::uint64_t ReserveFor(const std::vector<PackedEdge>& edges, std::uint64_t most) const;
  Choice Choose(const Choice& from, std::uint64_t available);
  absl::Status Count(Pack& pack);
  absl::StatusOr<Choice> ChooseFitting();
  absl::Status FillUp(Choice& best);
  absl::StatusOr<Choice> Smallest();
  absl::Status DropUntilFit(Choice& choice);
  void Value(Choice& choice);
  std::uint32_t LinesWithin(PackedSymbol packed, std::uint64_t room) const;
  absl::StatusOr<bool> AddTellingLines(std::size_t i, std::uint32_t& left, Pack& pack);
  absl::Status ShowTellingLines(Pack& pack);
  bool IsFull(const Pack& pack) const;

  const graph::ReadView& view_;
  std::span<const RankedSymbol> ranking_;
  std::uint32_t budget_;
  const CostModel& cost_;
  const bool by_worth_;
  std::size_t first_names_;
  std::set<SymbolId> called_;
  std::vector<Prices> prices_;      // of the first ranked symbols
  std::uint64_t priced_ = 0;        // sum of their prices at the lowest level
  std::size_t with_texts_ = 0;      // the first of them, of which texts are priced too
  std::uint64_t texts_priced_ = 0;  // sum of their prices at the highest level
  bool has_first_names_ = false;    // of the choice that is at hand
  std::uint32_t encodings_;
  std::uint32_t most_encodings_ = kMaxPackEncodings;
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

// Number of the best symbols whose names come before any text: as many as leave room for it.
std::size_t Packer::FirstNames() const {
  const std::size_t held = std::max<std::size_t>(1, budget_ / kTokensOfFirstName);
  const std::size_t most = std::min({ranking_.size(), std::size_t{kFirstNames}, held});
  std::size_t count = 0;
  while (count < most && ranking_[count].score >= kFirstNameShare * ranking_[0].score) ++count;
  return count;
}

void Packer::PriceFirstNames() {
  while (prices_.size() < first_names_) PriceName(prices_.size());
}

// Prices ranked symbols until their places alone would cost more than the budget: later symbols
// rank lower and would not be chosen.
void Packer::PriceNames(std::uint64_t bound_budget) {
  while (prices_.size() < ranking_.size() &&
         static_cast<double>(priced_) <= kPricedBudgets * static_cast<double>(bound_budget)) {
    PriceName(prices_.size());
  }
}

// The same for names with their texts.
void Packer::PriceTexts(std::uint64_t bound_budget) {
  while (with_texts_ < ranking_.size() &&
         static_cast<double>(texts_priced_) <= kPricedBudgets * static_cast<double>(bound_budget)) {
    if (with_texts_ == prices_.size()) PriceName(with_texts_);
    PriceText(with_texts_++, bound_budget);
  }
}

// The value that a text adds to that of the name and signature.
double Packer::TextValue(std::size_t ranked, std::size_t level) const {
  const Prices& prices = prices_[ranked];
  const bool is_source = level > Ordinal(Fidelity::kDocumentation);
  const bool is_called = called_.contains(ranking_[ranked].symbol);
  const double share =
      (is_source ? kTextValue : kDocumentationValue) * (is_called ? kCalledValue : 1);
  return share * WorthOfLength(*prices[level] - *prices[Ordinal(Fidelity::kSignature)]);
}

KnapsackItem Packer::ItemOf(std::size_t ranked) const {
  const bool is_further = has_first_names_ && ranked >= first_names_;
  const auto score = static_cast<double>(ranking_[ranked].score);
  const double name = (is_further ? kFurtherNameValue : 1) * score;
  const Prices& prices = prices_[ranked];
  KnapsackItem item;
  item[0] = {.value = kPlaceValue * name, .cost = *prices[0]};
  item[1] = {.value = name, .cost = *prices[1]};
  double value = name;
  for (std::size_t i = Ordinal(Fidelity::kDocumentation); i < kFidelityCount; ++i) {
    if (!prices[i].has_value()) continue;
    value = std::max(value, name + TextValue(ranked, i) * score);
    item[i] = {.value = value, .cost = *prices[i]};
  }
  return item;
}

std::vector<KnapsackItem> Packer::Items() const {
  std::vector<KnapsackItem> items;
  items.reserve(prices_.size());
  for (std::size_t i = 0; i < prices_.size(); ++i) items.push_back(ItemOf(i));
  return items;
}

std::uint64_t Packer::SpentOn(const std::vector<std::uint8_t>& levels) const {
  std::uint64_t spent = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i] != 0) spent += *prices_[i][levels[i] - 1U];
  }
  return spent;
}

void Packer::TakeFirstNames(std::vector<std::uint8_t>& levels) const {
  constexpr auto kNamed = static_cast<std::uint8_t>(Ordinal(Fidelity::kSignature) + 1);
  levels.resize(std::max(levels.size(), first_names_), 0);
  for (std::size_t i = 0; i < first_names_; ++i) levels[i] = std::max(levels[i], kNamed);
}

// Whether the first names fit into `available` tokens beside the share of edges.
bool Packer::HoldsFirstNames(std::uint64_t available) {
  PriceFirstNames();
  std::vector<std::uint8_t> levels;
  TakeFirstNames(levels);
  return SpentOn(levels) <= available - ShareOfEdges(available);
}

Pack Packer::PackOf(const std::vector<std::uint8_t>& levels) const {
  Pack pack;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i] == 0) continue;
    const auto has_price = [](const std::optional<std::uint32_t>& price) {
      return price.has_value();
    };
    const bool could_show_more =
        std::any_of(prices_[i].begin() + levels[i], prices_[i].end(), has_price);
    pack.shortened += could_show_more ? 1 : 0;
    pack.symbols.push_back(
        PackedSymbol{.ranked = ranking_[i], .fidelity = static_cast<Fidelity>(levels[i] - 1)});
  }
  pack.dropped = static_cast<std::uint32_t>(ranking_.size() - pack.symbols.size());
  return pack;
}

// Tokens of the first edges, as many as fit into `most` tokens as a whole.
std::uint64_t Packer::ReserveFor(const std::vector<PackedEdge>& edges, std::uint64_t most) const {
  std::uint64_t reserve = 0;
  for (const PackedEdge& edge : edges) {
    const std::uint32_t bound = cost_.edge_bound(edge);
    if (reserve + bound > most) break;
    reserve += bound;
  }
  return reserve;
}

// Extends a choice until symbols and edges take `available` tokens by their bounds.
Packer::Choice Packer::Choose(const Choice& from, std::uint64_t available) {
  const std::uint64_t share = ShareOfEdges(available);
  std::vector<std::uint8_t> start = from.levels;
  has_first_names_ = from.has_first_names;
  if (!has_first_names_) PriceFirstNames();
  if (!has_first_names_ && by_worth_) {
    TakeFirstNames(start);
    has_first_names_ = SpentOn(start) <= available - share;
    if (!has_first_names_) start = from.levels;
  }
  const std::uint64_t bound_budget = available + cost_.fixed_bound;
  if (has_first_names_ || !by_worth_) {
    PriceTexts(bound_budget);
  } else {
    PriceNames(bound_budget);
  }
  const std::vector<KnapsackItem> items = Items();
  const std::uint64_t started = SpentOn(start);
  const auto left = [&](std::uint64_t reserve) {
    return available > started + reserve ? available - started - reserve : 0;
  };
  Choice choice;
  choice.has_first_names = has_first_names_;
  const auto choose = by_worth_ ? ChooseLevels : TakeInOrder;
  choice.levels = choose(items, left(0), start).levels;
  choice.pack = PackOf(choice.levels);
  std::vector<PackedEdge> edges = EdgesAmong(view_, choice.pack.symbols);
  const std::uint64_t reserve = ReserveFor(edges, std::max(share, from.edges_spent));
  if (SpentOn(choice.levels) + reserve > available) {
    choice.levels = choose(items, left(reserve), start).levels;
    choice.pack = PackOf(choice.levels);
    edges = EdgesAmong(view_, choice.pack.symbols);
  }
  const std::uint64_t spent = SpentOn(choice.levels);
  Pack& pack = choice.pack;
  for (const PackedEdge& edge : edges) {
    const std::uint32_t bound = cost_.edge_bound(edge);
    if (spent + choice.edges_spent + bound > available) break;
    choice.edges_spent += bound;
    pack.edges.push_back(edge);
  }
  pack.dropped_edges = static_cast<std::uint32_t>(edges.size() - pack.edges.size());
  std::sort(pack.edges.begin(), pack.edges.end(), [](const PackedEdge& a, const PackedEdge& b) {
    return std::tuple(a.source, a.target, a.type) < std::tuple(b.source, b.target, b.type);
  });
  return choice;
}

absl::Status Packer::Count(Pack& pack) {
  pack.encoding = encodings_++;
  WM_ASSIGN_OR_RETURN(pack.tokens, cost_.encode(pack));
  return absl::OkStatus();
}

bool Packer::IsFull(const Pack& pack) const {
  const bool is_complete = pack.dropped == 0 && pack.shortened == 0 && pack.dropped_edges == 0;
  return is_complete || pack.tokens >= kFilledShare * budget_;
}

// If bounds were too low: removes the last symbols, with their edges, until the text fits.
absl::Status Packer::DropUntilFit(Choice& choice) {
  Pack& pack = choice.pack;
  while (pack.tokens > budget_ && !pack.symbols.empty()) {
    const double excess = 1 - static_cast<double>(budget_) / static_cast<double>(pack.tokens);
    const auto count = static_cast<double>(pack.symbols.size());
    const auto drop = static_cast<std::size_t>(std::max(1.0, std::floor(excess * count)));
    const std::size_t kept = pack.symbols.size() - drop;
    std::size_t seen = 0;
    for (std::uint8_t& level : choice.levels) {
      if (level != 0 && ++seen > kept) level = 0;
    }
    const auto is_among = [&](const PackedEdge& e) { return e.source < kept && e.target < kept; };
    std::vector<PackedEdge> edges;
    std::copy_if(pack.edges.begin(), pack.edges.end(), std::back_inserter(edges), is_among);
    pack = PackOf(choice.levels);
    pack.edges = std::move(edges);
    choice.has_first_names = false;
    WM_RETURN_IF_ERROR(Count(pack));
  }
  return absl::OkStatus();
}

// The first choice that fits; otherwise the empty one, even if that does not fit.
absl::StatusOr<Packer::Choice> Packer::ChooseFitting() {
  std::uint64_t available = budget_ > cost_.fixed_bound ? budget_ - cost_.fixed_bound : 0;
  const bool tells = cost_.on_best_sure && by_worth_ && !ranking_.empty();
  if (tells && HoldsFirstNames(available)) WM_RETURN_IF_ERROR(cost_.on_best_sure());
  Choice choice = Choose({}, available);
  WM_RETURN_IF_ERROR(Count(choice.pack));
  if (choice.pack.tokens <= budget_) return choice;
  available -= std::min<std::uint64_t>(available, choice.pack.tokens - budget_);
  choice = Choose({}, available);
  WM_RETURN_IF_ERROR(Count(choice.pack));
  WM_RETURN_IF_ERROR(DropUntilFit(choice));
  return choice;
}

// Spends the remaining budget: by new choices as long as these fill more, then by steps from the
// best choice as long as one fits.
absl::Status Packer::FillUp(Choice& best) {
  std::uint64_t slack = budget_ - best.pack.tokens;
  bool is_anew = true;
  while (!IsFull(best.pack) && encodings_ < most_encodings_) {
    const std::uint64_t available = SpentOn(best.levels) + best.edges_spent + slack;
    Choice fuller = Choose(is_anew ? Choice() : best, available);
    const auto shown = [](const Choice& choice) {
      return std::pair(choice.levels, choice.pack.edges.size());
    };
    if (shown(fuller) == shown(best)) {
      if (!is_anew && (has_first_names_ || with_texts_ > 0)) break;
      if (!is_anew) PriceTexts(slack);
      is_anew = false;
      continue;
    }
    WM_RETURN_IF_ERROR(Count(fuller.pack));
    if (fuller.pack.tokens > budget_) {
      if (!is_anew) slack /= 2;
      is_anew = false;
      continue;
    }
    is_anew = is_anew && fuller.pack.tokens > best.pack.tokens;
    if (fuller.pack.tokens > best.pack.tokens) best = std::move(fuller);
    slack = budget_ - best.pack.tokens;
  }
  return absl::OkStatus();
}

// Symbols after the best one are tried only as long as none fits.
absl::StatusOr<Packer::Choice> Packer::Smallest() {
  const std::size_t best = std::min<std::size_t>(ranking_.size(), kFirstNames);
  while (prices_.size() < best) PriceName(prices_.size());
  std::vector<std::vector<std::uint8_t>> candidates;
  if (best == ranking_.size()) candidates.emplace_back(best, std::uint8_t{1});
  for (std::size_t i = 0; i < best; ++i) {
    candidates.emplace_back(i + 1, std::uint8_t{0}).back() = 1;
  }
  most_encodings_ += static_cast<std::uint32_t>(candidates.size());
  std::optional<Choice> smallest;
  for (std::vector<std::uint8_t>& levels : candidates) {
    Choice choice;
    choice.levels = std::move(levels);
    choice.pack = PackOf(choice.levels);
    WM_RETURN_IF_ERROR(Count(choice.pack));
    if (!smallest || choice.pack.tokens < smallest->pack.tokens) smallest = std::move(choice);
  }
  return *std::move(smallest);
}

// Values the chosen levels at their prices beyond the first names, which are taken for granted, and
// bounds the value of any choice with the same budget.
void Packer::Value(Choice& choice) {
  has_first_names_ = choice.has_first_names;
  const std::vector<KnapsackItem> items = Items();
  std::vector<std::uint8_t> granted;
  if (has_first_names_) TakeFirstNames(granted);
  const std::uint64_t available =
      SpentOn(choice.levels) - SpentOn(granted) + budget_ - choice.pack.tokens;
  for (std::size_t i = 0; i < choice.levels.size(); ++i) {
    if (choice.levels[i] != 0) choice.pack.value += items[i][choice.levels[i] - 1U].value;
  }
  choice.pack.best_value = std::max(choice.pack.value, BestWorth(items, available, granted));
}

// Number of source lines of a symbol that fit.
std::uint32_t Packer::LinesWithin(PackedSymbol packed, std::uint64_t room) const {
  std::uint32_t fitting = 0;
  packed.fidelity = Fidelity::kElided;
  for (packed.most_lines = 1; packed.most_lines <= kMaxTellingLines; ++packed.most_lines) {
    const std::optional<std::uint32_t> bound = cost_.symbol_bound(packed);
    if (!bound || *bound > room) break;
    fitting = packed.most_lines;
  }
  return fitting;
}

// Shows as many of the most telling lines of a symbol's source as fit, beyond those shown already.
// If the bounds were too low, fewer lines are tried; if they were too high, the next call adds
// more. Returns whether more lines are shown now; `left` is the number of packs that may still be
// counted.
absl::StatusOr<bool> Packer::AddTellingLines(std::size_t i, std::uint32_t& left, Pack& pack) {
  const PackedSymbol& packed = pack.symbols[i];
  const std::uint32_t shown = packed.fidelity == Fidelity::kElided ? packed.most_lines : 0;
  const std::uint64_t room = cost_.symbol_bound(packed).value_or(0) + budget_ - pack.tokens;
  std::uint32_t lines = LinesWithin(packed, room);
  while (lines > shown && left > 0) {
    --left;
    Pack fuller = pack;
    fuller.symbols[i].fidelity = Fidelity::kElided;
    fuller.symbols[i].most_lines = lines;
    WM_RETURN_IF_ERROR(Count(fuller));
    if (fuller.tokens <= pack.tokens) return false;
    if (fuller.tokens <= budget_) {
      pack = std::move(fuller);
      return true;
    }
    lines -= (lines - shown + 3) / 4;
  }
  return false;
}

// If no further step fits, fills the rest with telling lines of source of the best symbol without
// source.
absl::Status Packer::ShowTellingLines(Pack& pack) {
  std::uint32_t left = kMaxTellingCounts;
  for (std::size_t i = 0; i < pack.symbols.size() && left > 0; ++i) {
    if (pack.symbols[i].fidelity > Fidelity::kDocumentation) continue;
    bool has_more = true;
    bool is_shown = false;
    while (has_more) {
      WM_ASSIGN_OR_RETURN(has_more, AddTellingLines(i, left, pack));
      is_shown |= has_more;
    }
    if (is_shown) break;
  }
  return absl::OkStatus();
}

absl::StatusOr<Pack> Packer::Run() {
  WM_ASSIGN_OR_RETURN(Choice best, ChooseFitting());
  if (best.pack.symbols.empty() && !ranking_.empty()) {
    WM_ASSIGN_OR_RETURN(Choice smallest, Smallest());
    if (smallest.pack.tokens <= budget_) best = std::move(smallest);
  }
  if (!best.pack.symbols.empty()) {
    WM_RETURN_IF_ERROR(FillUp(best));
  }
  if (best.pack.tokens <= budget_) Value(best);
  if (by_worth_ && best.pack.tokens < kLeastFilledShare * budget_) {
    WM_RETURN_IF_ERROR(ShowTellingLines(best.pack));
  }
  return std::move(best.pack);
}

absl::StatusOr<Pack> Packer::RunSmallest() {
  WM_ASSIGN_OR_RETURN(Choice smallest, Smallest());
  return std::move(smallest.pack);
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
                                 std::uint32_t budget_tokens, const CostModel& cost,
                                 Parts without) {
  return Packer(view, ranking, budget_tokens, cost, 0, without).Run();
}

absl::StatusOr<Pack> SmallestPack(const graph::ReadView& view,
                                  std::span<const RankedSymbol> ranking, const CostModel& cost,
                                  std::uint32_t encoded) {
  return Packer(view, ranking, 0, cost, encoded, {}).RunSmallest();
}

}  // namespace waymark::retrieval
