// How much of each symbol an answer shows: documentation and source, as far as the budget goes.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::Each;
using ::testing::Field;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using testing::TempDir;

constexpr char kShownTask[] = "sum of the prices of all items of a cart";

class ContextTextTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  ContextAnswer Ask(const ContextRequest& request) {
    absl::StatusOr<ContextAnswer> answer = engine_->Context(request, {});
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.ok() ? *std::move(answer) : ContextAnswer{};
  }

  static std::string TextOf(const ContextAnswer& answer, const std::string& name) {
    for (const wire::Symbol& symbol : answer.payload.symbols) {
      if (symbol.qualified_name == name) return symbol.text;
    }
    ADD_FAILURE() << name << " is not in the answer";
    return "";
  }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  std::unique_ptr<Engine> engine_;
};

TEST_F(ContextTextTest, AFunctionIsShownWholeWithoutTheIndentationOfItsClass) {
  const ContextAnswer answer = Ask({.root = root_, .task = kShownTask});

  EXPECT_EQ(TextOf(answer, "shop.cart.Cart.total"),
            "def total(self):\n"
            "    \"\"\"Sum of the prices of all items.\"\"\"\n"
            "    return sum(price_of(item) for item in self.items)");
  EXPECT_LE(answer.payload.tokens_used, kDefaultBudgetTokens);
}

TEST_F(ContextTextTest, AClassIsShownWithTheHeadsOfItsMembers) {
  EXPECT_EQ(TextOf(Ask({.root = root_, .task = kShownTask}), "shop.cart.Cart"),
            "class Cart:\n"
            "    \"\"\"Items that a customer is about to buy.\"\"\"\n"
            "\n"
            "    def __init__(self):\n"
            "        self.items = []\n"
            "\n"
            "    def add(self, item):\n"
            "        self.items.append(item)\n"
            "\n"
            "    def total(self):\n"
            "        …");
}

TEST_F(ContextTextTest, OfALongFunctionTheHeadAndTheTellingLinesAreShownWhereTheBudgetIsSmall) {
  std::string body = "def settle(cart):\n    for item in cart.items:\n";
  for (int i = 0; i < 200; ++i) body += "        settle_one_of_many(item)\n";
  directory_.WriteFile("shop/shop/settle.py", body + "    return cart\n");
  WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));

  EXPECT_EQ(TextOf(Ask({.root = root_, .around = {"settle"}, .budget_tokens = 900}),
                   "shop.settle.settle"),
            "def settle(cart):\n"
            "    …\n"
            "    return cart");
}

TEST_F(ContextTextTest, NoMoreIsShownThanWasAskedFor) {
  const ContextAnswer answer =
      Ask({.root = root_, .task = kShownTask, .most_shown = retrieval::Fidelity::kSignature});
  const ContextAnswer documented =
      Ask({.root = root_, .task = kShownTask, .most_shown = retrieval::Fidelity::kDocumentation});

  EXPECT_THAT(answer.payload.symbols, Not(IsEmpty()));
  EXPECT_THAT(answer.payload.symbols, Each(Field(&wire::Symbol::text, IsEmpty())));
  EXPECT_EQ(TextOf(documented, "shop.cart.Cart.total"), "Sum of the prices of all items.");
}

TEST_F(ContextTextTest, SourceThatHasChangedSinceIsNotShown) {
  directory_.WriteFile("shop/shop/cart.py", "class Cart:\n    total = None\n");
  const ContextAnswer answer = Ask({.root = root_, .task = kShownTask});

  EXPECT_THAT(TextOf(answer, "shop.cart.Cart.total"), IsEmpty());
  EXPECT_THAT(TextOf(answer, "shop.pricing.price_of"), Not(IsEmpty())) << "its file is as it was";
}

TEST_F(ContextTextTest, TheExplanationTellsWhatIsShownAndWhatItIsWorth) {
  const ContextAnswer answer = Ask({.root = root_, .task = kShownTask, .explain = true});

  ASSERT_TRUE(answer.explanation.has_value());
  const PackWorth& pack = answer.explanation->pack;
  std::uint32_t shown = 0;
  for (const std::uint32_t count : pack.shown) shown += count;
  EXPECT_THAT(answer.payload.symbols, SizeIs(shown));
  EXPECT_GT(pack.shown[static_cast<std::size_t>(retrieval::Fidelity::kBody)], 0U);
  EXPECT_GT(pack.value, 0);
  EXPECT_LE(pack.value, pack.best_value);
}

}  // namespace
}  // namespace waymark::services
