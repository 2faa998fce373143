// Context without words: around symbols, files, and what differs from a revision.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "shop_repository.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using testing::StatusIs;
using testing::TempDir;

class ContextAroundTest : public ::testing::Test {
 protected:
  void SetUp() override {
    repository_.Commit("begin");
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  std::vector<std::string> Names(const ContextRequest& request) {
    const absl::StatusOr<ContextAnswer> answer = engine_->Context(request, {});
    EXPECT_THAT(answer, testing::IsOk());
    std::vector<std::string> names;
    if (!answer.ok()) return names;
    payload_ = answer->payload;
    for (const wire::Symbol& symbol : payload_.symbols) names.push_back(symbol.qualified_name);
    return names;
  }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  testing::GitRepository repository_{root_};
  std::unique_ptr<Engine> engine_;
  wire::Payload payload_;
};

TEST_F(ContextAroundTest, ASymbolComesFirstThenWhatItTouches) {
  const std::vector<std::string> names = Names({.root = root_, .around = {"Cart.total"}});

  ASSERT_FALSE(names.empty());
  EXPECT_EQ(names[0], "shop.cart.Cart.total");
  EXPECT_THAT(names, IsSupersetOf({"shop.pricing.price_of", "shop.checkout.checkout"}));
  EXPECT_EQ(payload_.tool, "context_for_files");
}

TEST_F(ContextAroundTest, TellsHowManyEdgesOfAHubItLeavesOut) {
  std::string users = "from shop.pricing import price_of\n";
  for (int i = 0; i < 1200; ++i) {
    users += "\n\ndef use_" + std::to_string(i) + "():\n    return price_of(1)\n";
  }
  repository_.Write("shop/many.py", users);
  WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));

  const std::vector<std::string> names = Names({.root = root_, .around = {"price_of"}});

  ASSERT_GT(names.size(), 10U);
  EXPECT_EQ(names[0], "shop.pricing.price_of");
  EXPECT_EQ(payload_.completeness.certainty, wire::Certainty::kIncomplete);
  EXPECT_GE(std::stoull(payload_.completeness.reason), 1200U - 1024U);
  EXPECT_THAT(payload_.completeness.reason, HasSubstr("edges of symbols that have too many"));
}

TEST_F(ContextAroundTest, AFileStandsForWhatItDefines) {
  const std::vector<std::string> names = Names({.root = root_, .around = {"shop/pricing.py"}});

  ASSERT_GE(names.size(), 3U);
  EXPECT_THAT(std::vector<std::string>(names.begin(), names.begin() + 2),
              ::testing::UnorderedElementsAre("shop.pricing.price_of", "shop.pricing.discount"));
  EXPECT_THAT(names, Contains("shop.cart.Cart.total"));
}

TEST_F(ContextAroundTest, AChangeComesFirstThenWhatItTouches) {
  repository_.Write("shop/mail.py",
                    "def render(amount):\n    return f\"You paid {amount}!\"\n\n\n"
                    "def send_receipt(address, amount):\n"
                    "    \"\"\"Mail a receipt to the customer.\"\"\"\n"
                    "    return address, render(amount)\n");
  WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));

  const std::vector<std::string> names = Names({.root = root_, .base = "HEAD"});

  ASSERT_GE(names.size(), 2U);
  EXPECT_EQ(names[0], "shop.mail.render");
  EXPECT_EQ(names[1], "shop.mail.send_receipt");
}

TEST_F(ContextAroundTest, TheRestIsAskedForInTheSameWay) {
  Names({.root = root_, .around = {"shop/cart.py", "price_of"}, .max_symbols = 2});

  ASSERT_TRUE(payload_.truncation.has_value());
  EXPECT_THAT(payload_.truncation->next_call,
              HasSubstr("waymark context --symbol price_of --files shop/cart.py --budget 5000"));

  Names({.root = root_,
         .around = {"price_of", "Cart.total"},
         .max_symbols = 1,
         .encoding = {.call_style = CallStyle::kTool}});
  EXPECT_THAT(payload_.truncation->next_call,
              HasSubstr(R"(context_for_files {"files":["price_of","Cart.total"],)"));
}

TEST_F(ContextAroundTest, ATaskAndFilesHaveOneAnswerWithTheBestOfBothInFront) {
  const std::vector<std::string> names =
      Names({.root = root_, .task = "mail the receipt", .around = {"shop/pricing.py"}});

  ASSERT_GE(names.size(), 4U);
  const std::vector<std::string> head(names.begin(), names.begin() + 4);
  EXPECT_THAT(head, IsSupersetOf({"shop.mail.send_receipt", "shop.pricing.price_of"}));
  EXPECT_EQ(payload_.tool, "context_for_task");
}

