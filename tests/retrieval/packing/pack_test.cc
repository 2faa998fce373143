#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "retrieval/context.h"
#include "retrieval/smallest_pack.h"
#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::waymark::testing::DrawnGraph;
using ::waymark::testing::StatusIs;

constexpr std::uint32_t kHeader = 10;
constexpr std::uint32_t kPlace = 20;
constexpr std::uint32_t kSignature = 30;
constexpr std::uint32_t kEdge = 5;

// Costs that are exact, times `generosity` for the bounds.
CostModel MakeCost(std::uint32_t generosity = 1) {
  CostModel cost;
  cost.fixed_bound = kHeader * generosity;
  cost.symbol_bound = [generosity](const PackedSymbol& symbol) -> std::optional<std::uint32_t> {
    if (symbol.fidelity > Fidelity::kSignature) return std::nullopt;
    return generosity * (symbol.fidelity == Fidelity::kPlace ? kPlace : kSignature);
  };
  cost.edge_bound = [generosity](const PackedEdge&) { return generosity * kEdge; };
  cost.encode = [](const Pack& pack) -> absl::StatusOr<std::uint32_t> {
    std::uint32_t tokens = kHeader;
    for (const PackedSymbol& symbol : pack.symbols) {
      tokens += symbol.fidelity == Fidelity::kPlace ? kPlace : kSignature;
    }
    tokens += kEdge * static_cast<std::uint32_t>(pack.edges.size());
    return tokens;
  };
  return cost;
}

const DrawnGraph& PackGraph() {
  static const DrawnGraph graph(R"(
a.h
  function f +decl
a.cc
  function e
  function f
  function g
  function h
  function i
a.h:f -declares-> a.cc:f
e -> a.h:f
e -references-> a.cc:f
a.cc:f -> g
g -> h
h -extends-> e
)");
  return graph;
}

// e, f, g, h, i with falling scores.
std::vector<RankedSymbol> RankedForPack() {
  std::vector<RankedSymbol> ranking;
  float score = 1;
  for (const std::string_view name : {"e", "a.cc:f", "g", "h", "i"}) {
    RankedSymbol ranked;
    ranked.symbol = PackGraph().At(name);
    ranked.score = score;
    ranking.push_back(ranked);
    score *= 0.8F;
  }
  return ranking;
}

Pack PackInto(std::uint32_t budget, const CostModel& cost = MakeCost()) {
  absl::StatusOr<Pack> pack = PackRanking(PackGraph().view(), RankedForPack(), budget, cost);
  EXPECT_TRUE(pack.ok()) << pack.status();
  return pack.ok() ? *std::move(pack) : Pack{};
}

TEST(PackRanking, TellsThatTheBestIsSureBeforeAnythingIsEncoded) {
  std::vector<std::string> order;
  CostModel cost = MakeCost();
  cost.encode = [&order, encode = cost.encode](const Pack& pack) {
    order.emplace_back("encode");
    return encode(pack);
  };
  cost.on_best_sure = [&order] {
    order.emplace_back("sure");
    return absl::OkStatus();
  };

  const Pack pack = PackInto(1000, cost);

  ASSERT_FALSE(order.empty());
  EXPECT_EQ(order.front(), "sure");
  EXPECT_EQ(std::count(order.begin(), order.end(), "sure"), 1);
  EXPECT_EQ(pack.symbols.front().ranked.symbol, PackGraph().At("e"));
}

TEST(PackRanking, IsNotSureOfTheBestInABudgetThatDoesNotHoldTheFirstNames) {
  CostModel cost = MakeCost();
  cost.on_best_sure = [] { return absl::InternalError("told"); };

  EXPECT_THAT(PackInto(kHeader + kSignature, cost).symbols, SizeIs(1));
}

TEST(PackRanking, EndsWithTheErrorOfWhoWasTold) {
  CostModel cost = MakeCost();
  cost.on_best_sure = [] { return absl::CancelledError("gone"); };

  EXPECT_THAT(PackRanking(PackGraph().view(), RankedForPack(), 1000, cost),
              StatusIs(absl::StatusCode::kCancelled));
}

