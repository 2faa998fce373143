// Answers as people meet them: on a terminal with colours and a pager, and as text in a pipe.
#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "program.h"
#include "shop_repository.h"
#include "terminal.h"

namespace waymark::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kEscape[] = "\x1b[";

class ScreenTest : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = WriteShopRepository(home_.directory());
    const ProgramResult indexed =
        home_.Run({"index", root_.string(), "--store", home_.store().string()});
    ASSERT_EQ(indexed.exit_code, 0) << indexed.err;
  }

  std::vector<std::string> About(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(),
                     {"--repo", root_.string(), "--store", home_.store().string()});
    return arguments;
  }

  ProgramResult InPipe(const std::vector<std::string>& arguments) const {
    return home_.Run(About(arguments));
  }

  TerminalResult OnTerminal(const std::vector<std::string>& arguments,
                            const TerminalOptions& options = {}) const {
    return RunOnTerminal(home_, About(arguments), options);
  }

  WaymarkHome home_;
  std::filesystem::path root_;
};

TEST_F(ScreenTest, ShowPrintsTheSourceOfEachSymbolWithLineNumbers) {
  const ProgramResult result = InPipe({"show", "Cart.total", "shop/mail.py:1"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out,
            "shop/cart.py:13-15  method shop.cart.Cart.total\n"
            "    13      def total(self):\n"
            "    14          \"\"\"Sum of the prices of all items.\"\"\"\n"
            "    15          return sum(price_of(item) for item in self.items)\n"
            "\n"
            "shop/mail.py:1-2  function shop.mail.render\n"
            "     1  def render(amount):\n"
            "     2      return f\"You paid {amount}\"\n");
}

TEST_F(ScreenTest, ShowTakesHandlesAndLinesAround) {
  EXPECT_THAT(InPipe({"show", "shop/pricing.py#discount", "--around", "1"}).out,
              AllOf(HasSubstr("\n     5\n"), HasSubstr("\n     6  def discount(cents):\n")));
}

TEST_F(ScreenTest, ShowAsJsonHasSourceAndPlace) {
  const json symbol =
      json::parse(InPipe({"show", "price_of", "--format", "json"}).out)["symbols"][0];

  EXPECT_EQ(symbol["path"], "shop/pricing.py");
  EXPECT_EQ(symbol["start_line"], 1);
  EXPECT_THAT(std::string(symbol["source"]), StartsWith("def price_of(item):\n"));
}

TEST_F(ScreenTest, ShowTellsWhichSymbolsAreUnknownAndShowsTheOthers) {
  const ProgramResult some = InPipe({"show", "no_such_thing", "price_of"});
  const ProgramResult none = InPipe({"show", "no_such_thing"});

  EXPECT_EQ(some.exit_code, 1);
  EXPECT_THAT(some.out, StartsWith("shop/pricing.py:1-3  function shop.pricing.price_of\n"));
  EXPECT_THAT(some.err, HasSubstr("no_such_thing"));
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.out, IsEmpty());
  EXPECT_EQ(InPipe({"show"}).exit_code, 2);
}

TEST_F(ScreenTest, ShowDoesNotPassOffChangedTextAsTheSource) {
  home_.directory().WriteFile("shop/shop/pricing.py", "def price_of(item):\n    return 2\n");

  const ProgramResult changed = InPipe({"show", "price_of"});

  EXPECT_EQ(changed.exit_code, 1);
  EXPECT_THAT(changed.out, Not(HasSubstr("return 2")));
  EXPECT_THAT(changed.err, HasSubstr("has changed since it was indexed"));
}

TEST_F(ScreenTest, ContextAsTextIsTheBestSymbolsWithTheLinesThatMatter) {
  const ProgramResult result = InPipe({"context", "mail the receipt", "--format", "text"});

  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, StartsWith("shop: "));
  EXPECT_THAT(result.out, HasSubstr("\n 1  shop.mail.send_receipt  shop/mail.py:5-7"));
  EXPECT_THAT(result.out, HasSubstr("\n    def send_receipt(address, amount)\n"));
  EXPECT_THAT(result.out, HasSubstr("\n     7      return address, render(amount)\n"));
  EXPECT_THAT(result.out, Not(HasSubstr("token")));
  EXPECT_LT(std::count(result.out.begin(), result.out.end(), '\n'), 40);
}

