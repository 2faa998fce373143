// Questions about what differs from a revision, on a real repository.
#include <memory>
#include <string>
#include <string_view>
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

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::StatusIs;
using testing::TempDir;

class ChangeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    repository_.Commit("begin");
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    Index();
  }

  void Index() { WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {})); }

  // Names of the symbols of distance 0.
  std::vector<std::string> Changed(const std::string& base) {
    const absl::StatusOr<BlastRadiusAnswer> answer =
        engine_->BlastRadius({.root = root_, .base = base, .depth = 1}, {});
    EXPECT_THAT(answer, testing::IsOk());
    std::vector<std::string> names;
    if (!answer.ok()) return names;
    completeness_ = answer->payload.completeness;
    for (const wire::Symbol& symbol : answer->payload.symbols) {
      if (symbol.distance == 0) names.push_back(symbol.qualified_name);
    }
    return names;
  }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  testing::GitRepository repository_{root_};
  std::unique_ptr<Engine> engine_;
  wire::Completeness completeness_;
};

TEST_F(ChangeTest, ChangedLinesAreOfTheInnermostSymbolAroundThem) {
  repository_.Replace("shop/pricing.py", "return", "return 1 +");
  Index();

  EXPECT_THAT(Changed("HEAD"), ElementsAre("shop.pricing.price_of"));
  EXPECT_EQ(completeness_.certainty, wire::Certainty::kComplete);
}

TEST_F(ChangeTest, NewFilesThatGitDoesNotKnowYetCount) {
  repository_.Write("shop/gift.py", "def wrap():\n    pass\n");
  Index();

  EXPECT_THAT(Changed("HEAD"), ElementsAre("shop.gift.wrap"));
}

TEST_F(ChangeTest, AFileInTheMiddleOfAMergeCounts) {
  repository_.Git("checkout -q -b theirs");
  repository_.Replace("shop/pricing.py", "return", "return 1 +");
  repository_.Commit("theirs");
  repository_.Git("checkout -q main");
  repository_.Replace("shop/pricing.py", "return", "return 2 +");
  repository_.Replace("shop/mail.py", "return", "return 2 *");
  repository_.Commit("ours");
  repository_.Git("merge -q theirs 2>&1 || true");
  // The conflict is solved in the file, and git has not been told yet.
  repository_.Write("shop/pricing.py", repository_.Git("show HEAD:shop/pricing.py") + "\n");
  repository_.Replace("shop/pricing.py", "return 2 +", "return 3 +");
  ASSERT_THAT(repository_.Git("status --porcelain"), HasSubstr("UU shop/pricing.py"));
  Index();

  EXPECT_THAT(Changed("HEAD"), Contains("shop.pricing.price_of"));
}

TEST_F(ChangeTest, ACommitIsComparedWithACommit) {
  repository_.Replace("shop/mail.py", "return", "return 2 *");
  repository_.Commit("mail");
  repository_.Replace("shop/pricing.py", "return", "return 1 +");
  Index();

  const auto answer =
      engine_->BlastRadius({.root = root_, .base = "HEAD~1", .state = {.at = "HEAD"}}, {});

  WM_ASSERT_OK(answer);
  EXPECT_EQ(answer->payload.symbols[0].qualified_name, "shop.mail.render");
}

// Whoever calls it compiles, and does not link.
TEST_F(ChangeTest, WhatIsOnlyDeclaredAnyMoreChanges) {
  directory_.WriteFile("shop/lib/tax.h", "int Tax(int cents);\n");
  directory_.WriteFile("shop/lib/tax.cc",
                       "#include \"tax.h\"\n\nint Tax(int cents) { return cents / 5; }\n");
  directory_.WriteFile("shop/lib/sale.cc",
                       "#include \"tax.h\"\n\nint Sale() { return Tax(100); }\n");
  repository_.Commit("tax");
  std::filesystem::remove(root_ / "lib/tax.cc");
  Index();

  EXPECT_THAT(Changed("HEAD"), ElementsAre("Tax"));
}