TEST(PackRanking, ShowsAllWithEdgesWhenThereIsRoom) {
  const Pack pack = PackInto(1000);

  EXPECT_THAT(pack.symbols, SizeIs(5));
  for (const PackedSymbol& symbol : pack.symbols) {
    EXPECT_EQ(symbol.fidelity, Fidelity::kSignature);
  }
  EXPECT_EQ(pack.dropped, 0U);
  EXPECT_EQ(pack.tokens, kHeader + 5 * kSignature + 5 * kEdge);
  EXPECT_EQ(pack.encoding, 0U) << "all of it fitted at once";
}

TEST(PackRanking, WithoutItShowsAllOfEachInOrderUntilOneDoesNotFit) {
  static constexpr std::uint32_t kBody = 100;
  CostModel cost = MakeCost();
  cost.symbol_bound = [](const PackedSymbol& symbol) -> std::optional<std::uint32_t> {
    if (symbol.fidelity == Fidelity::kBody) return kBody;
    if (symbol.fidelity > Fidelity::kSignature) return std::nullopt;
    return symbol.fidelity == Fidelity::kPlace ? kPlace : kSignature;
  };
  cost.encode = [](const Pack& pack) -> absl::StatusOr<std::uint32_t> {
    std::uint32_t tokens = kHeader + kEdge * static_cast<std::uint32_t>(pack.edges.size());
    for (const PackedSymbol& symbol : pack.symbols) {
      tokens += symbol.fidelity == Fidelity::kBody ? kBody : kSignature;
    }
    return tokens;
  };
  constexpr std::uint32_t kBudget = kHeader + kBody + 2 * kSignature + 3 * kEdge;
  const auto pack = [&](Parts without) {
    absl::StatusOr<Pack> packed =
        PackRanking(PackGraph().view(), RankedForPack(), kBudget, cost, without);
    EXPECT_TRUE(packed.ok()) << packed.status();
    return packed.ok() ? *std::move(packed) : Pack{};
  };

  EXPECT_THAT(pack({}).symbols, SizeIs(3));
  const Pack in_order = pack(Parts::Of(Part::kPacking));
  ASSERT_THAT(in_order.symbols, SizeIs(1));
  EXPECT_EQ(in_order.symbols[0].fidelity, Fidelity::kBody);
}

TEST(PackRanking, FoldsDeclarationsAndOrdersEdges) {
  const Pack pack = PackInto(1000);

  // e -> f twice (a call through the declaration, a reference), f -> g, g -> h, h -> e; no
  // `declares`.
  ASSERT_THAT(pack.edges, SizeIs(5));
  EXPECT_EQ(pack.edges[0].source, 0U);
  EXPECT_EQ(pack.edges[0].target, 1U);
  EXPECT_EQ(pack.edges[0].type, EdgeType::kCalls);
  EXPECT_EQ(pack.edges[1].type, EdgeType::kReferences);
  EXPECT_EQ(pack.edges[4].source, 3U);
  EXPECT_EQ(pack.edges[4].target, 0U);
}

TEST(PackRanking, AnEdgeThatIsStoredFromItsTargetLeavesWithItsEndsExchanged) {
  const DrawnGraph graph("a.py\n  function traced\n  function run\nrun -decorated_by-> traced\n");
  const std::vector<RankedSymbol> ranking = {{.symbol = graph.At("run")},
                                             {.symbol = graph.At("traced")}};

  const absl::StatusOr<Pack> pack = PackRanking(graph.view(), ranking, 1000, MakeCost());

  ASSERT_TRUE(pack.ok()) << pack.status();
  ASSERT_THAT(pack->edges, SizeIs(1));
  EXPECT_EQ(pack->edges[0].type, EdgeType::kDecorates);
  EXPECT_EQ(pack->edges[0].source, 1U) << "the decorator";
  EXPECT_EQ(pack->edges[0].target, 0U);
}

