#include "retrieval/direct_users.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "retrieval/incompleteness.h"
#include "retrieval/relations.h"
#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;

constexpr char kDirectUsersShop[] = R"(
shop.py
  class Cart
    method total
  class Basket
    method total
  function price
  function main
  function idle
page.py
  function render
tests/test_shop.py +test
  function test_total +test
Basket -extends-> Cart
Basket.total -overrides-> Cart.total
Cart.total -> price
Cart.total -> Cart.total
main -> Cart.total
main -> Basket.total
main -references-> price
render -> Cart.total
test_total -> Cart.total
test_total -references-> Cart
idle ? price unknown
)";

DirectUsers Count(const DrawnGraph& graph, const std::string& name) {
  Workspace workspace;
  return DirectUserCounter(graph.view(), workspace).Of(graph.At(name));
}

TEST(DirectUserCounter, TellsTestsFromOtherUsersAndCountsTheirFiles) {
  const DirectUsers users = Count(DrawnGraph(kDirectUsersShop), "Cart.total");

  EXPECT_EQ(users.users, 2U);
  EXPECT_EQ(users.tests, 1U);
  EXPECT_EQ(users.files, 3U);
  EXPECT_TRUE(users.is_exact);
}

TEST(DirectUserCounter, CountsCallsOfFunctionsAndAnyUseOfTypes) {
  const DrawnGraph graph(kDirectUsersShop);

  EXPECT_EQ(Count(graph, "price").users, 1U);
  EXPECT_EQ(Count(graph, "Cart").users, 1U);
  EXPECT_EQ(Count(graph, "Cart").tests, 1U);
}

TEST(DirectUserCounter, IsNotExactWhereAReferenceMayLeadThere) {
  const DrawnGraph graph(kDirectUsersShop);

  EXPECT_FALSE(Count(graph, "price").is_exact);
  EXPECT_TRUE(Count(graph, "Basket.total").is_exact) << "calls of the base count";
  EXPECT_TRUE(Count(graph, "idle").is_exact);
}

TEST(DirectUserCounter, IsNotExactWhereUsesOfADeclarationOutsideMayRunIt) {
  const DrawnGraph graph(R"(
    src/a.java
      class Input
        method read()
        method rest()
      class Cache
        method read()
      function fill()
    fill -> Cache.read
    fill ? read external
    Input.read ? read:overrides external
  )");
  Workspace workspace;
  DirectUserCounter counter(graph.view(), workspace);

  EXPECT_FALSE(counter.Of(graph.At("Input.read")).is_exact);
  EXPECT_TRUE(counter.Of(graph.At("Input.rest")).is_exact);
  EXPECT_TRUE(counter.Of(graph.At("Cache.read")).is_exact) << "another one of that name does";
}

TEST(DirectUserCounter, IsNotExactOfAFunctionWhoseValueIsPassedOn) {
  const DrawnGraph graph(R"(
    jobs.py
      function called
      function given
      function shown
      class Job
    main.py
      function main
      route_handler "/show"
    main.py -imports-> jobs.py
    main -> called
    main -> given
    main -references-> given
    main -references-> Job
    "/show" -handles_route-> shown
  )");

  EXPECT_TRUE(Count(graph, "called").is_exact);
  EXPECT_FALSE(Count(graph, "given").is_exact);
  EXPECT_FALSE(Count(graph, "shown").is_exact);
  EXPECT_TRUE(Count(graph, "Job").is_exact) << "who names a type is counted among its users";
}

TEST(DirectUserCounter, IsExactWhereOnlyADoubtOfTheLanguageConcernsIt) {
  const DrawnGraph graph("a.py\n  function f\nskipped big.py too_large\n");

  EXPECT_TRUE(Count(graph, "f").is_exact);
}

TEST(DirectUserCounter, DeclarationsAndTheirDefinitionAreOneSymbol) {
  const DrawnGraph graph(R"(
db.h
  function Open +decl
db.cc
  function Open
main.cc
  function main
db.h:Open -declares-> db.cc:Open
main -> db.h:Open
)");

  EXPECT_EQ(Count(graph, "db.cc:Open").users, 1U);
  EXPECT_EQ(Count(graph, "db.h:Open").users, 1U);
}

TEST(DirectUserCounter, AgreesWithWhatIsFoundWithPlaces) {
  const DrawnGraph graph(kDirectUsersShop);
  Workspace workspace;
  DirectUserCounter counter(graph.view(), workspace);
  for (const char* name : {"Cart.total", "price", "main", "idle", "render", "test_total"}) {
    const SymbolId roots[] = {graph.At(name)};
    const auto related = FindRelated(graph.view(), roots, {.relation = Relation::kCallers});
    ASSERT_TRUE(related.ok());
    std::vector<SymbolId> found;
    for (const RelatedSymbol& user : related->symbols) {
      if (user.hop > 0) found.push_back(user.symbol);
    }
    Workspace other;
    const Incompleteness missing = IncompletenessOfUsers(
        graph.view(), roots, found, {.overridden = false, .only_calls = true}, other);
    const bool is_exact = missing.completeness() != Completeness::kIncomplete;

    const DirectUsers users = counter.Of(roots[0]);
    EXPECT_EQ(users.users + users.tests, found.size()) << name;
    EXPECT_EQ(users.is_exact, is_exact) << name;
  }
}

}  // namespace
}  // namespace waymark::retrieval
