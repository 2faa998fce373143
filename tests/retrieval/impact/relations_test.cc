#include "retrieval/relations.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::StatusIs;
using ::testing::UnorderedElementsAre;

constexpr char kRelationsShop[] = R"(
  src/shop.py
    class Base
      method run()
    class Shop
      method run()
    function helper()
    function main()
    function audit()
  Shop -extends-> Base
  Shop.run -overrides-> Base.run
  Shop.run -> helper
  main -> Shop.run
  main -references-> helper
  audit -> main
)";

std::vector<std::string> RelatedNames(const DrawnGraph& graph, const RelatedSymbols& related) {
  std::vector<SymbolId> symbols;
  for (const RelatedSymbol& symbol : related.symbols) symbols.push_back(symbol.symbol);
  return graph.NamesOf(symbols);
}

std::vector<std::string> Edges(const DrawnGraph& graph, const RelatedSymbols& related) {
  std::vector<std::string> edges;
  for (const RelatedEdge& edge : related.edges) {
    edges.push_back(graph.NameOf(related.symbols[edge.source].symbol) + " " +
                    std::string(Name(edge.type)) + " " +
                    graph.NameOf(related.symbols[edge.target].symbol));
  }
  return edges;
}

RelatedSymbols FindRelations(const DrawnGraph& graph, const std::string& name,
                             RelationOptions options) {
  const SymbolId roots[] = {graph.At(name)};
  absl::StatusOr<RelatedSymbols> related = FindRelated(graph.view(), roots, options);
  EXPECT_THAT(related, testing::IsOk());
  return related.ok() ? *std::move(related) : RelatedSymbols();
}

TEST(FindRelated, UsagesAreOfEveryTypeThatCarriesDependence) {
  const DrawnGraph graph(kRelationsShop);

  const RelatedSymbols related = FindRelations(graph, "helper", {});

  EXPECT_THAT(RelatedNames(graph, related), ElementsAre("helper", "Shop.run", "main"));
  EXPECT_THAT(Edges(graph, related),
              ElementsAre("Shop.run calls helper", "main references helper"));
}

TEST(FindRelated, CallersAreFollowedToTheDepth) {
  const DrawnGraph graph(kRelationsShop);

  const RelatedSymbols related =
      FindRelations(graph, "helper", {.relation = Relation::kCallers, .depth = 9});

  EXPECT_THAT(RelatedNames(graph, related), ElementsAre("helper", "Shop.run", "main", "audit"));
  EXPECT_EQ(related.symbols[3].hop, 3U);
}

TEST(FindRelated, CalleesGoTheOtherWay) {
  const DrawnGraph graph(kRelationsShop);

  const RelatedSymbols related =
      FindRelations(graph, "main", {.relation = Relation::kCallees, .depth = 2});

  EXPECT_THAT(RelatedNames(graph, related), ElementsAre("main", "Shop.run", "helper"));
  EXPECT_THAT(Edges(graph, related),
              UnorderedElementsAre("main calls Shop.run", "Shop.run calls helper"));
}

TEST(FindRelated, ImplementationsAreSubtypesAndOverrides) {
  const DrawnGraph graph(kRelationsShop);

  EXPECT_THAT(
      RelatedNames(graph, FindRelations(graph, "Base", {.relation = Relation::kImplementations})),
      ElementsAre("Base", "Shop"));
  EXPECT_THAT(RelatedNames(graph, FindRelations(graph, "Base.run",
                                                {.relation = Relation::kImplementations})),
              ElementsAre("Base.run", "Shop.run"));
}

constexpr char kNotifiers[] = R"(
  src/mail.py
    class Notifier
      method send()
    class Mail
      method send()
    class Sms
      method send()
    function finish()
    function direct()
  Mail.send -overrides-> Notifier.send
  Sms.send -overrides-> Notifier.send
  Sms.send -> Notifier.send
  finish -> Notifier.send
  direct -> Mail.send
)";

TEST(FindRelated, CallersOfAnOverrideNameItOrWhatItOverrides) {
  const DrawnGraph graph(kNotifiers);

  const RelatedSymbols related =
      FindRelations(graph, "Mail.send", {.relation = Relation::kCallers});

  EXPECT_THAT(Edges(graph, related),
              UnorderedElementsAre("direct calls Mail.send", "finish calls Mail.send"));
  EXPECT_EQ(related.symbols[2].rule, EdgeRule::kCandidate);
}

TEST(FindRelated, AnOverrideThatCallsWhatItOverridesCallsNoOtherOne) {
  const DrawnGraph graph(kNotifiers);

  EXPECT_THAT(
      RelatedNames(graph, FindRelations(graph, "Sms.send", {.relation = Relation::kCallers})),
      ElementsAre("Sms.send", "finish"));
}

TEST(FindRelated, TheLimitKeepsTheNearest) {
  const DrawnGraph graph(kRelationsShop);

  const RelatedSymbols related =
      FindRelations(graph, "helper", {.relation = Relation::kCallers, .depth = 9, .limit = 1});

  EXPECT_THAT(RelatedNames(graph, related), ElementsAre("helper", "Shop.run"));
  EXPECT_EQ(related.omitted, 2U);
  EXPECT_EQ(related.found.size(), 4U) << "those of other pages count for what may be missing";
  EXPECT_EQ(related.followed, 4U) << "nothing was left at the depth";
}