TEST(PackRanking, NeverExceedsTheBudgetAndUsesItWell) {
  for (const std::uint32_t generosity : {1U, 2U, 3U}) {
    for (std::uint32_t budget = kHeader + kPlace; budget < 260; ++budget) {
      const Pack pack = PackInto(budget, MakeCost(generosity));

      EXPECT_LE(pack.tokens, budget);
      const bool is_complete = pack.dropped == 0 && pack.dropped_edges == 0;
      // What is left over is less than one more symbol and what edges may leave.
      if (!is_complete && generosity == 1) {
        EXPECT_GT(pack.tokens + kSignature, budget) << budget;
      }
      EXPECT_EQ(pack.symbols.size() + pack.dropped, 5U);
    }
  }
}

TEST(PackRanking, ShowsNoLessForALargerBudget) {
  std::size_t previous = 0;
  for (std::uint32_t budget = kHeader; budget < 260; budget += kSignature) {
    const std::size_t shown = PackInto(budget).symbols.size();

    EXPECT_GE(shown, previous) << budget;
    previous = shown;
  }
  EXPECT_EQ(previous, 5U);
}

TEST(PackRanking, KeepsTheOrderOfTheRanking) {
  const Pack pack = PackInto(kHeader + 3 * kSignature);

  for (std::size_t i = 1; i < pack.symbols.size(); ++i) {
    EXPECT_GT(pack.symbols[i - 1].ranked.score, pack.symbols[i].ranked.score);
  }
}

TEST(PackRanking, GivesUpSymbolsWhenTheBoundsWereTooLow) {
  CostModel cost = MakeCost();
  cost.symbol_bound = [](const PackedSymbol&) { return 1U; };

  EXPECT_LE(PackInto(75, cost).tokens, 75U);
}

// Tokens of a symbol at each fidelity when all of them have texts.
constexpr std::uint32_t kCosts[kFidelityCount] = {kPlace, kSignature, 50, 80, 200};

constexpr std::uint32_t CostAt(Fidelity fidelity) {
  return kCosts[static_cast<std::size_t>(fidelity)];
}

CostModel WithTexts(std::uint32_t generosity = 1) {
  CostModel cost = MakeCost(generosity);
  cost.symbol_bound = [generosity](const PackedSymbol& symbol) {
    return generosity * CostAt(symbol.fidelity);
  };
  cost.encode = [](const Pack& pack) -> absl::StatusOr<std::uint32_t> {
    std::uint32_t tokens = kHeader;
    for (const PackedSymbol& symbol : pack.symbols) tokens += CostAt(symbol.fidelity);
    return tokens + kEdge * static_cast<std::uint32_t>(pack.edges.size());
  };
  return cost;
}

TEST(PackRanking, ShowsTheSourceOfAllWhenThereIsRoom) {
  const Pack pack = PackInto(2000, WithTexts());

  ASSERT_THAT(pack.symbols, SizeIs(5));
  for (const PackedSymbol& symbol : pack.symbols) EXPECT_EQ(symbol.fidelity, Fidelity::kBody);
  EXPECT_EQ(pack.shortened, 0U);
  EXPECT_DOUBLE_EQ(pack.value, pack.best_value);
}

// Costs of symbols with a source of `source` tokens, name and signature included, and of no edges.
template <typename SourceOf>
CostModel WithSources(const SourceOf& source) {
  CostModel cost;
  cost.fixed_bound = kHeader;
  const auto price = [source](const PackedSymbol& symbol) {
    if (symbol.fidelity == Fidelity::kBody) return source(symbol.ranked.symbol);
    return symbol.fidelity == Fidelity::kPlace ? kPlace : kSignature;
  };
  cost.symbol_bound = [price](const PackedSymbol& symbol) -> std::optional<std::uint32_t> {
    const bool is_missing =
        symbol.fidelity == Fidelity::kDocumentation || symbol.fidelity == Fidelity::kElided;
    return is_missing ? std::nullopt : std::optional(price(symbol));
  };
  cost.edge_bound = [](const PackedEdge&) { return 0U; };
  cost.encode = [price](const Pack& pack) -> absl::StatusOr<std::uint32_t> {
    std::uint32_t tokens = kHeader;
    for (const PackedSymbol& symbol : pack.symbols) tokens += price(symbol);
    return tokens;
  };
  return cost;
}

