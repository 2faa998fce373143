// `waymark grep` as people and scripts see it.
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "program.h"
#include "shop_repository.h"
#include "testing/git_repository.h"

namespace waymark::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class GrepCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(home_.Run({"index", root_.string(), "--store", home_.store().string()}).exit_code, 0);
  }

  ProgramResult Grep(std::vector<std::string> arguments,
                     const std::filesystem::path& directory = {}) {
    arguments.insert(arguments.begin(), "grep");
    arguments.insert(arguments.end(), {"--store", home_.store().string()});
    return home_.Run(arguments, "", directory.empty() ? root_ : directory);
  }

  WaymarkHome home_;
  std::filesystem::path root_ = WriteShopRepository(home_.directory());
};

TEST_F(GrepCommandTest, EachMatchIsAPlaceALineAndASymbol) {
  const ProgramResult result = Grep({"send_receipt"});

  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out,
            "shop/checkout.py:2:23: from shop.mail import send_receipt\n"
            "shop/checkout.py:8:5:     send_receipt(address, amount)  "
            "(in shop.checkout.checkout)\n"
            "shop/mail.py:5:5: def send_receipt(address, amount):  (in shop.mail.send_receipt)\n");
  EXPECT_THAT(result.err, IsEmpty());
}

TEST_F(GrepCommandTest, ContextIsMarkedAndGroupsAreApart) {
  EXPECT_EQ(Grep({"^def \\w+\\(amount", "shop", "-A", "1"}).out,
            "shop/mail.py:1:1: def render(amount):  (in shop.mail.render)\n"
            "shop/mail.py-2-     return f\"You paid {amount}\"\n"
            "--\n"
            "shop/page.py:1:1: def render(amount):  (in shop.page.render)\n"
            "shop/page.py-2-     return f\"<p>{amount}</p>\"\n");
}

TEST_F(GrepCommandTest, CallersFollowTheLines) {
  EXPECT_EQ(Grep({"-w", "cents", "-n", "1", "--callers"}).out,
            "shop/pricing.py:2:29:     \"\"\"Price of one item in cents, discount included.\"\"\"  "
            "(in shop.pricing.price_of)\n"
            "\n"
            "shop.pricing.price_of is called by\n"
            "  shop.cart.Cart.total  shop/cart.py:13\n");
}

TEST_F(GrepCommandTest, FilesAndCountsAreShort) {
  EXPECT_EQ(Grep({"-l", "amount"}).out, "shop/checkout.py\nshop/mail.py\nshop/page.py\n");
  EXPECT_EQ(Grep({"-c", "AMOUNT", "-i", "-g", "mail.py"}).out, "shop/mail.py:4\n");
}

TEST_F(GrepCommandTest, PathsAreThoseFromTheWorkingDirectory) {
  EXPECT_EQ(Grep({"-l", "def", "mail.py"}, root_ / "shop").out, "mail.py\n");
  EXPECT_EQ(Grep({"-l", "def", "shop/mail.py"}, root_ / "shop").out, "mail.py\n");
}

TEST_F(GrepCommandTest, JsonHasTheSymbolOfEachHit) {
  const nlohmann::json answer =
      nlohmann::json::parse(Grep({"discount\\(", "-C", "1", "--callers", "--format", "json"}).out);

  ASSERT_EQ(answer["hits"].size(), 2U);
  const nlohmann::json hit = {{"path", "shop/pricing.py"},
                              {"line", 3},
                              {"column", 12},
                              {"text", "    return discount(item.base_price)"},
                              {"symbol",
                               {{"id", "shop/pricing.py#price_of"},
                                {"name", "shop.pricing.price_of"},
                                {"kind", "function"}}}};
  EXPECT_EQ(answer["hits"][0], hit);
  EXPECT_EQ(answer["context"][0]["line"], 2);
  EXPECT_EQ(answer["symbols"][1]["callers"][0]["name"], "shop.pricing.price_of");
  EXPECT_EQ(answer["matching_lines"], 2);
  EXPECT_EQ(answer["omitted"], 0);
}

