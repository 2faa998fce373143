// The screen of `context`: what is shown, and that it fits.
#include "render/render_context.h"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct ContextFixture {
  ContextAnswer answer;
  SourcesAnswer sources;

  ContextFixture() {
    answer.payload.index = wire::IndexInfo{.repository = "shop", .files_differing = 0};
    answer.explanation = Explanation{};
    answer.explanation->question.terms = {{.term = "price", .as_written = "prices", .weight = 2}};
  }

  // A function with a line for its signature.
  void Add(const std::string& name, const std::string& signature, const std::string& body) {
    wire::Symbol symbol;
    symbol.qualified_name = "shop." + name;
    symbol.kind = SymbolKind::kFunction;
    symbol.path = "shop/" + name + ".py";
    symbol.start_line = 10;
    symbol.end_line = 10 + static_cast<std::uint32_t>(std::count(body.begin(), body.end(), '\n'));
    symbol.signature = signature;
    sources.symbols.push_back({.asked = name,
                               .id = symbol.path + "#" + name,
                               .kind = "function",
                               .name = symbol.qualified_name,
                               .path = symbol.path,
                               .start_line = symbol.start_line,
                               .end_line = symbol.end_line,
                               .from_line = symbol.start_line,
                               .signature = signature,
                               .text = signature + ":\n" + body});
    answer.payload.symbols.push_back(std::move(symbol));
  }

  std::string Shown(const Screen& screen = {}) const {
    return RenderContext(
        {.answer = answer, .sources = sources, .rest_call = "waymark context 'prices' --all"},
        screen);
  }
};

std::size_t LinesOf(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(RenderContext, ShowsPlaceSignatureOnceAndWholeFunctionsThatFit) {
  ContextFixture shop;
  shop.Add("total", "def total(cart)", "    return sum(price_of(i) for i in cart)\n");
  shop.Add("price_of", "def price_of(item)", "    return item.price\n");
  shop.answer.payload.edges.push_back({.source = 0, .target = 1, .type = EdgeType::kCalls});

  EXPECT_EQ(shop.Shown(),
            "shop: 2 matches\n"
            "\n"
            " 1  shop.total  shop/total.py:10-11\n"
            "    def total(cart)\n"
            "    11      return sum(price_of(i) for i in cart)\n"
            "\n"
            " 2  shop.price_of  shop/price_of.py:10-11  called by total\n"
            "    def price_of(item)\n"
            "    11      return item.price\n");
}

TEST(RenderContext, FitsTheScreenAndKeepsTheLinesThatTell) {
  ContextFixture shop;
  std::string body;
  for (int i = 0; i < 50; ++i) body += "    other = work()\n";
  body += "    price = work()\n";
  for (int i = 0; i < 50; ++i) body += "    other = work()\n";
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
    shop.Add(name, "def " + std::string(name) + "()", body);
  }
  shop.answer.payload.truncation = wire::Truncation{.omitted = 1234};

  for (const unsigned lines : {24U, 40U, 60U}) {
    const std::string text = shop.Shown({.columns = 80, .lines = lines});

    EXPECT_LT(LinesOf(text), lines) << "a line is left for the prompt";
    EXPECT_THAT(text, HasSubstr(" 8  shop.h  "));
    EXPECT_THAT(text, HasSubstr("    61      price = work() ⋯\n"));
    EXPECT_THAT(text, HasSubstr("the best 8 of 1,242 matches\n"));
    EXPECT_THAT(text,
                HasSubstr("\nwhat fits the budget, in full: waymark context 'prices' --all\n"));
  }
  EXPECT_LT(LinesOf(shop.Shown()), 40U) << "where no terminal tells its height";
}

TEST(RenderContext, CommitsFollowTheSymbolsAndFitTheScreen) {
  ContextFixture shop;
  shop.Add("total", "def total(cart)", "    return sum(price_of(i) for i in cart)\n");
  shop.answer.payload.commits = {{.id = "8a41c2d94f01",
                                  .day = "2024-05-02",
                                  .subject = "Sum the prices\x1b[31m",
                                  .files = {{.path = "shop/total.py", .symbols = {"total"}}},
                                  .more_files = 1}};

  EXPECT_THAT(shop.Shown(), HasSubstr("    11      return sum(price_of(i) for i in cart)\n"
                                      "\n"
                                      "commits that matter:\n"
                                      "  8a41c2d94f01 2024-05-02  Sum the prices\\u001b[31m\n"
                                      "      shop/total.py (total), 1 more file\n"));
  EXPECT_THAT(shop.Shown({.columns = 30, .lines = 24}),
              HasSubstr("  8a41c2d94f01 2024-05-02  Su…\n"));

  shop.answer.payload.commits.resize(10, shop.answer.payload.commits.front());
  std::string body;
  for (int i = 0; i < 50; ++i) body += "    price = work()\n";
  shop.Add("work", "def work()", body);
  EXPECT_LT(LinesOf(shop.Shown({.columns = 80, .lines = 40})), 40U);
}

TEST(RenderContext, LinesOfAnotherShownSymbolStandOnlyThere) {
  ContextFixture shop;
  shop.Add("Cart", "class Cart", "    price = 0\n    def total():\n        return price\n");
  SymbolSource& cart = shop.sources.symbols.front();
  wire::Symbol total = shop.answer.payload.symbols.front();
  total.qualified_name = "shop.Cart.total";
  total.signature = "def total()";
  total.start_line = 12;
  shop.answer.payload.symbols.push_back(total);
  shop.sources.symbols.push_back({.id = "shop/Cart.py#total",
                                  .path = cart.path,
                                  .start_line = 12,
                                  .end_line = 13,
                                  .from_line = 12,
                                  .text = "    def total():\n        return price\n"});

  EXPECT_EQ(shop.Shown(),
            "shop: 2 matches\n"
            "\n"
            " 1  shop.Cart  shop/Cart.py:10-13\n"
            "    class Cart\n"
            "    11      price = 0 ⋯\n"
            "\n"
            " 2  shop.Cart.total  shop/Cart.py:12-13\n"
            "    def total()\n"
            "    13          return price\n");
}