TEST_F(ScreenTest, ContextShowsAsManySymbolsAsAskedForAndHowToSeeTheRest) {
  const ProgramResult one = InPipe({"context", "mail the receipt", "--format", "text", "-n", "1"});

  EXPECT_THAT(one.out, HasSubstr("\n 1  "));
  EXPECT_THAT(one.out, Not(HasSubstr("\n 2  ")));
  EXPECT_THAT(one.out,
              HasSubstr("\nwhat fits the budget, in full: waymark context 'mail the receipt' --all "
                        "--repo "));
}

TEST_F(ScreenTest, ContextInFullIsWhatFitsTheBudget) {
  const ProgramResult all = InPipe({"context", "mail the receipt", "--format", "text", "--all"});
  const ProgramResult signatures =
      InPipe({"context", "mail the receipt", "--format", "text", "--show", "signature"});

  EXPECT_THAT(all.out, AllOf(StartsWith("shop: 12 matches\n"), Not(HasSubstr("token"))));
  EXPECT_THAT(all.out, HasSubstr("\"\"\"Mail a receipt to the customer.\"\"\""));
  EXPECT_THAT(signatures.out, HasSubstr("      def send_receipt(address, amount)\n"));
  EXPECT_THAT(signatures.out, Not(HasSubstr("\"\"\"Mail a receipt")));
}

TEST_F(ScreenTest, ATerminalHasColorsAndLinks) {
  const TerminalResult shown = OnTerminal({"show", "Cart.total"});
  const TerminalResult searched = OnTerminal({"search", "total"});

  EXPECT_EQ(shown.exit_code, 0);
  EXPECT_THAT(shown.screen, HasSubstr("\x1b[35mdef\x1b[0m \x1b[34mtotal\x1b[0m(self):"));
  EXPECT_THAT(shown.screen, HasSubstr("/shop/shop/cart.py#13\x1b\\"));
  EXPECT_THAT(searched.screen, HasSubstr("\x1b[36mshop/cart.py:13-15\x1b[0m"));
}

TEST_F(ScreenTest, UsagesOnATerminalAreGroupedByFileAndTheNameIsMarked) {
  const std::vector<std::string> question = {"usages", "price_of"};
  const TerminalResult plain =
      OnTerminal(question, {.columns = 120, .environment = {"TERM=xterm", "NO_COLOR=1"}});
  const TerminalResult colored = OnTerminal(question);

  EXPECT_THAT(plain.screen,
              HasSubstr("shop/cart.py\n"
                        "  1:26:  import  from shop.pricing import price_of\n"
                        "  15:20: call    return sum(price_of(item) for item in self.items)  in "
                        "shop.cart.Cart.total\n"));
  EXPECT_THAT(colored.screen, HasSubstr("\x1b[35mimport\x1b[0m \x1b[1;31mprice_of\x1b[0m"));
  EXPECT_THAT(colored.screen, HasSubstr("/shop/shop/cart.py#15\x1b\\\x1b[36m15:20:\x1b[0m"));
}