TEST_F(ChangeTest, WhatWasRemovedIsNamed) {
  repository_.Replace("shop/pricing.py", "def discount(cents)", "def rebate(cents)");
  Index();

  EXPECT_THAT(Changed("HEAD"), Contains("shop.pricing.rebate"));
  EXPECT_EQ(completeness_.certainty, wire::Certainty::kComplete);
  EXPECT_EQ(completeness_.reason,
            "what used these, which are gone, is a hop away: shop.pricing.discount");
}

TEST_F(ChangeTest, TheTestsOfAChangeAreFound) {
  repository_.Replace("shop/pricing.py", "return", "return 1 +");
  Index();

  WM_ASSERT_OK_AND_ASSIGN(const TestScopeAnswer answer,
                          engine_->TestScope({.root = root_, .base = "HEAD"}, {}));

  ASSERT_EQ(answer.tests.size(), 1U);
  EXPECT_THAT(answer.tests[0].chain, ElementsAre("tests.test_cart.test_total",
                                                 "shop.cart.Cart.total", "shop.pricing.price_of"));
  EXPECT_EQ(answer.runners[0].arguments, "tests/test_cart.py::test_total");
}

TEST_F(ChangeTest, TestsOfUnittestAreNamedToItAsWell) {
  directory_.WriteFile("shop/tests/test_price.py",
                       "import unittest\n\nfrom shop.pricing import price_of\n\n\n"
                       "class Base(unittest.TestCase):\n    pass\n\n\n"
                       "class PriceTest(Base):\n    def test_price(self):\n"
                       "        price_of(1)\n");
  Index();

  WM_ASSERT_OK_AND_ASSIGN(const TestScopeAnswer answer,
                          engine_->TestScope({.root = root_, .symbols = {"price_of"}}, {}));

  ASSERT_EQ(answer.runners.size(), 2U);
  EXPECT_THAT(answer.runners[0].arguments, HasSubstr("tests/test_price.py::PriceTest::test_price"));
  EXPECT_EQ(answer.runners[1].runner, "python -m unittest");
  EXPECT_EQ(answer.runners[1].arguments, "tests.test_price.PriceTest.test_price");
}

TEST_F(ChangeTest, TestsThatReachWhatIsGoneAreNamed) {
  repository_.Replace("shop/pricing.py", "def price_of(", "def cost_of(");
  Index();

  WM_ASSERT_OK_AND_ASSIGN(const TestScopeAnswer answer,
                          engine_->TestScope({.root = root_, .base = "HEAD"}, {}));

  ASSERT_EQ(answer.tests.size(), 1U);
  EXPECT_EQ(answer.tests[0].evidence, "reaches");
  EXPECT_EQ(answer.tests[0].framework, "pytest");
  EXPECT_THAT(answer.tests[0].chain, ElementsAre("tests.test_cart.test_total",
                                                 "shop.cart.Cart.total", "shop.pricing.price_of"));
}

TEST_F(ChangeTest, UsersOfWhatIsGoneAreAffected) {
  repository_.Replace("shop/pricing.py", "def price_of(", "def cost_of(");
  Index();

  WM_ASSERT_OK_AND_ASSIGN(const BlastRadiusAnswer answer,
                          engine_->BlastRadius({.root = root_, .base = "HEAD"}, {}));

  std::vector<std::string> first;
  for (const wire::Symbol& symbol : answer.payload.symbols) {
    if (symbol.distance == 1) first.push_back(symbol.qualified_name);
  }
  EXPECT_THAT(first, ::testing::Contains("shop.cart.Cart.total"));
  EXPECT_EQ(answer.payload.affected->hops.at(1), first.size());
}

