#include "retrieval/blast_radius.h"

#include <atomic>
#include <random>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "testing/memory_view.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::waymark::testing::DrawnGraph;
using ::waymark::testing::StatusIs;

BlastResult Blast(const DrawnGraph& graph, std::string_view root,
                  const BlastOptions& options = {}) {
  const std::vector<SymbolId> roots = {graph.At(root)};
  absl::StatusOr<BlastResult> result = ComputeBlastRadius(graph.view(), roots, options);
  EXPECT_TRUE(result.ok()) << result.status();
  return result.ok() ? *std::move(result) : BlastResult{};
}

// "hop name" of every entry in order.
std::vector<std::string> Hops(const DrawnGraph& graph, const BlastResult& result) {
  std::vector<std::string> rows;
  for (const BlastEntry& entry : result.entries) {
    rows.push_back(std::to_string(entry.hop) + " " + graph.NameOf(entry.symbol));
  }
  return rows;
}

const DrawnGraph& BlastChain() {
  static const DrawnGraph graph(R"(
a.py
  function root
  function direct
  function second
  function third
tests/b.py +test
  function check +test
direct -> root
second -> direct
third -> second
check -> direct
root -> third
)");
  return graph;
}

TEST(BlastRadius, LeadsFromARouteToThoseWhoAskForItsAddress) {
  const DrawnGraph graph(R"(
    views.py
      route_handler /items/:id
      function show()
    client.py
      function load()
      external endpoint://https://shop.example/items/7?full=1
      external endpoint:///elsewhere
      function listen()
    tests/own_app.py +test
      route_handler /items/:id
      external endpoint:///items/8
      function ask() +test
    views.py:/items/:id -handles_route-> show
    load -consumes_endpoint-> client.py:endpoint://https://shop.example/items/7?full=1
    listen -consumes_endpoint-> client.py:endpoint:///elsewhere
    ask -consumes_endpoint-> tests/own_app.py:endpoint:///items/8
  )");

  EXPECT_THAT(Hops(graph, Blast(graph, "show")), ElementsAre("0 show", "1 /items/:id", "2 load"));
}

TEST(BlastRadius, KeepsToTheFileOfATestThatDeclaresTheRoute) {
  const DrawnGraph graph(R"(
    tests/one.rb +test
      route_handler /
      function shown()
      external endpoint:///?a=1
      function ask() +test
    tests/two.rb +test
      external endpoint:///
      function other() +test
    client.rb
      external endpoint:///?b=1
      function load()
    tests/one.rb:/ -handles_route-> shown
    ask -consumes_endpoint-> tests/one.rb:endpoint:///?a=1
    other -consumes_endpoint-> tests/two.rb:endpoint:///
    load -consumes_endpoint-> client.rb:endpoint:///?b=1
  )");

  EXPECT_THAT(Hops(graph, Blast(graph, "shown")), ElementsAre("0 shown", "1 /", "2 ask"));
}

TEST(BlastRadius, GroupsDependentsByHop) {
  const BlastResult result = Blast(BlastChain(), "root", {.depth = 2});

  EXPECT_THAT(Hops(BlastChain(), result), ElementsAre("0 root", "1 direct", "2 second", "2 check"));
  EXPECT_THAT(result.hop_counts, ElementsAre(1, 1, 2));
  EXPECT_EQ(result.affected_symbols, 3U);
  EXPECT_EQ(result.affected_files, 2U);
  EXPECT_EQ(result.affected_tests, 1U);
}

TEST(BlastRadius, SaysWhenTheDepthCutsSomethingOff) {
  EXPECT_TRUE(Blast(BlastChain(), "root", {.depth = 2}).beyond_depth);
  EXPECT_FALSE(Blast(BlastChain(), "root", {.depth = 3}).beyond_depth);
  EXPECT_TRUE(Blast(BlastChain(), "root", {.depth = 0}).beyond_depth);
}

