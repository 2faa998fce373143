#include "impact/derived_edges.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

using testing::DrawnGraph;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Derivation = void (*)(const graph::ReadView&, SymbolId, std::vector<DerivedEdge>&);

std::vector<std::string> DerivedNames(const DrawnGraph& graph, Derivation derive,
                                      const std::string& name) {
  std::vector<DerivedEdge> edges;
  derive(graph.view(), graph.At(name), edges);
  std::vector<SymbolId> symbols;
  for (const DerivedEdge& edge : edges) symbols.push_back(edge.symbol);
  return graph.NamesOf(symbols);
}

constexpr char kTested[] = R"(
  src/shop.py
    function add
    function remove
    function total
    function alone
  tests/test_shop.py +test
    function test_cart +test
    function test_more +test
  test_cart -tests-> add
  test_cart -tests-> remove
  test_cart -tests-> total
  test_more -tests-> add
  test_more -tests-> total
)";

TEST(CoTestedWith, ThoseOfTheMostTestsInCommonComeFirst) {
  const DrawnGraph graph(kTested);

  EXPECT_THAT(DerivedNames(graph, CoTestedWith, "add"), ElementsAre("total", "remove"));
  EXPECT_THAT(DerivedNames(graph, CoTestedWith, "alone"), IsEmpty());
}

TEST(CoTestedWith, TheWitnessIsATestOfBoth) {
  const DrawnGraph graph(kTested);
  std::vector<DerivedEdge> edges;

  CoTestedWith(graph.view(), graph.At("remove"), edges);

  ASSERT_EQ(edges.size(), 2U);
  EXPECT_EQ(edges[0].type, EdgeType::kCoTestedWith);
  EXPECT_EQ(edges[0].rule, EdgeRule::kCoTested);
  EXPECT_EQ(graph.NameOf(edges[0].witness), "test_cart");
}

TEST(CoTestedWith, ATestOfEverythingTellsNothing) {
  std::string drawing = "\n  src/shop.py\n";
  std::string edges;
  for (std::size_t i = 0; i <= kMaxTestedTogether; ++i) {
    drawing += "    function f" + std::to_string(i) + "\n";
    edges += "  test_all -tests-> f" + std::to_string(i) + "\n";
  }
  const DrawnGraph graph(drawing + "  tests/test_all.py +test\n    function test_all +test\n" +
                         edges);

  EXPECT_THAT(DerivedNames(graph, CoTestedWith, "f0"), IsEmpty());
}

constexpr char kAlike[] = R"(
  src/codec.py
    function encode_json_body(value, stream)
    function encode_json_line(value, stream)
    function encode(value)
    function close_stream(stream)
    class encode_json_type(value, stream)
  tests/test_codec.py +test
    function encode_json_test(value, stream) +test
)";

TEST(SimilarTo, AsksForHalfOfTheWordsAndTheSameKind) {
  const DrawnGraph graph(kAlike);

  EXPECT_THAT(DerivedNames(graph, SimilarTo, "encode_json_body"), ElementsAre("encode_json_line"));
  EXPECT_THAT(DerivedNames(graph, SimilarTo, "close_stream"), IsEmpty());
}

TEST(SimilarTo, IsSymmetric) {
  const DrawnGraph graph(kAlike);

  EXPECT_THAT(DerivedNames(graph, SimilarTo, "encode_json_line"), ElementsAre("encode_json_body"));
}

TEST(SimilarTo, FewWordsAreLikeNothing) {
  const DrawnGraph graph("\n  a.py\n    function run\n  b.py\n    function run\n");

  EXPECT_THAT(DerivedNames(graph, SimilarTo, "a.py:run"), IsEmpty());
}

}  // namespace
}  // namespace waymark::retrieval