TEST_F(GrepCommandTest, StandardErrorSaysWhatIsLeftOut) {
  EXPECT_EQ(Grep({"amount", "-n", "3"}).err,
            "waymark: 6 more lines match; show more with -n N, or search less with --glob or a "
            "directory\n");
  home_.directory().WriteFile("shop/shop/page.py", "def render(amount):\n    return amount\n");
  EXPECT_THAT(Grep({"amount"}).err,
              HasSubstr("1 file changed since the index was made, so the symbols around its lines "
                        "are unknown: shop/page.py; run: waymark index"));
}

TEST_F(GrepCommandTest, ExitCodesTellNoMatchAndAWrongPattern) {
  const ProgramResult none = Grep({"zzqqxx"});
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_EQ(none.out, "");
  EXPECT_EQ(none.err, "waymark: no line matches in 7 files of text\n");
  const ProgramResult wrong = Grep({"a(b"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_EQ(wrong.err,
            "waymark: pattern: missing closing parenthesis, at byte 4:\n  a(b\n     ^\n");
  EXPECT_EQ(Grep({"x", "-l", "-c"}).exit_code, 2);
  EXPECT_EQ(Grep({"x", "nowhere/"}).exit_code, 1);
  home_.directory().WriteFile("shop/long.txt", std::string(2000, 'a') + "b");
  const ProgramResult hostile = Grep({"(a+)+[XY]"});
  EXPECT_EQ(hostile.exit_code, 3);
  EXPECT_THAT(hostile.err, HasSubstr("search long.txt, from line 1 on: the pattern takes more"));
}

TEST_F(GrepCommandTest, ATabInAPipeStaysATab) {
  home_.directory().WriteFile("shop/notes.txt", "\tcode\n");

  EXPECT_EQ(Grep({"code$"}).out, "notes.txt:1:2: \tcode\n");
}

TEST_F(GrepCommandTest, ARepositoryWithoutCodeIsSearchedWithoutSymbols) {
  const GitRepository plain(home_.directory().path() / "plain");
  plain.Write("tables/shop.sql", "create table cart\n");
  plain.Write("cart.yaml", "cart: 1\n");
  plain.Commit("first");

  const ProgramResult found = Grep({"cart"}, plain.path());
  EXPECT_EQ(found.exit_code, 0) << found.err;
  EXPECT_EQ(found.out, "cart.yaml:1:1: cart: 1\ntables/shop.sql:1:14: create table cart\n");
  EXPECT_EQ(found.err,
            "waymark: no file is in a language that is indexed, so no symbols are known\n");
  EXPECT_EQ(Grep({"cart", "tables"}, plain.path()).out,
            "tables/shop.sql:1:14: create table cart\n");
  EXPECT_EQ(Grep({"cart", "-l", "--at", "HEAD"}, plain.path()).out, "cart.yaml\ntables/shop.sql\n");
  EXPECT_EQ(Grep({"zzqqxx"}, plain.path()).exit_code, 1);
}

TEST_F(GrepCommandTest, TheFirstQuestionOfAllMayBeAboutARepositoryWithoutCode) {
  const GitRepository plain(home_.directory().path() / "plain");
  plain.Write("cart.yaml", "cart: 1\n");
  const std::string store = (home_.directory().path() / "other_store").string();

  const ProgramResult found = home_.Run({"grep", "cart", "--store", store}, "", plain.path());

  EXPECT_EQ(found.exit_code, 0) << found.err;
  EXPECT_EQ(found.out, "cart.yaml:1:1: cart: 1\n");
}

TEST_F(GrepCommandTest, ADaemonAnswersTheSame) {
  const std::vector<std::string> question = {"amount", "-C", "1", "--callers"};
  const std::string own = Grep(question).out;
  const auto daemon = home_.StartDaemon();

  EXPECT_EQ(Grep(question).out, own);
}

}  // namespace
}  // namespace waymark::testing
