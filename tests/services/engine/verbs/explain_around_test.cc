// Why a symbol is where it is in what is around symbols, files and changes, alone or beside a task.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "services/explanation_text.h"
#include "shop_repository.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using retrieval::Part;
using retrieval::PathEdge;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::TempDir;

class ExplainAroundTest : public ::testing::Test {
 protected:
  void SetUp() override {
    repository_.Commit("begin");
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  // Of the last component of a qualified name that is in the answer, unless it is not ranked.
  SymbolExplanation Explain(ContextRequest request, const std::string& symbol) {
    request.root = root_;
    request.explain = true;
    request.explained = symbol;
    const absl::StatusOr<ContextAnswer> answer = engine_->Context(request, {});
    EXPECT_TRUE(answer.ok()) << answer.status();
    if (!answer.ok()) return {};
    SymbolExplanation explained = answer->explanation->symbol.value();
    if (explained.packed != 0) {
      const wire::Symbol& packed = answer->payload.symbols.at(explained.packed - 1);
      EXPECT_EQ(packed.qualified_name, explained.name);
      EXPECT_FLOAT_EQ(packed.score, explained.ranking.scores.score);
    }
    return explained;
  }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  testing::GitRepository repository_{root_};
  std::unique_ptr<Engine> engine_;
};

std::vector<Part> PartsOf(const std::vector<retrieval::PartRank>& ranks) {
  std::vector<Part> parts;
  for (const retrieval::PartRank& rank : ranks) parts.push_back(rank.part);
  return parts;
}

std::uint32_t RankWithout(const SymbolExplanation& symbol, Part part) {
  for (const retrieval::PartRank& rank : symbol.ranking.without) {
    if (rank.part == part) return rank.rank;
  }
  ADD_FAILURE() << "the part is not looked at";
  return 0;
}

TEST_F(ExplainAroundTest, TellsTheWayFromTheNearestOfWhatIsAskedAbout) {
  const SymbolExplanation symbol = Explain({.around = {"checkout"}}, "price_of");

  const retrieval::SymbolRanking& ranking = symbol.ranking;
  EXPECT_GT(ranking.rank, 1U);
  EXPECT_FALSE(ranking.is_asked_about);
  EXPECT_EQ(ranking.scores.parts.lexical, 0);
  EXPECT_EQ(ranking.scores.parts.focus, 0);
  EXPECT_GT(ranking.scores.parts.walk, 0);
  EXPECT_EQ(ranking.scores.distance, 2U);
  EXPECT_THAT(
      ranking.path,
      ElementsAre(PathEdge{"shop.checkout.checkout", EdgeType::kCalls, "shop.cart.Cart.total"},
                  PathEdge{"shop.cart.Cart.total", EdgeType::kCalls, "shop.pricing.price_of"}));
  EXPECT_THAT(TextOf(symbol, kDefaultBudgetTokens),
              HasSubstr("shop.checkout.checkout calls shop.cart.Cart.total\n"));
}

TEST_F(ExplainAroundTest, TellsTheWayAgainstTheDirectionOfAnEdge) {
  const SymbolExplanation symbol = Explain({.around = {"discount"}}, "price_of");

  EXPECT_THAT(symbol.ranking.path, ElementsAre(PathEdge{"shop.pricing.price_of", EdgeType::kCalls,
                                                        "shop.pricing.discount"}));
}

TEST_F(ExplainAroundTest, LooksAtThePartsThatSuchARankingHas) {
  const SymbolExplanation symbol = Explain({.around = {"checkout"}}, "price_of");

  EXPECT_THAT(symbol.ranking.alone, IsEmpty());
  EXPECT_THAT(PartsOf(symbol.ranking.without),
              ElementsAre(Part::kStaticPrior, Part::kWalk, Part::kExpansion, Part::kHubs,
                          Part::kDuplicates, Part::kDiversity));
  EXPECT_EQ(RankWithout(symbol, Part::kWalk), 0U) << "nothing else leads to it";
  EXPECT_THAT(TextOf(symbol, kDefaultBudgetTokens), Not(HasSubstr("channel alone")));
}

TEST_F(ExplainAroundTest, TellsWhatIsOfAFile) {
  const ContextRequest request{.around = {"shop/pricing.py"}};
  const SymbolExplanation symbol = Explain(request, "discount");

  EXPECT_TRUE(symbol.ranking.is_asked_about);
  EXPECT_GT(symbol.ranking.scores.parts.focus, 0.5F);
  EXPECT_EQ(symbol.ranking.scores.distance, 0U);
  EXPECT_FALSE(Explain(request, "Cart.total").ranking.is_asked_about);
}

TEST_F(ExplainAroundTest, TellsWhatChanged) {
  repository_.Write("shop/page.py", "def render(amount):\n    return f\"<b>{amount}</b>\"\n");
  WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));

  const SymbolExplanation symbol = Explain({.base = "HEAD"}, "shop.page.render");

  EXPECT_TRUE(symbol.ranking.is_asked_about);
  EXPECT_EQ(symbol.ranking.rank, 1U);
  EXPECT_FALSE(Explain({.base = "HEAD"}, "shop.mail.render").ranking.is_asked_about);
}