TEST(BlastRadius, EndsInACycle) {
  const BlastResult result = Blast(BlastChain(), "root", {.depth = 64});

  EXPECT_EQ(result.affected_symbols, 4U) << "third calls second, and root calls third";
  EXPECT_FALSE(result.beyond_depth);
  EXPECT_EQ(result.omitted, 0U);
}

TEST(BlastRadius, TellsTheWayToEachEntry) {
  const BlastResult result = Blast(BlastChain(), "root", {.depth = 2});

  EXPECT_EQ(result.entries[0].via, 0U);
  EXPECT_EQ(result.entries[1].via, 0U);
  EXPECT_EQ(result.entries[2].via, 1U);
  EXPECT_EQ(result.entries[1].type, EdgeType::kCalls);
  // The edge was drawn on the ninth line.
  EXPECT_THAT(result.entries[1].sites, ElementsAre(Position{.line = 9, .column = 5}));
  EXPECT_THAT(result.entries[0].sites, IsEmpty());
}

TEST(BlastRadius, MultipliesConfidenceAndKeepsTheSurestWay) {
  const DrawnGraph graph(R"(
a.py
  function root
  function guess
  function sure
  function far
guess -calls:candidate-> root
sure -calls:import_binding-> root
far -> guess
far -> sure
)");
  const BlastResult result = Blast(graph, "root");

  EXPECT_THAT(Hops(graph, result), ElementsAre("0 root", "1 sure", "1 guess", "2 far"));
  EXPECT_FLOAT_EQ(result.entries[1].confidence, 0.97F);
  EXPECT_FLOAT_EQ(result.entries[2].confidence, 0.3F);
  EXPECT_FLOAT_EQ(result.entries[3].confidence, 0.97F * 0.98F);
  EXPECT_EQ(result.entries[3].via, 1U);
}

TEST(BlastRadius, FollowsOnlyEdgesThatCarryDependence) {
  const DrawnGraph graph(R"(
a.py
  class Base
  class Derived
  function uses
  function documents
Derived -extends-> Base
uses -type_hint_of-> Derived
documents -documents-> Base
)");
  EXPECT_THAT(Hops(graph, Blast(graph, "Base")), ElementsAre("0 Base", "1 Derived", "2 uses"));
  EXPECT_THAT(Hops(graph, Blast(graph, "Base", {.edge_types = {EdgeType::kDocuments}})),
              ElementsAre("0 Base", "1 documents"));
}

TEST(BlastRadius, LeavesOutWeakEdgesWhenAsked) {
  const DrawnGraph graph(R"(
a.py
  function root
  function guess
guess -calls:candidate-> root
)");
  const BlastResult result = Blast(graph, "root", {.min_confidence = 0.5F});

  EXPECT_EQ(result.affected_symbols, 0U);
  EXPECT_EQ(result.edges_visited, 1U) << "the weak call";
  EXPECT_EQ(result.weak_edges, 1U);
  EXPECT_FALSE(result.beyond_depth);
}

TEST(BlastRadius, OfATypeHoldsThatOfItsMembers) {
  const DrawnGraph graph(R"(
a.py
  class Type
    method member
    class Inner
      method deep
b.py
  function caller
  function deep_caller
caller -> member
deep_caller -> deep
)");
  const BlastResult result = Blast(graph, "Type");

  EXPECT_THAT(Hops(graph, result), ElementsAre("0 Type", "0 Type.member", "0 Type.Inner",
                                               "0 Type.Inner.deep", "1 caller", "1 deep_caller"));
  EXPECT_EQ(result.affected_symbols, 2U);
  EXPECT_EQ(result.entries[4].via, 1U);
}

TEST(BlastRadius, TreatsADeclarationAndItsDefinitionAsOne) {
  const DrawnGraph graph(R"(
a.h
  function f +decl
  function g +decl
a.cc
  function f
  function g
b.cc
  function caller
a.h:f -declares-> a.cc:f
a.h:g -declares-> a.cc:g
a.cc:g -> a.h:f
caller -> a.h:g
)");
  for (const std::string_view root : {"a.h:f", "a.cc:f"}) {
    const BlastResult result = Blast(graph, root);

    ASSERT_EQ(result.entries.size(), 3U) << root;
    EXPECT_EQ(result.entries[0].symbol, graph.At("a.cc:f"));
    EXPECT_EQ(result.entries[1].symbol, graph.At("a.cc:g"));
    EXPECT_EQ(result.entries[2].symbol, graph.At("caller"));
  }
}