// Functions of falling scores that do not use each other.
Pack PackOfStrangers(std::uint32_t budget, std::uint32_t source_of_best, std::uint32_t source) {
  static const DrawnGraph graph(
      "a.py\n  function e\n  function f\n  function g\n  function h\n  function i\n");
  std::vector<RankedSymbol> ranking;
  for (const std::string_view name : {"e", "f", "g", "h", "i"}) {
    const float score = ranking.empty() ? 1 : ranking.back().score * 0.8F;
    ranking.push_back({.symbol = graph.At(name), .score = score});
  }
  const CostModel cost = WithSources(
      [&](SymbolId symbol) { return symbol == graph.At("e") ? source_of_best : source; });
  absl::StatusOr<Pack> pack = PackRanking(graph.view(), ranking, budget, cost);
  EXPECT_TRUE(pack.ok()) << pack.status();
  return pack.ok() ? *std::move(pack) : Pack{};
}

TEST(PackRanking, NamesASymbolForEvery200TokensBeforeItShowsText) {
  constexpr std::uint32_t kSource = 720;

  const Pack three = PackOfStrangers(799, kSource, kSource);
  const Pack four = PackOfStrangers(800, kSource, kSource);

  ASSERT_THAT(three.symbols, SizeIs(3));
  EXPECT_EQ(three.symbols.front().fidelity, Fidelity::kBody);
  ASSERT_THAT(four.symbols, SizeIs(5));
  EXPECT_EQ(four.symbols.front().fidelity, Fidelity::kSignature) << "four names leave 670 tokens";
}

TEST(PackRanking, ShowsTheSourceOfTheBestBeforeTheNamesOfTheLast) {
  constexpr std::uint32_t kSource = 150;
  const Pack pack = PackOfStrangers(kHeader + kSource + kSignature, kSource, kSource);

  ASSERT_THAT(pack.symbols, SizeIs(2));
  EXPECT_EQ(pack.symbols.front().fidelity, Fidelity::kBody);
}

TEST(PackRanking, ALongSourceOfTheBestComesBeforeShortOnesOfTheLast) {
  constexpr std::uint32_t kLong = 400;
  constexpr std::uint32_t kShort = 80;
  const Pack pack = PackOfStrangers(kHeader + kLong + 3 * kSignature, kLong, kShort);

  ASSERT_FALSE(pack.symbols.empty());
  EXPECT_EQ(pack.symbols.front().fidelity, Fidelity::kBody);
}

TEST(PackRanking, ShowsTheSourceOfWhatTheBestCallsFirst) {
  const DrawnGraph graph(
      "a.py\n  function run\n  function other\n  function called\nrun -> called\n");
  const std::vector<RankedSymbol> ranking = {{.symbol = graph.At("run"), .score = 1},
                                             {.symbol = graph.At("other"), .score = 0.6F},
                                             {.symbol = graph.At("called"), .score = 0.5F}};
  constexpr std::uint32_t kSource = 150;
  const CostModel cost = WithSources(
      [&](SymbolId symbol) { return symbol == graph.At("run") ? kSignature : kSource; });

  const absl::StatusOr<Pack> pack =
      PackRanking(graph.view(), ranking, kHeader + 2 * kSignature + kSource, cost);

  ASSERT_TRUE(pack.ok()) << pack.status();
  ASSERT_THAT(pack->symbols, SizeIs(3));
  EXPECT_EQ(pack->symbols[1].fidelity, Fidelity::kSignature);
  EXPECT_EQ(pack->symbols[2].fidelity, Fidelity::kBody);
}

TEST(PackRanking, ShowsTheTextOfWhatIsAskedAboutBeforeNamesThatSayLittle) {
  std::vector<RankedSymbol> ranking = RankedForPack();
  for (std::size_t i = 1; i < ranking.size(); ++i) ranking[i].score = 0.01F;

  const absl::StatusOr<Pack> pack = PackRanking(
      PackGraph().view(), ranking, kHeader + CostAt(Fidelity::kBody) + kPlace, WithTexts());

  ASSERT_TRUE(pack.ok()) << pack.status();
  EXPECT_EQ(pack->symbols.front().fidelity, Fidelity::kBody);
}