TEST_F(ExplainAroundTest, TellsThatNothingLeadsToASymbol) {
  const SymbolExplanation symbol = Explain({.around = {"shop.page.render"}}, "Cart.add");

  EXPECT_EQ(symbol.ranking.rank, 0U);
  EXPECT_THAT(TextOf(symbol, kDefaultBudgetTokens),
              HasSubstr("not ranked: the walk from what is asked about leads elsewhere"));
}

TEST_F(ExplainAroundTest, TellsTheRankInEachRankingThatIsJoined) {
  const ContextRequest request{
      .task = "mail the receipt", .also = {"discount"}, .around = {"shop/cart.py"}};
  const SymbolExplanation symbol = Explain(request, "send_receipt");

  ASSERT_EQ(symbol.ranking.rankings.size(), 3U);
  EXPECT_EQ(symbol.ranking.rankings[0].task, "mail the receipt");
  EXPECT_EQ(symbol.ranking.rankings[0].rank, 1U);
  EXPECT_EQ(symbol.ranking.rankings[1].task, "discount");
  EXPECT_NE(symbol.ranking.rankings[1].rank, 1U);
  EXPECT_EQ(symbol.ranking.rankings[2].task, "");
  EXPECT_NE(symbol.ranking.rankings[2].rank, 1U);
  EXPECT_EQ(symbol.ranking.without.size(), retrieval::AllParts().size() - 1) << "but packing";
  EXPECT_THAT(TextOf(symbol, kDefaultBudgetTokens), HasSubstr("  task 1                    1 of"));
}

TEST_F(ExplainAroundTest, TellsTheRankByEachPartOfTheScore) {
  const SymbolExplanation symbol = Explain({.task = "mail the receipt"}, "send_receipt");

  ASSERT_FALSE(symbol.ranking.part_ranks.empty());
  EXPECT_EQ(symbol.ranking.part_ranks[0].row->name, "lexical");
  EXPECT_EQ(symbol.ranking.part_ranks[0].rank, 1U);
  for (const retrieval::ScorePartRank& rank : symbol.ranking.part_ranks) {
    EXPECT_NE(symbol.ranking.scores.parts.*rank.row->part, 0) << rank.row->name;
  }
}

TEST_F(ExplainAroundTest, TellsWhereThePackEndsAndHowMuchOfASymbolIsShown) {
  const SymbolExplanation first = Explain({.task = "mail the receipt"}, "send_receipt");
  EXPECT_EQ(first.packed, 1U);
  EXPECT_EQ(first.shown, retrieval::Fidelity::kBody);
  EXPECT_THAT(TextOf(first, kDefaultBudgetTokens), HasSubstr(", with its source\n"));

  const ContextRequest one{.task = "mail the receipt", .max_symbols = 1};
  const SymbolExplanation other = Explain(one, "Cart.add");
  EXPECT_EQ(other.packed, 0U);
  EXPECT_EQ(other.pack_size, 1U);
  EXPECT_EQ(other.last_rank, 1U);
  EXPECT_FLOAT_EQ(other.last_score, 1);
  EXPECT_THAT(TextOf(other, 200), HasSubstr("200 tokens hold 1 symbol, down to rank 1 with"));

  SymbolExplanation none = other;
  none.pack_size = 0;
  EXPECT_THAT(TextOf(none, 130), HasSubstr("130 tokens hold no symbol"));
}

}  // namespace
}  // namespace waymark::services