TEST(BlastRadius, ReachesCallersOfAnOverriddenMethodButNotItsSiblings) {
  const DrawnGraph graph(R"(
base.h
  class Base
    method run +decl
derived.cc
  class Derived
    method run
  class Sibling
    method run
main.cc
  function main
  function sibling_caller
Derived::run -overrides-> Base::run
Sibling::run -overrides-> Base::run
main -calls:annotated_receiver-> Base::run
sibling_caller -> Sibling::run
)");
  const BlastResult result = Blast(graph, "Derived::run");

  EXPECT_THAT(Hops(graph, result), ElementsAre("0 Derived::run", "1 main"));
  EXPECT_FLOAT_EQ(result.entries[1].confidence, 0.93F * 0.98F) << "call and override";
  EXPECT_THAT(Hops(graph, Blast(graph, "Derived::run", {.edge_types = {EdgeType::kCalls}})),
              ElementsAre("0 Derived::run", "1 main"))
      << "a call through the base is a call";
}

TEST(BlastRadius, OfABaseMethodReachesItsOverridesAndTheirCallers) {
  const DrawnGraph graph(R"(
a.cc
  class Base
    method run
  class Derived
    method run
  function caller
Derived::run -overrides-> Base::run
caller -> Derived::run
)");
  EXPECT_THAT(Hops(graph, Blast(graph, "Base::run")),
              ElementsAre("0 Base::run", "1 Derived::run", "2 caller"));
}

TEST(BlastRadius, IsCompleteOnlyWhenNothingCouldAddToIt) {
  const DrawnGraph graph(R"(
a.py
  function root
  function caller
  function stranger
caller -> root
caller ? root unknown
stranger ? print external
stranger ? unrelated dynamic
)");
  const BlastResult result = Blast(graph, "root");

  EXPECT_EQ(result.missing.completeness(), Completeness::kComplete)
      << "the caller is known, print is elsewhere, unrelated is another name";
  EXPECT_EQ(result.missing.ToString(), "");
}

TEST(BlastRadius, IsIncompleteWhereUsesOfADeclarationOutsideMayRunWhatIsReached) {
  const DrawnGraph graph(R"(
    src/a.java
      class Input
        method read()
        method skip()
      function decode()
      function lonely()
      function stranger()
    Input.read -> decode
    Input.read ? read:overrides external
    Input.skip ? skip:overrides external
    stranger ? read external
  )");

  const BlastResult result = Blast(graph, "decode", {.depth = 5});
  EXPECT_EQ(result.missing.completeness(), Completeness::kIncomplete);
  EXPECT_EQ(result.missing.ToString(),
            "1 use of a declaration outside that it may override, "
            "code outside the repository may call it");
  EXPECT_EQ(Blast(graph, "decode", {.depth = 1}).missing.completeness(), Completeness::kComplete)
      << "who calls Input.read is two hops away";
  EXPECT_EQ(Blast(graph, "lonely").missing.completeness(), Completeness::kComplete);
  const BlastResult unused = Blast(graph, "Input.skip");
  EXPECT_EQ(unused.missing.completeness(), Completeness::kLikelyComplete)
      << "no place of the repository uses what it overrides";
  EXPECT_EQ(unused.missing.ToString(), "code outside the repository may call it");
}

TEST(BlastRadius, IsIncompleteWhenAnUnresolvedReferenceMayReachIt) {
  const DrawnGraph graph(R"(
a.py
  function root
  function stranger
  function other
stranger ? root dynamic
other ? root unknown
)");
  const BlastResult result = Blast(graph, "root");

  EXPECT_EQ(result.affected_symbols, 0U);
  EXPECT_EQ(result.missing.completeness(), Completeness::kIncomplete);
  EXPECT_EQ(result.missing.possible_uses.size(), 2U);
  EXPECT_THAT(result.missing.ToString(), HasSubstr("2 unresolved references"));
}