TEST_F(ChangeTest, SeveralSymbolsChangeTogether) {
  WM_ASSERT_OK_AND_ASSIGN(
      const BlastRadiusAnswer answer,
      engine_->BlastRadius(
          {.root = root_, .symbol = "price_of", .also = {"shop/mail.py:1", "price_of"}, .depth = 1},
          {}));

  std::vector<std::string> changed;
  for (const wire::Symbol& symbol : answer.payload.symbols) {
    if (symbol.distance == 0) changed.push_back(symbol.qualified_name);
  }
  EXPECT_THAT(changed, ::testing::IsSupersetOf({"shop.pricing.price_of"}));
  EXPECT_GE(changed.size(), 2U) << "each once";
  ASSERT_TRUE(answer.payload.truncation.has_value());
  EXPECT_THAT(answer.payload.truncation->next_call,
              HasSubstr("blast-radius 'price_of' 'shop/mail.py:1' price_of --depth 2"));
  EXPECT_THAT(engine_->BlastRadius({.root = root_, .base = "HEAD", .also = {"price_of"}}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST_F(ChangeTest, TestsInAFileNamedAfterAChangedOneAreNamed) {
  repository_.Write("tests/test_mail.py", "def test_mail():\n    run('mail')\n");
  Index();
  repository_.Commit("test mails");
  repository_.Write("shop/mail.py", "def other():\n    return 1\n");
  Index();

  WM_ASSERT_OK_AND_ASSIGN(const TestScopeAnswer answer,
                          engine_->TestScope({.root = root_, .base = "HEAD"}, {}));

  ASSERT_FALSE(answer.tests.empty());
  EXPECT_EQ(answer.tests.back().evidence, "named_after");
  EXPECT_THAT(answer.tests.back().chain,
              ElementsAre("tests.test_mail.test_mail", "tests/test_mail.py", "shop/mail.py"));
}

TEST_F(ChangeTest, NothingThatDiffersIsNotFound) {
  EXPECT_THAT(engine_->BlastRadius({.root = root_, .base = "HEAD"}, {}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("nothing changed")));
  repository_.Write("notes.txt", "hello\n");
  EXPECT_THAT(engine_->TestScope({.root = root_, .base = "HEAD"}, {}),
              StatusIs(absl::StatusCode::kNotFound,
                       HasSubstr("touches no symbol: it has 1 file, and 0 lines in")));
}

TEST_F(ChangeTest, WhatIsOnlyGoneIsNamed) {
  std::filesystem::remove(root_ / "shop/page.py");
  Index();

  EXPECT_THAT(engine_->BlastRadius({.root = root_, .base = "HEAD"}, {}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("only removed: shop.page.render")));
}

TEST_F(ChangeTest, LinesOutsideOfSymbolsMakeTheAnswerALowerBound) {
  repository_.Replace("shop/checkout.py", "from shop.mail", "import os\nfrom shop.mail");
  repository_.Replace("shop/pricing.py", "return", "return 1 +");
  Index();

  EXPECT_THAT(Changed("HEAD"), ElementsAre("shop.pricing.price_of"));
  EXPECT_EQ(completeness_.certainty, wire::Certainty::kIncomplete);
  EXPECT_THAT(completeness_.reason, HasSubstr("1 changed line lies outside of symbols"));
}

TEST_F(ChangeTest, BlankLinesOutsideOfSymbolsChangeNothing) {
  repository_.Replace("shop/checkout.py", "from shop.mail", "\n  \nfrom shop.mail");
  repository_.Replace("shop/pricing.py", "return", "return 1 +");
  Index();
  EXPECT_THAT(Changed("HEAD"), ElementsAre("shop.pricing.price_of"));
  EXPECT_EQ(completeness_.certainty, wire::Certainty::kComplete) << completeness_.reason;

  repository_.Commit("space out");
  repository_.Replace("shop/checkout.py", "\n  \nfrom shop.mail", "from shop.mail");
  repository_.Replace("shop/pricing.py", "return 1 +", "return 2 +");
  Index();
  EXPECT_THAT(Changed("HEAD"), ElementsAre("shop.pricing.price_of"));
  EXPECT_EQ(completeness_.certainty, wire::Certainty::kComplete) << completeness_.reason;

  repository_.Replace("shop/checkout.py", "from shop.mail", "# mail\nfrom shop.mail");
  Index();
  EXPECT_THAT(Changed("HEAD"), ElementsAre("shop.pricing.price_of"));
  EXPECT_THAT(completeness_.reason, HasSubstr("1 changed line lies outside of symbols"));
}

TEST_F(ChangeTest, AnIndexThatLagsMakesTheAnswerALowerBound) {
  repository_.Replace("shop/pricing.py", "return", "return 1 +");

  EXPECT_THAT(Changed("HEAD"), ElementsAre("shop.pricing.price_of"));
  EXPECT_EQ(completeness_.certainty, wire::Certainty::kIncomplete);
}

TEST_F(ChangeTest, AnIndexThatKnowsNoneOfWhatChangedDoesNotSayThatNothingDid) {
  repository_.Write("shop/gift.py", "def wrap():\n    pass\n");
  const auto lags =
      AllOf(Field(&wire::Completeness::certainty, wire::Certainty::kIncomplete),
            Field(&wire::Completeness::reason, HasSubstr("1 file on disk differs from the index")));

  WM_ASSERT_OK_AND_ASSIGN(const BlastRadiusAnswer radius,
                          engine_->BlastRadius({.root = root_, .base = "HEAD"}, {}));
  EXPECT_THAT(radius.payload.symbols, IsEmpty());
  EXPECT_THAT(radius.payload.completeness, lags);
  EXPECT_EQ(radius.payload.index->files_differing, 1U);
  std::string rows;
  const LinesSink sink = [&rows](std::string_view lines) {
    rows += lines;
    return absl::OkStatus();
  };
  WM_ASSERT_OK(engine_->StreamBlastRadius({.root = root_, .base = "HEAD"}, sink, {}));
  EXPECT_THAT(rows, HasSubstr("incomplete"));

  WM_ASSERT_OK_AND_ASSIGN(const TestScopeAnswer tests,
                          engine_->TestScope({.root = root_, .base = "HEAD"}, {}));
  EXPECT_THAT(tests.tests, IsEmpty());
  EXPECT_THAT(tests.completeness, lags);
  EXPECT_EQ(tests.index.files_differing, 1U);
}

TEST_F(ChangeTest, ContextOfAChangeThatTheIndexDoesNotKnowIsThatOfItsFiles) {
  repository_.Write("shop/pricing.py", repository_.Git("show HEAD:shop/pricing.py") +
                                           "\n\ndef wrap():\n    return 1\n");

  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer,
                          engine_->Context({.root = root_, .base = "HEAD"}, {}));

  ASSERT_THAT(answer.payload.symbols, Not(IsEmpty()));
  EXPECT_EQ(answer.payload.symbols.front().qualified_name, "shop.pricing.price_of");
  EXPECT_EQ(answer.payload.completeness.certainty, wire::Certainty::kIncomplete);
  EXPECT_THAT(answer.payload.completeness.reason, HasSubstr("1 file on disk differs"));
}

TEST_F(ChangeTest, ContextOfAFileThatIsNotIndexedYetIsALowerBoundOfNothing) {
  repository_.Write("shop/gift.py", "def wrap():\n    pass\n");

  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer,
                          engine_->Context({.root = root_, .base = "HEAD"}, {}));

  EXPECT_THAT(answer.payload.symbols, IsEmpty());
  EXPECT_EQ(answer.payload.completeness.certainty, wire::Certainty::kIncomplete);
}

TEST_F(ChangeTest, SymbolsThatShareALineAllChange) {
  repository_.Write("two.c", "int a(void) { return 1; } int b(void) { return 2; }\n");
  Index();

  EXPECT_THAT(Changed("HEAD"), ElementsAre("a", "b"));
}

TEST_F(ChangeTest, WhatIsNoQuestionIsRefused) {
  EXPECT_THAT(engine_->BlastRadius({.root = root_, .symbol = "x", .base = "HEAD"}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not about both")));
  EXPECT_THAT(engine_->BlastRadius({.root = root_, .base = "no-such-branch"}, {}),
              Not(testing::IsOk()));
  EXPECT_THAT(
      engine_->TestScope(
          {.root = root_, .base = "HEAD", .state = {.buffers = {{.path = "a.py", .text = ""}}}},
          {}),
      StatusIs(absl::StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace waymark::services