TEST_F(ContextAroundTest, ATaskThatIsANameIsAboutWhatIsCalledSo) {
  EXPECT_EQ(Names({.root = root_, .task = "shop.pricing.discount"}).at(0), "shop.pricing.discount");
  const std::vector<std::string> names = Names({.root = root_, .task = "`Cart.total()`"});

  EXPECT_EQ(names.at(0), "shop.cart.Cart.total");
  EXPECT_THAT(names, IsSupersetOf({"shop.pricing.price_of", "shop.checkout.checkout"}));
}

TEST_F(ContextAroundTest, NamesThatNothingIsCalledAreTold) {
  Names({.root = root_, .task = "why does Cart.no_such_thing fail in no_such_place"});

  EXPECT_EQ(payload_.completeness.certainty, wire::Certainty::kIncomplete);
  EXPECT_THAT(payload_.completeness.reason,
              HasSubstr("2 names are not there (Cart.no_such_thing, no_such_place)"));
}

TEST_F(ContextAroundTest, SeveralTasksHaveOneAnswerWithTheBestOfEachInFront) {
  const std::string first = Names({.root = root_, .task = "mail the receipt"}).at(0);
  const std::string second = Names({.root = root_, .task = "discount"}).at(0);

  const std::vector<std::string> names =
      Names({.root = root_, .task = "mail the receipt", .also = {"discount"}});

  // What both tasks find can stand before what is best for one of them.
  ASSERT_GE(names.size(), 4U);
  ASSERT_NE(first, second);
  EXPECT_THAT(std::vector<std::string>(names.begin(), names.begin() + 4),
              ::testing::IsSupersetOf({first, second}));
}

TEST_F(ContextAroundTest, PartsOfWordsCannotBeLeftOutWithoutATask) {
  const auto without = [](retrieval::Part part) {
    retrieval::Parts parts;
    parts.Add(part);
    return parts;
  };

  EXPECT_THAT(
      engine_->Context(
          {.root = root_, .around = {"price_of"}, .without = without(retrieval::Part::kName)}, {}),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("the part 'name'")));
  Names({.root = root_, .around = {"price_of"}, .without = without(retrieval::Part::kWalk)});
  Names({.root = root_, .around = {"price_of"}, .without = without(retrieval::Part::kPacking)});
  Names({.root = root_,
         .task = "price",
         .around = {"price_of"},
         .without = without(retrieval::Part::kName)});
}

TEST_F(ContextAroundTest, AQuestionIsAboutNamesOrAChangeAndNotBoth) {
  EXPECT_THAT(engine_->Context({.root = root_, .around = {"price_of"}, .base = "HEAD"}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not about both")));
  EXPECT_THAT(engine_->Context({.root = root_, .around = {"no_such_thing"}}, {}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("no_such_thing")));
  EXPECT_THAT(engine_->Context({.root = root_, .around = {"shop/cart.py:9999"}}, {}),
              StatusIs(absl::StatusCode::kNotFound, ::testing::StartsWith("shop/cart.py has ")));
}

TEST_F(ContextAroundTest, NothingForWordsThatTheIndexDoesNotHaveIsNotCalledComplete) {
  EXPECT_THAT(Names({.root = root_, .task = "zorblat the quuxify"}), IsEmpty());
  EXPECT_EQ(payload_.completeness.certainty, wire::Certainty::kIncomplete);
  EXPECT_EQ(payload_.completeness.reason, "2 words are not there (quuxify, zorblat)");

  EXPECT_THAT(Names({.root = root_, .task = "mail the zorblat quuxify blorp receipt"}),
              Contains("shop.mail.send_receipt"));
  EXPECT_EQ(payload_.completeness.certainty, wire::Certainty::kIncomplete);
  EXPECT_EQ(payload_.completeness.reason, "3 words are not there (blorp, quuxify, zorblat)");
  EXPECT_LT(payload_.symbols.front().score, 0.5F);

  EXPECT_THAT(Names({.root = root_, .task = "mail the zorblat receipt"}),
              Contains("shop.mail.send_receipt"));
  EXPECT_EQ(payload_.completeness.reason, "1 word is not there (zorblat)");
}

}  // namespace
}  // namespace waymark::services