TEST(RenderContext, AClassShowsWhatItIsForAndTheHeadsOfItsMembers) {
  ContextFixture shop;
  std::string body;
  for (int i = 0; i < 20; ++i) {
    body += "    def member_" + std::to_string(i) + "(self):\n        return price\n";
  }
  shop.Add("Cart", "class Cart", body);
  SymbolSource& cart = shop.sources.symbols.front();
  cart.summary = "Items to buy.";
  for (std::uint32_t i = 0; i < 20; ++i) cart.member_lines.push_back(11 + 2 * i);

  const std::string text = shop.Shown({.columns = 80, .lines = 24});

  EXPECT_THAT(text, HasSubstr("    class Cart\n"
                              "    Items to buy.\n"
                              "    11      def member_0(self): ⋯\n"
                              "    13      def member_1(self): ⋯\n"));
  EXPECT_THAT(text, Not(HasSubstr("return price")));
  EXPECT_LT(LinesOf(text), 24U);
}

TEST(RenderContext, TheHeadOfAMemberStandsOnOneLine) {
  ContextFixture shop;
  std::string body = "    def __init__(\n        self,\n        items,\n    ):\n";
  for (int i = 0; i < 40; ++i) body += "        work()\n";
  shop.Add("Cart", "class Cart", body);
  shop.sources.symbols.front().member_lines = {11};

  EXPECT_THAT(shop.Shown({.columns = 80, .lines = 24}),
              HasSubstr("    class Cart\n"
                        "    11      def __init__( self, items, ): ⋯\n"));
}

TEST(RenderContext, AClassWhoseMembersAreShownElsewhereShowsItsOtherLines) {
  ContextFixture shop;
  std::string body = "    price = 0\n    other = 0\n    def total():\n";
  for (int i = 0; i < 40; ++i) body += "        return price\n";
  shop.Add("Cart", "class Cart", body);
  SymbolSource& cart = shop.sources.symbols.front();
  cart.member_lines = {13};
  wire::Symbol total = shop.answer.payload.symbols.front();
  total.qualified_name = "shop.Cart.total";
  SymbolSource member = cart;
  member.id = "shop/Cart.py#total";
  member.start_line = 13;
  member.from_line = 13;
  member.text = cart.text.substr(cart.text.find("    def total"));
  member.member_lines = {};
  shop.answer.payload.symbols.push_back(total);
  shop.sources.symbols.push_back(member);

  EXPECT_THAT(shop.Shown({.columns = 80, .lines = 24}), HasSubstr("    class Cart\n"
                                                                  "    11      price = 0 ⋯\n"));
}

TEST(RenderContext, ALongSignatureIsNotRepeatedByItsLines) {
  ContextFixture shop;
  shop.Add("run", "def run(a, b)", "");
  shop.sources.symbols.front().text = "def run(\n    a,\n    b,\n):\n    return price\n";
  shop.answer.payload.symbols.front().signature = "def run( a, b, )";
  shop.answer.payload.symbols.front().end_line = 14;

  EXPECT_THAT(shop.Shown(), HasSubstr("    def run( a, b, )\n    14      return price\n"));
}

TEST(RenderContext, LongLinesAreCutToTheTerminal) {
  ContextFixture shop;
  shop.Add("module_with_a_long_name.Cart.total_of_everything",
           "def total(cart, " + std::string(90, 'x'),
           "    price = '" + std::string(90, 'y') + "'\n");
  shop.answer.payload.symbols.front().path = "shop/cart.py";

  const std::string text = shop.Shown({.columns = 60, .lines = 24});

  EXPECT_THAT(text, HasSubstr(" 1  …Cart.total_of_everything  shop/cart.py:10-11\n"));
  shop.answer.payload.symbols.front().qualified_name = "shop::with_a_long_name::Cart::total";
  EXPECT_THAT(shop.Shown({.columns = 48, .lines = 24}),
              HasSubstr(" 1  …Cart::total  shop/cart.py:10-11\n"));
  EXPECT_THAT(text, HasSubstr("    def total(cart, xxx"));
  EXPECT_THAT(text, HasSubstr("y…\n"));
  EXPECT_THAT(text, Not(HasSubstr(std::string(60, 'x'))));
}

TEST(RenderContext, SaysWhatIsNotThereAndWhatIsOutOfDate) {
  ContextFixture shop;
  shop.answer.payload.index->files_differing = 2;
  shop.answer.payload.completeness = {.certainty = wire::Certainty::kIncomplete,
                                      .reason = "word is not there (kubernetes)"};

  EXPECT_EQ(shop.Shown(),
            "shop: 0 matches; 2 files on disk differ from the index (waymark index brings it up to "
            "date)\n"
            "may miss something: word is not there (kubernetes)\n");
}

TEST(RenderContext, SpeaksOfNoTokensAndNoKindsOfEdges) {
  ContextFixture shop;
  shop.Add("total", "def total(cart)", "    return price\n");
  shop.answer.payload.tokens_used = 100;
  shop.answer.payload.edges.push_back({.source = 0, .target = 0, .type = EdgeType::kTypeHintOf});

  EXPECT_THAT(shop.Shown(), Not(HasSubstr("token")));
  EXPECT_THAT(shop.Shown(), Not(HasSubstr("type_hint")));
}

}  // namespace
}  // namespace waymark::services