// All at full fidelity cost 1,010 tokens and their edges.
TEST(PackRanking, UsesNineTenthsOfABudgetThatHoldsHalfOfAllOrLess) {
  for (std::uint32_t budget = 200; budget <= 520; ++budget) {
    const Pack pack = PackInto(budget, WithTexts());

    EXPECT_LE(pack.tokens, budget);
    // Unless all that is left to add is whole sources, which here cost a quarter of a budget.
    constexpr std::uint32_t kStep = CostAt(Fidelity::kBody) - CostAt(Fidelity::kElided);
    EXPECT_TRUE(pack.tokens >= budget * 9 / 10 || pack.tokens + kStep > budget) << budget;
    EXPECT_GE(pack.value, 0.5 * pack.best_value);
    EXPECT_LE(pack.value, pack.best_value);
  }
}

constexpr std::uint32_t kLine = 4;
constexpr std::uint32_t kLines = 12;

// No documentation and no elided source; a beginning of kLines lines is the whole.
std::optional<std::uint32_t> CostByLines(const PackedSymbol& symbol) {
  if (symbol.fidelity == Fidelity::kDocumentation) return std::nullopt;
  if (symbol.most_lines == 0 && symbol.fidelity == Fidelity::kElided) return std::nullopt;
  if (symbol.most_lines == 0) return CostAt(symbol.fidelity);
  if (symbol.most_lines >= kLines) return std::nullopt;
  return kSignature + kLine * symbol.most_lines;
}

TEST(PackRanking, TellingLinesFillWhatHoldsNoFurtherStep) {
  CostModel cost = WithTexts();
  cost.symbol_bound = CostByLines;
  cost.encode = [](const Pack& pack) -> absl::StatusOr<std::uint32_t> {
    std::uint32_t tokens = kHeader;
    for (const PackedSymbol& symbol : pack.symbols) tokens += CostByLines(symbol).value_or(0);
    return tokens + kEdge * static_cast<std::uint32_t>(pack.edges.size());
  };
  std::size_t with_lines = 0;
  for (std::uint32_t budget = 60; budget <= 200; ++budget) {
    const Pack pack = PackInto(budget, cost);

    EXPECT_LE(pack.tokens, budget);
    EXPECT_GE(pack.tokens, budget * 9 / 10);
    bool has_lines = false;
    for (const PackedSymbol& symbol : pack.symbols) {
      if (symbol.most_lines == 0) continue;
      EXPECT_FALSE(has_lines) << "one is enough at " << budget;
      EXPECT_EQ(symbol.fidelity, Fidelity::kElided);
      EXPECT_LT(pack.tokens - kLine * symbol.most_lines, budget * 0.9) << "none was needed";
      has_lines = true;
    }
    with_lines += has_lines ? 1 : 0;
  }
  EXPECT_GT(with_lines, 20U);
}

TEST(PackRanking, TellingLinesStandInPlaceOfDocumentationAndGrowWithWhatIsLeft) {
  const auto cost_of = [](const PackedSymbol& symbol, std::uint32_t line) {
    if (symbol.most_lines != 0) return kSignature + line * symbol.most_lines;
    return symbol.fidelity < Fidelity::kElided ? CostAt(symbol.fidelity) : 1000;
  };
  CostModel cost = WithTexts();
  cost.symbol_bound = [&](const PackedSymbol& symbol) -> std::optional<std::uint32_t> {
    return cost_of(symbol, 2 * kLine);
  };
  cost.encode = [&](const Pack& pack) -> absl::StatusOr<std::uint32_t> {
    std::uint32_t tokens = kHeader;
    for (const PackedSymbol& symbol : pack.symbols) tokens += cost_of(symbol, kLine);
    return tokens;
  };
  const std::vector<RankedSymbol> ranking = {RankedForPack().front()};
  const std::uint32_t budget = kHeader + CostAt(Fidelity::kDocumentation) + 100;

  const absl::StatusOr<Pack> pack = PackRanking(PackGraph().view(), ranking, budget, cost);

  ASSERT_TRUE(pack.ok()) << pack.status();
  ASSERT_THAT(pack->symbols, SizeIs(1));
  EXPECT_GT(pack->symbols.front().most_lines, 0U);
  EXPECT_GE(pack->tokens, budget * 0.9);
  EXPECT_LE(pack->tokens, budget);
}

