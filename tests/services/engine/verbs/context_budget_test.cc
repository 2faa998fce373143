// Budgets of context answers: what of them is used, and the smallest one that shows a symbol.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "services/payload_text.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "wire/codec.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::StatusIs;
using testing::TempDir;

class BudgetTest : public ::testing::TestWithParam<std::pair<std::string, wire::Tokenizer>> {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  absl::StatusOr<ContextAnswer> Ask(const std::string& task, std::uint32_t budget) {
    const auto& [format, tokenizer] = GetParam();
    return engine_->Context({.root = root_,
                             .task = task,
                             .budget_tokens = budget,
                             .encoding = {.format = format, .tokenizer = tokenizer}},
                            {});
  }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  std::unique_ptr<Engine> engine_;
};

TEST_P(BudgetTest, TheTextNeverTakesMoreTokensThanItsBudget) {
  const auto& [format, tokenizer] = GetParam();
  wire::CodecRegistry codecs = wire::CodecRegistry::BuiltIn();
  WM_ASSERT_OK(codecs.Register(TextCodec()));
  for (const std::uint32_t budget : {300U, 500U, 1000U, 5000U}) {
    WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer,
                            Ask("total price of the cart at checkout", budget));
    WM_ASSERT_OK_AND_ASSIGN(const std::string text,
                            codecs.Encode(format, answer.payload, wire::kFullAnswer));

    EXPECT_EQ(wire::CountTokens(text, tokenizer), answer.payload.tokens_used);
    EXPECT_LE(answer.payload.tokens_used, budget);
    EXPECT_TRUE(budget < 1000 || !answer.payload.symbols.empty());
  }
}

TEST_P(BudgetTest, TheRefusalNamesTheSmallestBudgetThatWorks) {
  for (const std::uint32_t refused : {0U, 10U}) {
    const absl::StatusOr<ContextAnswer> refusal = Ask("total price", refused);
    ASSERT_THAT(refusal, StatusIs(absl::StatusCode::kInvalidArgument));
    const std::string message(refusal.status().message());
    const std::string marker = "smallest budget that works is ";
    const std::size_t at = message.find(marker);
    ASSERT_NE(at, std::string::npos) << message;
    const auto smallest =
        static_cast<std::uint32_t>(std::stoul(message.substr(at + marker.size())));

    WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer least, Ask("total price", smallest));
    EXPECT_FALSE(least.payload.symbols.empty());
    EXPECT_LE(least.payload.tokens_used, smallest);
    const absl::StatusOr<ContextAnswer> less = Ask("total price", smallest - 1);
    EXPECT_TRUE(!less.ok() || less->payload.symbols.empty());
  }
}

// The budget of the call for the rest, 0 where there is none.
std::uint32_t NextBudget(const ContextAnswer& answer) {
  constexpr std::string_view kFlag = " --budget ";
  if (!answer.payload.truncation) return 0;
  const std::string& call = answer.payload.truncation->next_call;
  const std::size_t at = call.find(kFlag);
  if (at == std::string::npos) return 0;
  return static_cast<std::uint32_t>(std::stoul(call.substr(at + kFlag.size())));
}

// Whatever the task is about, a token less shows none, and some more show one too.
TEST_P(BudgetTest, AnAnswerWithoutASymbolTellsTheSmallestBudgetThatShowsOne) {
  int told = 0;
  for (const char* task : {"total price", "mail the receipt", "checkout", "render"}) {
    std::uint32_t smallest = 0;
    for (std::uint32_t budget = 40; budget < 1000; budget += 5) {
      const absl::StatusOr<ContextAnswer> answer = Ask(task, budget);
      if (!answer.ok()) continue;
      EXPECT_LE(answer->payload.tokens_used, budget);
      if (!answer->payload.symbols.empty()) break;
      if (smallest != 0) {
        EXPECT_EQ(NextBudget(*answer), smallest) << "the same in every budget";
      }
      smallest = NextBudget(*answer);
      EXPECT_GT(smallest, budget);
    }
    if (smallest == 0) continue;
    ++told;
    for (std::uint32_t more = 0; more < 30; ++more) {
      WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer least, Ask(task, smallest + more));
      EXPECT_THAT(least.payload.symbols, Not(IsEmpty())) << task << " in " << smallest + more;
      EXPECT_LE(least.payload.tokens_used, smallest + more);
    }
    for (std::uint32_t less = 1; less < 30; ++less) {
      const absl::StatusOr<ContextAnswer> none = Ask(task, smallest - less);
      EXPECT_TRUE(!none.ok() || none->payload.symbols.empty()) << task << " less " << less;
    }
  }
  EXPECT_GT(told, 0);
}

TEST_P(BudgetTest, AnAnswerOfFewTokensTellsLessOfTheIndex) {
  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer few, Ask("total price", 999));
  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer many, Ask("total price", 1000));

  EXPECT_FALSE(few.payload.index->root.has_value());
  EXPECT_TRUE(many.payload.index->root.has_value());
  EXPECT_EQ(few.payload.index->generation, many.payload.index->generation);
  EXPECT_EQ(few.payload.index->files_differing, many.payload.index->files_differing);
}

TEST_P(BudgetTest, ALineThatAFileDoesNotHaveIsTold) {
  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer gone, Ask("it fails at shop/cart.py:9999", 2000));
  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer there, Ask("it fails at shop/cart.py:2", 2000));

  EXPECT_EQ(gone.payload.completeness.certainty, wire::Certainty::kIncomplete);
  EXPECT_THAT(gone.payload.completeness.reason,
              HasSubstr("1 place is not there (shop/cart.py:9999 of "));
  EXPECT_THAT(there.payload.completeness.reason, Not(HasSubstr("place is not there")));
}

TEST_P(BudgetTest, ANameThatTheLanguageHasIsNotLookedFor) {
  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer known, Ask("Cart.total raises ValueError", 2000));
  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer gone, Ask("Cart.total raises NoSuchError", 2000));

  EXPECT_THAT(known.payload.completeness.reason, Not(HasSubstr("Error")));
  EXPECT_THAT(gone.payload.completeness.reason, HasSubstr("1 name is not there (NoSuchError)"));
}

TEST_P(BudgetTest, APlaceOfTwoTasksIsToldOnce) {
  const auto& [format, tokenizer] = GetParam();
  const ContextRequest request{.root = root_,
                               .task = "it fails at shop/cart.py:9999",
                               .also = {"and shop/cart.py#L9999 too"},
                               .encoding = {.format = format, .tokenizer = tokenizer}};
  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer, engine_->Context(request, {}));
  EXPECT_THAT(answer.payload.completeness.reason, HasSubstr("1 place is not there"));
}

INSTANTIATE_TEST_SUITE_P(Formats, BudgetTest,
                         ::testing::Values(std::pair("gcf", wire::Tokenizer::kO200kBase),
                                           std::pair("gcf", wire::Tokenizer::kCl100kBase),
                                           std::pair("gcf3", wire::Tokenizer::kO200kBase),
                                           std::pair("gcx", wire::Tokenizer::kO200kBase),
                                           std::pair("markdown", wire::Tokenizer::kO200kBase),
                                           std::pair("xml", wire::Tokenizer::kO200kBase),
                                           std::pair("text", wire::Tokenizer::kO200kBase),
                                           std::pair("json", wire::Tokenizer::kO200kBase)),
                         [](const ::testing::TestParamInfo<BudgetTest::ParamType>& test) {
                           return test.param.first + "_" +
                                  std::string(wire::Name(test.param.second));
                         });

}  // namespace
}  // namespace waymark::services
