#include "retrieval/quoted.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::waymark::testing::DrawnGraph;

const DrawnGraph& Graph() {
  static const DrawnGraph graph(R"(
src/cart.py
  function raises 'the cart is not open'
  function mentions 'open the cart it is not'
  function counts 'expected items but the cart has'
  function other
)");
  return graph;
}

// The file, each function on its line.
std::string Source() {
  std::string text;
  std::uint32_t lines = 0;
  const auto put = [&](std::string_view name, std::string_view source) {
    const std::uint32_t at = Graph().view().Symbol(Graph().At(name)).range.begin.line;
    for (++lines; lines < at; ++lines) text += '\n';
    text += std::string(source) + "\n";
  };
  put("raises", "def raises(): fail('the cart is not open')");
  put("mentions", "def mentions(): say('open the cart it is not')");
  put("counts", "def counts(): fail(f'expected {count} items but the cart has {total}')");
  return text;
}

std::vector<std::string> Quoted(std::string_view task) {
  const ContextResult result =
      RankQuoted(Graph().view(), task, [](const FileRow&) { return std::optional(Source()); });
  std::vector<SymbolId> symbols;
  for (const RankedSymbol& ranked : result.ranking) symbols.push_back(ranked.symbol);
  return Graph().NamesOf(symbols);
}

TEST(Quoted, MeansWhatHoldsTheWordsInTheirOrder) {
  EXPECT_THAT(Quoted("it fails with \"The cart is not open\""), ElementsAre("raises"));
}

TEST(Quoted, LeavesRoomForValues) {
  EXPECT_THAT(Quoted("it says 'expected 3 items but the cart has 4'"), ElementsAre("counts"));
}

TEST(Quoted, IsOfSeveralWordsAndOfQuotesOnly) {
  EXPECT_THAT(Quoted("the `cart` is not open"), IsEmpty());
  EXPECT_THAT(Quoted("it fails with \"nothing like that at all\""), IsEmpty());
}

TEST(Quoted, NeedsTheSourceThatWasIndexed) {
  const ContextResult result =
      RankQuoted(Graph().view(), "it says 'the cart is not open'",
                 [](const FileRow&) { return std::optional<std::string>(); });
  EXPECT_THAT(result.ranking, IsEmpty());
}

}  // namespace
}  // namespace waymark::retrieval