TEST(PackRanking, KeepsNoRoomForAnEdgeThatDoesNotFit) {
  constexpr std::uint32_t kDearEdge = 60;
  CostModel cost = MakeCost();
  cost.edge_bound = [](const PackedEdge&) { return kDearEdge; };
  cost.encode = [](const Pack& pack) -> absl::StatusOr<std::uint32_t> {
    return static_cast<std::uint32_t>(kHeader + kSignature * pack.symbols.size() +
                                      kDearEdge * pack.edges.size());
  };

  const Pack pack = PackInto(kHeader + 2 * kSignature + 1, cost);

  EXPECT_THAT(pack.symbols, SizeIs(2));
  EXPECT_THAT(pack.edges, IsEmpty());
}

TEST(PackRanking, OfNothingIsTheEmptyAnswer) {
  const absl::StatusOr<Pack> pack =
      PackRanking(PackGraph().view(), std::vector<RankedSymbol>{}, 50, MakeCost());

  ASSERT_TRUE(pack.ok()) << pack.status();
  EXPECT_THAT(pack->symbols, IsEmpty());
  EXPECT_EQ(pack->tokens, kHeader);
}

Pack Smallest(const CostModel& cost) {
  absl::StatusOr<Pack> pack = SmallestPack(PackGraph().view(), RankedForPack(), cost, 7);
  EXPECT_TRUE(pack.ok()) << pack.status();
  return pack.ok() ? *std::move(pack) : Pack{};
}

TEST(PackRanking, ShowsNothingInABudgetBelowTheSmallestPack) {
  constexpr std::uint32_t kSmallest = kHeader + kPlace;
  for (const std::uint32_t generosity : {1U, 3U}) {
    const CostModel cost = MakeCost(generosity);
    EXPECT_EQ(Smallest(cost).tokens, kSmallest);
    EXPECT_EQ(Smallest(cost).encoding, 8U) << "counted after seven others and that of all";
    for (const std::uint32_t budget : {0U, 9U, kSmallest - 1}) {
      EXPECT_THAT(PackInto(budget, cost).symbols, IsEmpty());
    }
    EXPECT_THAT(PackInto(kSmallest, cost).symbols, SizeIs(1));
  }
}

// Bounds say that they are all as large.
TEST(SmallestPack, IsFoundByCountsAndNotByBounds) {
  CostModel cost = MakeCost();
  cost.encode = [](const Pack& pack) -> absl::StatusOr<std::uint32_t> {
    std::uint32_t tokens = kHeader;
    for (const PackedSymbol& symbol : pack.symbols) {
      tokens += symbol.ranked.symbol == PackGraph().At("h") ? kPlace / 2 : kPlace;
    }
    return tokens;
  };

  constexpr std::uint32_t kSmallest = kHeader + kPlace / 2;
  EXPECT_EQ(Smallest(cost).tokens, kSmallest);
  EXPECT_THAT(PackInto(kSmallest - 1, cost).symbols, IsEmpty());
  const Pack least = PackInto(kSmallest, cost);
  ASSERT_THAT(least.symbols, SizeIs(1));
  EXPECT_EQ(least.symbols.front().ranked.symbol, PackGraph().At("h"));
}

TEST(SmallestPack, IsAllOfThemWhereTheCallForTheRestTakesMore) {
  CostModel cost = MakeCost();
  cost.encode = [encode = cost.encode](const Pack& pack) -> absl::StatusOr<std::uint32_t> {
    constexpr std::uint32_t kCall = 300;
    const absl::StatusOr<std::uint32_t> tokens = encode(pack);
    return *tokens + (pack.dropped == 0 ? 0 : kCall);
  };

  EXPECT_EQ(Smallest(cost).tokens, kHeader + 5 * kPlace);
  EXPECT_THAT(PackInto(kHeader + 5 * kPlace, cost).symbols, SizeIs(5));
  EXPECT_THAT(PackInto(kHeader + 5 * kPlace - 1, cost).symbols, IsEmpty());
}