TEST(FindRelated, TellsWhoseOwnEdgesWereFollowed) {
  const DrawnGraph graph(kRelationsShop);

  const RelatedSymbols related =
      FindRelations(graph, "helper", {.relation = Relation::kCallers, .limit = 1});

  EXPECT_EQ(related.followed, 1U);
  EXPECT_EQ(graph.NameOf(related.found[0]), "helper");
}

TEST(FindRelated, ASymbolThatUsesItselfIsThereOnce) {
  const DrawnGraph graph("src/a.py\n  function f()\nf -> f\n");

  const RelatedSymbols related = FindRelations(graph, "f", {.depth = 3});

  EXPECT_THAT(RelatedNames(graph, related), ElementsAre("f"));
  EXPECT_THAT(Edges(graph, related), ElementsAre("f calls f"));
}

TEST(FindRelated, CallsOfADeclarationAreCallsOfItsDefinition) {
  const DrawnGraph graph(R"(
  db.h
    function Open() +decl
  db.cc
    function Open()
  main.cc
    function main()
  db.h:Open -declares-> db.cc:Open
  main -> db.h:Open
)");

  const RelatedSymbols related =
      FindRelations(graph, "db.cc:Open", {.relation = Relation::kCallers});

  EXPECT_THAT(RelatedNames(graph, related), ElementsAre("Open", "main"));
}

// Remembers what it was told, and ends the search after so many symbols.
class RelationListener : public RelationVisitor {
 public:
  absl::Status OnSymbol(const RelatedSymbol& found) override {
    told.symbols.push_back(found);
    return told.symbols.size() == stop_after ? absl::CancelledError("enough") : absl::OkStatus();
  }

  absl::Status AfterHop() override {
    hops.push_back(told.symbols.size());
    return absl::OkStatus();
  }

  absl::Status OnEdge(const RelatedEdge& edge) override {
    told.edges.push_back(edge);
    return absl::OkStatus();
  }

  RelatedSymbols told;
  std::vector<std::size_t> hops;  // symbols told at the end of each
  std::size_t stop_after = SIZE_MAX;
};

TEST(VisitRelated, TellsTheSameHopByHop) {
  const DrawnGraph graph(kRelationsShop);
  const SymbolId roots[] = {graph.At("helper")};
  for (const Relation relation : AllRelations()) {
    for (const std::size_t limit : {std::size_t{1}, std::size_t{100}}) {
      const RelationOptions options{.relation = relation, .depth = 3, .limit = limit};
      const RelatedSymbols whole = FindRelations(graph, "helper", options);
      RelationListener listener;

      const auto rest = VisitRelated(graph.view(), roots, options, listener);

      ASSERT_THAT(rest, testing::IsOk());
      EXPECT_EQ(RelatedNames(graph, listener.told), RelatedNames(graph, whole));
      EXPECT_EQ(Edges(graph, listener.told), Edges(graph, whole));
      EXPECT_EQ(rest->omitted, whole.omitted);
      EXPECT_EQ(rest->found, whole.found);
      EXPECT_EQ(rest->followed, whole.followed);
      EXPECT_THAT(rest->symbols, IsEmpty());
      EXPECT_EQ(listener.hops.front(), 1U);
      EXPECT_EQ(listener.hops.back(), whole.symbols.size());
    }
  }
}

TEST(VisitRelated, EndsWithTheErrorOfItsVisitor) {
  const DrawnGraph graph(kRelationsShop);
  const SymbolId roots[] = {graph.At("helper")};
  RelationListener listener;
  listener.stop_after = 1;

  EXPECT_THAT(VisitRelated(graph.view(), roots, {}, listener),
              StatusIs(absl::StatusCode::kCancelled));
  EXPECT_THAT(VisitRelated(graph.view(), roots, {.skip = 1}, listener),
              StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST(FindRelated, RefusesWhatIsNoQuestion) {
  const DrawnGraph graph(kRelationsShop);
  const SymbolId helper[] = {graph.At("helper")};

  EXPECT_THAT(FindRelated(graph.view(), {}, {}), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(FindRelated(graph.view(), helper, {.depth = 0}),
              StatusIs(absl::StatusCode::kInvalidArgument));
  const std::atomic<bool> cancelled{true};
  EXPECT_THAT(FindRelated(graph.view(), helper, {.cancelled = &cancelled}),
              StatusIs(absl::StatusCode::kCancelled));
}

TEST(FindRelated, TellsCallsThatNobodyWritesApart) {
  const DrawnGraph graph(R"(
  src/money.py
    class Money
      method Plus()
    function Add()
    function Name()
    function Point()
  Add -calls:implicit-> Money.Plus
  Name -> Money.Plus
  Point -references-> Money.Plus
)");
  const auto callers = [&](Relation relation) {
    return RelatedNames(graph, FindRelations(graph, "Money.Plus", {.relation = relation}));
  };

  EXPECT_THAT(callers(Relation::kCallers), UnorderedElementsAre("Money.Plus", "Add", "Name"));
  EXPECT_THAT(callers(Relation::kWrittenCallers), ElementsAre("Money.Plus", "Name"));
  EXPECT_THAT(callers(Relation::kImplicitCallers), ElementsAre("Money.Plus", "Add"));
}

TEST(Relation, NamesLeadBack) {
  for (const Relation relation : AllRelations()) {
    EXPECT_EQ(RelationFromName(Name(relation)), relation);
  }
  EXPECT_EQ(RelationFromName("friends"), std::nullopt);
}

}  // namespace
}  // namespace waymark::retrieval
