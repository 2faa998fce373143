#include "retrieval/difference.h"

#include <atomic>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr char kDifferenceShop[] = R"(
  shop/cart.py
    class Cart
      method total()
      method add(item)
  shop/pricing.py
    function price_of(item)
    function discount(cents)
  Cart.total -> price_of
  price_of -> discount
  shop/cart.py -imports-> shop/pricing.py
)";

std::optional<std::string> NoText(const FileRow&) { return std::nullopt; }

Difference Compare(const DrawnGraph& before, const DrawnGraph& after) {
  absl::StatusOr<Difference> found =
      FindDifference({.view = before.view(), .text = NoText},
                     {.view = after.view(), .text = NoText}, /*cancelled=*/nullptr);
  EXPECT_THAT(found, testing::IsOk());
  return found.ok() ? *std::move(found) : Difference();
}

// "changed Cart.total", with the aspects behind it.
std::vector<std::string> SymbolsOf(const DrawnGraph& before, const DrawnGraph& after,
                                   const Difference& difference) {
  std::vector<std::string> lines;
  for (const DifferingSymbol& symbol : difference.symbols) {
    if (symbol.status == SymbolStatus::kUnchanged) continue;
    std::string line = fmt::format("{} {}", Name(symbol.status),
                                   symbol.after != SymbolId::kNone ? after.NameOf(symbol.after)
                                                                   : before.NameOf(symbol.before));
    for (const AspectRow& row : AllAspects()) {
      if ((symbol.aspects & row.aspect) != 0) line += fmt::format(" {}", row.name);
    }
    lines.push_back(line);
  }
  return lines;
}

// "added Cart.total calls discount"
std::vector<std::string> EdgesOf(const DrawnGraph& before, const DrawnGraph& after,
                                 const Difference& difference) {
  const auto name = [&](std::uint32_t index) {
    const DifferingSymbol& symbol = difference.symbols[index];
    return symbol.after != SymbolId::kNone ? after.NameOf(symbol.after)
                                           : before.NameOf(symbol.before);
  };
  std::vector<std::string> lines;
  for (const DifferingEdge& edge : difference.edges) {
    lines.push_back(fmt::format("{} {} {} {}", Name(edge.status), name(edge.source),
                                Name(edge.type), name(edge.target)));
  }
  return lines;
}

TEST(FindDifference, OfEqualStatesThereIsNone) {
  const DrawnGraph before(kDifferenceShop);
  const DrawnGraph after(kDifferenceShop);

  const Difference difference = Compare(before, after);

  EXPECT_THAT(difference.symbols, IsEmpty());
  EXPECT_THAT(difference.edges, IsEmpty());
  EXPECT_EQ(difference.symbol_counts, StatusCounts());
}

TEST(FindDifference, ANewCallChangesTheCallerAndNoOther) {
  const DrawnGraph before(kDifferenceShop);
  const DrawnGraph after(std::string(kDifferenceShop) + "Cart.total -> discount\n");

  const Difference difference = Compare(before, after);

  EXPECT_THAT(SymbolsOf(before, after, difference), ElementsAre("changed Cart.total"));
  EXPECT_THAT(EdgesOf(before, after, difference), ElementsAre("added Cart.total calls discount"));
  EXPECT_EQ(difference.symbols[0].weight, 1.0F);
  EXPECT_EQ(difference.edge_counts[0].added, 1U);
}

TEST(FindDifference, ANewDecoratorChangesWhatItDecorates) {
  const DrawnGraph before(kDifferenceShop);
  const DrawnGraph after(std::string(kDifferenceShop) + "Cart.add -decorated_by-> discount\n");

  const Difference difference = Compare(before, after);

  EXPECT_THAT(SymbolsOf(before, after, difference), ElementsAre("changed Cart.add"));
  EXPECT_THAT(EdgesOf(before, after, difference), ElementsAre("added discount decorates Cart.add"));
}

TEST(FindDifference, WhatOneStateDoesNotHaveIsAddedOrRemovedWithItsEdges) {
  const DrawnGraph before(kDifferenceShop);
  const DrawnGraph after(R"(
    shop/cart.py
      class Cart
        method total()
        method add(item)
    shop/pricing.py
      function price_of(item)
      function rebate(cents)
    Cart.total -> price_of
    price_of -> rebate
    shop/cart.py -imports-> shop/pricing.py
  )");

  const Difference difference = Compare(before, after);

  EXPECT_THAT(SymbolsOf(before, after, difference),
              UnorderedElementsAre("changed price_of", "added rebate", "removed discount",
                                   "changed shop/pricing.py"));
  EXPECT_THAT(EdgesOf(before, after, difference),
              UnorderedElementsAre("added price_of calls rebate", "removed price_of calls discount",
                                   "added shop/pricing.py contains rebate",
                                   "removed shop/pricing.py contains discount"));
  EXPECT_EQ(difference.symbol_counts, (StatusCounts{.added = 1, .removed = 1, .changed = 2}));
}

