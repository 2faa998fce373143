// Why a symbol is in a pack or not, through the engine.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "services/engine.h"
#include "services/explanation_text.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using testing::StatusIs;
using testing::TempDir;

constexpr char kExplainedTask[] = "mail the receipt";

class ExplainTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  absl::StatusOr<ContextAnswer> Explain(const std::string& symbol, std::uint32_t budget = 5000) {
    return engine_->Context({.root = root_,
                             .task = kExplainedTask,
                             .budget_tokens = budget,
                             .explain = true,
                             .explained = symbol},
                            {});
  }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  std::unique_ptr<Engine> engine_;
};

std::uint32_t RankIn(const std::vector<retrieval::PartRank>& ranks, retrieval::Part part) {
  const auto at = std::find_if(ranks.begin(), ranks.end(),
                               [part](const auto& rank) { return rank.part == part; });
  return at == ranks.end() ? 0 : at->rank;
}

TEST_F(ExplainTest, TellsTheRankByEveryChannelAndWithoutEveryPart) {
  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer, Explain("send_receipt"));

  const SymbolExplanation& symbol = answer.explanation->symbol.value();
  EXPECT_EQ(symbol.name, "shop.mail.send_receipt");
  EXPECT_EQ(symbol.ranking.rank, 1U);
  EXPECT_EQ(symbol.packed, 1U);
  EXPECT_EQ(symbol.pack_size, answer.payload.symbols.size());
  EXPECT_EQ(symbol.ranking.without.size(), retrieval::AllParts().size() - 2)
      << "all but hubs and packing";
  EXPECT_EQ(RankIn(symbol.ranking.alone, retrieval::Part::kName), 1U);
  // No comment and no string holds a word of the task.
  EXPECT_EQ(RankIn(symbol.ranking.alone, retrieval::Part::kComments), 0U);
  EXPECT_FLOAT_EQ(symbol.ranking.scores.score, 1);
}

TEST_F(ExplainTest, TellsThatTheBudgetLeftASymbolOut) {
  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer, Explain("shop.checkout.checkout", 120));

  const SymbolExplanation& symbol = answer.explanation->symbol.value();
  EXPECT_GT(symbol.ranking.rank, symbol.pack_size);
  EXPECT_EQ(symbol.packed, 0U);
}

TEST_F(ExplainTest, TellsThatNothingLeadsToASymbol) {
  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer, Explain("shop.pricing.discount"));

  EXPECT_LE(answer.explanation->symbol->ranking.rank, answer.explanation->symbol->ranking.ranked);
  EXPECT_EQ(RankIn(answer.explanation->symbol->ranking.alone, retrieval::Part::kName), 0U);
}

float SumOf(const retrieval::ScoreParts& parts) {
  float sum = 0;
  for (const retrieval::ScorePartRow& row : retrieval::kScoreParts) sum += parts.*row.part;
  return sum;
}

TEST_F(ExplainTest, TellsWhatAPlaceAdds) {
  ContextRequest request{.root = root_, .task = "mail the receipt at shop/pricing.py:1"};
  request.explain = true;
  request.explained = "shop.pricing.price_of";
  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer, engine_->Context(request, {}));

  const retrieval::RankedSymbol& scores = answer.explanation->symbol->ranking.scores;
  EXPECT_GT(scores.parts.places, 0.3F);
  EXPECT_NEAR(SumOf(scores.parts), scores.score, 1e-5);
  EXPECT_THAT(TextOf(*answer.explanation->symbol, kDefaultBudgetTokens),
              HasSubstr(fmt::format("places          {:.3f}", scores.parts.places)));
}

TEST_F(ExplainTest, TellsWhatQuotedTextAdds) {
  ContextRequest request{.root = root_, .task = "it says 'take the money and mail the receipt'"};
  request.explain = true;
  request.explained = "shop.checkout.checkout";
  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer, engine_->Context(request, {}));

  const retrieval::SymbolRanking& ranking = answer.explanation->symbol->ranking;
  EXPECT_GT(ranking.scores.parts.quoted, 0.3F);
  EXPECT_NEAR(SumOf(ranking.scores.parts), ranking.scores.score, 1e-5);
  EXPECT_EQ(RankIn(ranking.alone, retrieval::Part::kQuoted), 1U);
  EXPECT_EQ(ranking.rank, 1U);
  EXPECT_EQ(answer.payload.symbols[0].qualified_name, "shop.checkout.checkout")
      << "the ranking that is explained is the one that was packed";

  request.without = retrieval::Parts::Of(retrieval::Part::kQuoted);
  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer without, engine_->Context(request, {}));
  EXPECT_EQ(without.explanation->symbol->ranking.scores.parts.quoted, 0);
}

TEST_F(ExplainTest, TellsOfASymbolThatIsNotRankedWhatLeadsToIt) {
  SymbolExplanation symbol;
  symbol.ranking.rankings = {{.task = kExplainedTask}};
  symbol.ranking.alone = {{retrieval::Part::kName, 0}, {retrieval::Part::kComments, 0}};
  EXPECT_THAT(TextOf(symbol, 100), HasSubstr("neither a word of the task nor the walk"));

  symbol.ranking.alone[1].rank = 7;
  EXPECT_THAT(TextOf(symbol, 100), HasSubstr("words of the task lead to it (comments), but"));
}

TEST_F(ExplainTest, JsonHasNoNumbersOfWhatIsNotKnown) {
  using nlohmann::json;
  const std::vector<std::string> of_ranked = {"rank", "score", "parts", "distance", "confidence"};
  SymbolExplanation symbol;
  json none = json::parse(JsonOf(symbol));
  for (const std::string& name : of_ranked) EXPECT_TRUE(none.at(name).is_null()) << name;
  EXPECT_TRUE(none.at("last_rank").is_null()) << "the pack has no symbol";
  EXPECT_TRUE(none.at("last_score").is_null());

  symbol.ranking.rank = 3;
  symbol.ranking.scores.distance = kFar;
  symbol.pack_size = 1;
  symbol.last_rank = 1;
  json ranked = json::parse(JsonOf(symbol));
  EXPECT_TRUE(ranked.at("distance").is_null()) << "no way leads to it";
  EXPECT_EQ(ranked.at("confidence"), 1);
  EXPECT_EQ(ranked.at("last_rank"), 1);
  symbol.ranking.scores.distance = 0;
  EXPECT_EQ(json::parse(JsonOf(symbol)).at("distance"), 0);
}

TEST_F(ExplainTest, NeedsASymbolThatIsThere) {
  EXPECT_THAT(Explain("no_such_thing"), StatusIs(absl::StatusCode::kNotFound));
}

TEST_F(ExplainTest, PartsCanBeLeftOut) {
  ContextRequest request{.root = root_, .task = kExplainedTask, .explain = true};
  request.without = retrieval::Parts::Of(retrieval::Part::kWalk);

  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer, engine_->Context(request, {}));

  for (const retrieval::ScoreParts& score : answer.explanation->symbols) EXPECT_EQ(score.walk, 0);
}

}  // namespace
}  // namespace waymark::services