// A choice that is tried and given up leaves nothing behind: while five names do not fit, the fifth
// counts in full in what none is worth more than.
TEST(PackRanking, IsNotValuedAsTheChoiceThatDidNotFit) {
  constexpr std::uint32_t kJump = 200;
  CostModel cost = MakeCost(2);
  cost.encode = [encode = cost.encode](const Pack& pack) -> absl::StatusOr<std::uint32_t> {
    const absl::StatusOr<std::uint32_t> tokens = encode(pack);
    return *tokens + (pack.symbols.size() > 4 ? kJump : 0);
  };
  const Pack pack = PackInto(294, cost);
  ASSERT_THAT(pack.symbols, SizeIs(4));
  EXPECT_NEAR(pack.value, 1 + 0.1 * (0.8 + 0.64 + 0.512), 0.001);
  EXPECT_NEAR(pack.best_value, 1 + 0.1 * (0.8 + 0.64 + 0.512 + 0.4096), 0.001);
}

TEST(PackRanking, AnEmptyPackIsWorthNothingAndNoneIsWorthMore) {
  const Pack pack = PackInto(kHeader + kPlace / 2);

  EXPECT_THAT(pack.symbols, IsEmpty());
  EXPECT_EQ(pack.value, 0);
  EXPECT_EQ(pack.best_value, 0);
}

TEST(PackRanking, TheWorthOfAPackIsThatOfWhatItShows) {
  CostModel cost = MakeCost();
  cost.symbol_bound = [](const PackedSymbol& symbol) -> std::optional<std::uint32_t> {
    if (symbol.fidelity > Fidelity::kSignature) return std::nullopt;
    return 1;
  };
  const Pack dropped = PackInto(kHeader + kSignature, cost);
  const Pack named = PackInto(800);

  ASSERT_THAT(dropped.symbols, SizeIs(1));
  EXPECT_LE(dropped.value, 1) << "what was given up again is worth nothing";
  EXPECT_NEAR(named.value, 1 + 0.8 + 0.64 + 0.512 + kFurtherNameValue * 0.4096, 1e-6)
      << "names are worth something, and the first most";
  EXPECT_DOUBLE_EQ(named.value, named.best_value);
}

TEST(PackRanking, TextsFillWhatIsTooLittleForAName) {
  CostModel cost = WithTexts();
  cost.symbol_bound = [](const PackedSymbol& symbol) {
    return symbol.fidelity == Fidelity::kDocumentation ? kSignature + 5 : CostAt(symbol.fidelity);
  };
  cost.encode = [](const Pack& pack) -> absl::StatusOr<std::uint32_t> {
    std::uint32_t tokens = kHeader;
    for (const PackedSymbol& symbol : pack.symbols) {
      tokens +=
          symbol.fidelity == Fidelity::kDocumentation ? kSignature + 5 : CostAt(symbol.fidelity);
    }
    return tokens + kEdge * static_cast<std::uint32_t>(pack.edges.size());
  };
  const Pack pack = PackInto(kHeader + kSignature + 8, cost);

  ASSERT_THAT(pack.symbols, SizeIs(1));
  EXPECT_EQ(pack.symbols.front().fidelity, Fidelity::kDocumentation);
}

TEST(PackRanking, ReportsAnEncoderThatRefuses) {
  CostModel cost = MakeCost();
  cost.encode = [](const Pack&) -> absl::StatusOr<std::uint32_t> {
    return absl::InternalError("no such codec");
  };

  EXPECT_THAT(PackRanking(PackGraph().view(), RankedForPack(), 100, cost),
              StatusIs(absl::StatusCode::kInternal, HasSubstr("no such codec")));
}

}  // namespace
}  // namespace waymark::retrieval