TEST(BlastRadius, CountsAnAmbiguousReferenceByItsCandidates) {
  const DrawnGraph graph(R"(
a.py
  function root
  function x
    function run
  function y
    function run
  function stranger
stranger ? run ambiguous x.run
)");
  EXPECT_EQ(Blast(graph, "x.run").missing.completeness(), Completeness::kIncomplete);
  EXPECT_EQ(Blast(graph, "y.run").missing.completeness(), Completeness::kComplete);
}

TEST(BlastRadius, CountsAnAmbiguousReferenceByTheDefinitionsOfItsCandidates) {
  const DrawnGraph graph(R"(
box.h
  class Box
    method Put +decl
  class Other
    method Put +decl
box.cc
  method Box::Put
  method Other::Put
  function stranger
box.h:Box::Put -declares-> box.cc:Box::Put
box.h:Other::Put -declares-> box.cc:Other::Put
stranger ? Put ambiguous box.h:Box::Put
)");
  EXPECT_EQ(Blast(graph, "box.cc:Box::Put").missing.completeness(), Completeness::kIncomplete);
  EXPECT_EQ(Blast(graph, "box.cc:Other::Put").missing.completeness(), Completeness::kComplete);
}

TEST(BlastRadius, OfCallsAloneIsIncompleteWhenAValueIsHandedOn) {
  const DrawnGraph graph(R"(
a.py
  function given
  function main
main -references-> given
)");

  EXPECT_EQ(Blast(graph, "given").missing.completeness(), Completeness::kComplete);
  const BlastResult calls = Blast(graph, "given", {.edge_types = {EdgeType::kCalls}});
  EXPECT_EQ(calls.missing.completeness(), Completeness::kIncomplete);
  EXPECT_EQ(calls.missing.ToString(), "1 use as a value");
}

TEST(BlastRadius, IsNotPutInDoubtByAnotherLanguage) {
  const DrawnGraph graph(R"(
a.py
  function root
b.go
  function stranger
stranger ? root unknown
)");
  EXPECT_EQ(Blast(graph, "a.py:root").missing.completeness(), Completeness::kComplete);
}

TEST(BlastRadius, IsIncompleteWhereOperatorsMayRunIt) {
  const DrawnGraph graph("a.py\n  class Box\n    method __add__\n    method add\n");
  const BlastResult result = Blast(graph, "Box.__add__");

  EXPECT_EQ(result.missing.completeness(), Completeness::kIncomplete);
  EXPECT_EQ(result.missing.ToString(), "operators or other syntax may run it without an edge");
  EXPECT_EQ(Blast(graph, "Box.add").missing.completeness(), Completeness::kComplete);
}

TEST(BlastRadius, IsLikelyCompleteWhenFilesOfItsLanguageWereSkipped) {
  const DrawnGraph binary("a.py\n  function root\nskipped x.png binary\n");
  const DrawnGraph large("a.py\n  function root\nskipped x.py too_large\n");
  const DrawnGraph other("a.py\n  function root\nb.js\n  function b\nskipped x.js too_large\n");

  EXPECT_EQ(Blast(binary, "root").missing.completeness(), Completeness::kComplete);
  EXPECT_EQ(Blast(large, "root").missing.completeness(), Completeness::kLikelyComplete);
  EXPECT_EQ(Blast(large, "root").missing.ToString(), "") << "told once an index";
  EXPECT_EQ(Blast(other, "root").missing.completeness(), Completeness::kComplete);
  EXPECT_EQ(Blast(other, "b").missing.completeness(), Completeness::kLikelyComplete);
}

