#include "question/quoted.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/drawn_graph.h"
#include "testing/status_matchers.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::StatusIs;
using ::waymark::testing::DrawnGraph;

const DrawnGraph& QuotedGraph() {
  static const DrawnGraph graph(R"(
src/cart.py
  function raises 'the cart is not open'
  function mentions 'open the cart it is not'
  function counts 'expected items but the cart has'
  function other
  class Shop 'shop we are all out of cake'
    method sell 'we are out of cake today'
  function runs 'the lines of all'
)");
  return graph;
}

// The file, each function on its line.
std::string Source() {
  std::string text;
  std::uint32_t lines = 0;
  const auto put = [&](std::string_view name, std::string_view source) {
    const std::uint32_t at = QuotedGraph().view().Symbol(QuotedGraph().At(name)).range.begin.line;
    for (++lines; lines < at; ++lines) text += '\n';
    text += std::string(source) + "\n";
  };
  put("raises", "def raises(): fail('the cart is not open')");
  put("mentions", "def mentions(): say('open the cart it is not')");
  put("counts", "def counts(): fail(f'expected {count} items but the cart has {total}')");
  put("Shop", "class Shop: x = fail('shop: we are all out of cake'); \\");
  put("Shop.sell", "  def sell(): fail('we are out of cake today')");
  put("runs", "def runs(): return all_of(the_lines) or 'the lines of all'");
  return text;
}

std::vector<std::string> Quoted(std::string_view task) {
  const auto ranking = RankQuoted(
      QuotedGraph().view(), task, [](const FileRow&) { return std::optional(Source()); }, nullptr);
  EXPECT_THAT(ranking, testing::IsOk());
  std::vector<SymbolId> symbols;
  for (const RankedSymbol& ranked : ranking.value()) symbols.push_back(ranked.symbol);
  return QuotedGraph().NamesOf(symbols);
}

TEST(Quoted, MeansWhatHoldsTheWordsInTheirOrder) {
  EXPECT_THAT(Quoted("it fails with \"The cart is not open\""), ElementsAre("raises"));
}

TEST(Quoted, IsWhatStandsBehindAWordForAnError) {
  for (const std::string_view task :
       {"CartError: The cart is not open", "fatal error: the cart is not open",
        "shop.CartException: The cart is not open\n  at line 3",
        "panic: while selling: the cart is not open",
        "E   AssertionError:  the cart is not open"}) {
    EXPECT_THAT(Quoted(task), ElementsAre("raises")) << task;
  }
  EXPECT_THAT(Quoted("shop: the cart is not open"), IsEmpty()) << "the subject of a change";
  EXPECT_THAT(Quoted("the cart is not open"), IsEmpty());
  EXPECT_THAT(Quoted("ValueError: "), IsEmpty());
}

TEST(Quoted, LeavesRoomForValues) {
  EXPECT_THAT(Quoted("it says 'expected 3 items but the cart has 4'"), ElementsAre("counts"));
}

TEST(Quoted, IsOfSeveralWordsAndOfQuotesOnly) {
  EXPECT_THAT(Quoted("the `cart` is not open"), IsEmpty());
  EXPECT_THAT(Quoted("it fails with \"nothing like that at all\""), IsEmpty());
}

TEST(Quoted, IsNotWhatCodeOrMembersSay) {
  EXPECT_THAT(Quoted("it runs 'all of the lines'"), IsEmpty()) << "the code says so";
  EXPECT_THAT(Quoted("it says 'we are out of cake'"), ElementsAre("Shop.sell"));
}

TEST(Quoted, NeedsTheSourceThatWasIndexed) {
  const auto ranking = RankQuoted(
      QuotedGraph().view(), "it says 'the cart is not open'",
      [](const FileRow&) { return std::optional<std::string>(); }, nullptr);
  ASSERT_THAT(ranking, testing::IsOk());
  EXPECT_THAT(*ranking, IsEmpty());
}

TEST(Quoted, IsGivenUpWhenCancelled) {
  const std::atomic<bool> cancelled = true;
  EXPECT_THAT(RankQuoted(
                  QuotedGraph().view(), "it says 'the cart is not open'",
                  [](const FileRow&) { return std::optional(Source()); }, &cancelled),
              StatusIs(absl::StatusCode::kCancelled));
}

}  // namespace
}  // namespace waymark::retrieval