TEST_F(ScreenTest, GrepOnATerminalIsGroupedByFileAndEachMatchIsMarked) {
  const TerminalResult plain =
      OnTerminal({"grep", "cents"}, {.environment = {"TERM=xterm", "NO_COLOR=1"}});
  const TerminalResult colored = OnTerminal({"grep", "c(ents|ustomer)"});
  const ProgramResult always = InPipe({"grep", "cents", "--color", "always"});

  EXPECT_THAT(plain.screen, HasSubstr("shop/pricing.py\n"
                                      "  2:29: "));
  EXPECT_THAT(plain.screen,
              HasSubstr("\n  6:14: def discount(cents):  in shop.pricing.discount\n"));
  EXPECT_THAT(colored.screen, HasSubstr("shop/pricing.py\x1b[0m"));
  EXPECT_THAT(colored.screen, HasSubstr("(\x1b[1;31mcents\x1b[0m):"));
  EXPECT_THAT(colored.screen, HasSubstr("\x1b[1;31mcustomer\x1b[0m"));
  EXPECT_THAT(always.out, HasSubstr("shop/pricing.py:6:14\x1b[0m: "));
}

TEST_F(ScreenTest, ColorsAreRefusedByOptionVariableAndTerminal) {
  const std::vector<std::string> shown = {"show", "Cart.total"};
  std::vector<std::string> never = shown;
  never.insert(never.end(), {"--color", "never"});
  std::vector<std::string> always = shown;
  always.insert(always.end(), {"--color", "always"});

  EXPECT_THAT(OnTerminal(never).screen, Not(HasSubstr(kEscape)));
  EXPECT_THAT(OnTerminal(shown, {.environment = {"TERM=xterm", "NO_COLOR=1"}}).screen,
              Not(HasSubstr(kEscape)));
  EXPECT_THAT(OnTerminal(shown, {.environment = {"TERM=dumb"}}).screen, Not(HasSubstr(kEscape)));
  EXPECT_THAT(InPipe(shown).out, Not(HasSubstr(kEscape)));
  EXPECT_THAT(InPipe(always).out, HasSubstr(kEscape));
  EXPECT_EQ(InPipe({"show", "Cart.total", "--color", "sometimes"}).exit_code, 2);
}

TEST_F(ScreenTest, ALongTextGoesThroughThePagerAndAShortOneDoesNot) {
  const TerminalOptions small{.rows = 2, .environment = {"TERM=dumb", "PAGER=sed s/^/paged:/"}};
  const TerminalOptions large{.rows = 50, .environment = small.environment};

  EXPECT_THAT(OnTerminal({"show", "Cart.total"}, small).screen, StartsWith("paged:shop/cart.py"));
  EXPECT_THAT(OnTerminal({"show", "Cart.total"}, large).screen, StartsWith("shop/cart.py"));
  EXPECT_THAT(OnTerminal({"show", "Cart.total", "--no-pager"}, small).screen,
              StartsWith("shop/cart.py"));
  EXPECT_THAT(OnTerminal({"show", "Cart.total", "--pager", "sed s/^/other:/"}, small).screen,
              StartsWith("other:shop/cart.py"));
  EXPECT_THAT(InPipe({"show", "Cart.total", "--pager", "sed s/^/paged:/"}).out,
              StartsWith("shop/cart.py"));
}

TEST_F(ScreenTest, APagerThatIsNotThereOrEndsEarlyIsNoError) {
  const TerminalOptions absent{.rows = 2, .environment = {"TERM=dumb", "PAGER=no-such-pager"}};
  const TerminalOptions early{.rows = 2, .environment = {"TERM=dumb", "PAGER=true"}};
  const TerminalResult unpaged = OnTerminal({"show", "Cart.total"}, absent);

  EXPECT_EQ(unpaged.exit_code, 0);
  EXPECT_THAT(unpaged.screen, HasSubstr("    13      def total(self):\n"));
  EXPECT_EQ(OnTerminal({"show", "Cart.total"}, early).exit_code, 0);
}

TEST_F(ScreenTest, ContextOnATerminalFitsIt) {
  const TerminalOptions terminal{.rows = 24, .columns = 60, .environment = {"TERM=dumb"}};
  const TerminalResult result = OnTerminal({"context", "sum of the prices of a cart"}, terminal);

  EXPECT_EQ(result.exit_code, 0);
  EXPECT_LT(std::count(result.screen.begin(), result.screen.end(), '\n'), 24) << result.screen;
}

}  // namespace
}  // namespace waymark::testing