TEST(BlastRadius, CutsEntriesAtTheLimitButCountsAll) {
  const BlastResult result = Blast(BlastChain(), "root", {.depth = 3, .limit = 1});

  EXPECT_THAT(Hops(BlastChain(), result), ElementsAre("0 root", "1 direct"));
  EXPECT_EQ(result.affected_symbols, 4U);
  EXPECT_EQ(result.omitted, 3U);
}

TEST(BlastRadius, LimitsTheMembersOfARootToWhatIsLeftOrWasPassedThrough) {
  const DrawnGraph graph(R"(
a.py
  class Type
    method first
    method second
    method third
b.py
  function caller
caller -> third
)");
  EXPECT_THAT(Hops(graph, Blast(graph, "Type", {.limit = 2})),
              ElementsAre("0 Type", "0 Type.third", "1 caller"));
  EXPECT_THAT(Hops(graph, Blast(graph, "Type", {.limit = 3})),
              ElementsAre("0 Type", "0 Type.first", "0 Type.third", "1 caller"));
  const BlastResult none = Blast(graph, "Type", {.limit = 1});
  EXPECT_THAT(Hops(graph, none), ElementsAre("0 Type"))
      << "the caller without the member that it calls would hang in the air";
  EXPECT_EQ(none.omitted, 4U);
  EXPECT_EQ(none.affected_symbols, 1U);
}

TEST(BlastRadius, TellsTheSameWhateverTheOrderOfIds) {
  const std::string_view files[] = {"a.py\n  function root\n", "b.py\n  function b\n",
                                    "c.py\n  function c\n", "d.py\n  function d\n"};
  const std::string_view edges = "b -> root\nc -> root\nd -> b\nd -> c\n";
  std::string forward;
  std::string backward;
  for (int i = 0; i < 4; ++i) {
    forward += files[i];
    backward += files[3 - i];
  }
  const DrawnGraph a(forward + std::string(edges));
  const DrawnGraph b(backward + std::string(edges));

  EXPECT_EQ(Hops(a, Blast(a, "root")), Hops(b, Blast(b, "root")));
  EXPECT_EQ(Blast(a, "root").entries[3].via, Blast(b, "root").entries[3].via);
}

TEST(BlastRadius, GivesTheSameWithAWorkspaceThatWasUsedBefore) {
  Workspace workspace;
  const BlastResult first = Blast(BlastChain(), "root", {.workspace = &workspace});
  const BlastResult second = Blast(BlastChain(), "root", {.workspace = &workspace});

  EXPECT_EQ(Hops(BlastChain(), first), Hops(BlastChain(), second));
  EXPECT_EQ(first.affected_files, second.affected_files);
}

TEST(BlastRadius, TellsThePlacesThatAnEarlierAnswerTold) {
  Workspace workspace;
  (void)Blast(BlastChain(), "second", {.workspace = &workspace});
  const BlastResult cold = Blast(BlastChain(), "root");
  for (int asked = 0; asked < 2; ++asked) {
    const BlastResult warm = Blast(BlastChain(), "root", {.workspace = &workspace});
    ASSERT_EQ(warm.entries.size(), cold.entries.size());
    for (std::size_t i = 0; i < cold.entries.size(); ++i) {
      EXPECT_EQ(warm.entries[i].sites, cold.entries[i].sites) << i;
      EXPECT_EQ(warm.entries[i].sites.empty(), i == 0) << i;
    }
  }
}

TEST(BlastRadius, RefusesWhatItCannotAnswer) {
  const graph::ReadView& view = BlastChain().view();
  const std::vector<SymbolId> root = {BlastChain().At("root")};
  const std::vector<SymbolId> stranger = {SymbolId{9999}};
  const std::atomic<bool> cancelled = true;

  EXPECT_THAT(ComputeBlastRadius(view, {}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no symbol")));
  EXPECT_THAT(ComputeBlastRadius(view, stranger, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("9999")));
  EXPECT_THAT(ComputeBlastRadius(view, root, {.depth = 65}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("the limit is 64")));
  EXPECT_THAT(ComputeBlastRadius(view, root, {.cancelled = &cancelled}),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("cancelled")));
}

}  // namespace
}  // namespace waymark::retrieval