TEST(FindDifference, BehaviourStandsApartFromStructureAndMetadata) {
  EXPECT_EQ(ClassOf(EdgeType::kCalls), ChangeClass::kBehaviour);
  EXPECT_EQ(ClassOf(EdgeType::kThrows), ChangeClass::kBehaviour);
  EXPECT_EQ(ClassOf(EdgeType::kPublishes), ChangeClass::kBehaviour);
  EXPECT_EQ(ClassOf(EdgeType::kImports), ChangeClass::kStructure);
  EXPECT_EQ(ClassOf(EdgeType::kExtends), ChangeClass::kStructure);
  EXPECT_EQ(ClassOf(EdgeType::kContains), ChangeClass::kStructure);
  EXPECT_EQ(ClassOf(EdgeType::kOwnedBy), ChangeClass::kMetadata);
}

TEST(FindDifference, SignatureAndVisibilityAreMetadata) {
  const DrawnGraph before("a.py\n  function f(x)\n");
  const DrawnGraph after("a.py\n  function f(x, y) +exported\n");

  const Difference difference = Compare(before, after);

  EXPECT_THAT(SymbolsOf(before, after, difference), ElementsAre("changed f signature visibility"));
  EXPECT_EQ(difference.symbols[0].weight, 0.5F);
}

TEST(FindDifference, AnEdgeFoundByAnotherRuleIsInBothStates) {
  const DrawnGraph before("a.py\n  function f()\n  function g()\nf -> g\n");
  const DrawnGraph after("a.py\n  function f()\n  function g()\nf -calls:unique_global-> g\n");

  const Difference difference = Compare(before, after);

  EXPECT_THAT(EdgesOf(before, after, difference), ElementsAre("unchanged f calls g"));
  EXPECT_EQ(difference.edge_counts[0].changed, 1U);
}

TEST(FindDifference, AShiftOfLinesIsNone) {
  const DrawnGraph before("a.py\n  function f()\n  function g()\n");
  const DrawnGraph after("a.py\n  function e()\n  function f()\n  function g()\n");

  EXPECT_THAT(SymbolsOf(before, after, Compare(before, after)),
              UnorderedElementsAre("added e", "changed a.py"));
}

TEST(FindDifference, ADeclarationIsWhatDefinesIt) {
  const DrawnGraph before(R"(
    db.h
      function open() +decl
    main.cc
      function run()
    run -> db.h:open
  )");
  const DrawnGraph after(R"(
    db.h
      function open() +decl
    db.cc
      function open()
    main.cc
      function run()
    db.h:open -declares-> db.cc:open
    run -> db.h:open
  )");

  const Difference difference = Compare(before, after);

  // It got a definition; whoever calls it calls it still.
  EXPECT_EQ(difference.symbol_counts.removed, 0U);
  EXPECT_EQ(difference.edge_counts[0], StatusCounts());
}

TEST(PageOfDifference, HasItsSymbolsWithTheirEdgesAndCountsTheRest) {
  const DrawnGraph before("a.py\n  function f()\n  function g()\n  function h()\nb.py\n");
  const DrawnGraph after(
      "a.py\n  function f()\n  function g()\n  function h()\nb.py\n  function k()\n"
      "f -> g\ng -> k\nh -> k\n");
  const Difference whole = Compare(before, after);
  ASSERT_THAT(SymbolsOf(before, after, whole),
              ElementsAre("changed f", "changed g", "changed h", "added k", "changed b.py"));

  const Difference page = PageOf(whole, 1, 2);

  EXPECT_EQ(page.shown, 2U);
  EXPECT_EQ(page.omitted, 2U);
  EXPECT_EQ(page.symbol_counts, whole.symbol_counts);
  EXPECT_THAT(SymbolsOf(before, after, page), ElementsAre("changed g", "changed h", "added k"));
  EXPECT_THAT(EdgesOf(before, after, page), ElementsAre("added g calls k", "added h calls k"));
  EXPECT_THAT(page.edges, Each(Field(&DifferingEdge::symbol, ::testing::Lt(2U))));
}

TEST(PageOfDifference, BehindTheEndIsEmpty) {
  const DrawnGraph before("a.py\n");
  const DrawnGraph after("a.py\n  function f()\n");

  const Difference page = PageOf(Compare(before, after), 7, 2);

  EXPECT_THAT(page.symbols, IsEmpty());
  EXPECT_THAT(page.edges, IsEmpty());
  EXPECT_EQ(page.omitted, 0U);
}

TEST(FindDifference, ReferencesThatOneStateHasAreCounted) {
  const DrawnGraph before("a.py\n  function f()\nf ? run unknown\n");
  const DrawnGraph after("a.py\n  function f()\nf ? walk unknown\nf ? os.remove external\n");

  EXPECT_EQ(Compare(before, after).unresolved, 2U);
}

TEST(FindDifference, CanBeCancelled) {
  std::string drawing = "a.py\n";
  for (int i = 0; i < 1000; ++i) drawing += fmt::format("  function f{}()\n", i);
  const DrawnGraph before("b.py\n");
  const DrawnGraph after(drawing);
  const std::atomic<bool> cancelled{true};

  EXPECT_THAT(FindDifference({.view = before.view(), .text = NoText},
                             {.view = after.view(), .text = NoText}, &cancelled),
              testing::StatusIs(absl::StatusCode::kCancelled));
}

}  // namespace
}  // namespace waymark::retrieval
