// The places of usages, each with its line of code.
#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "callers_fixture.h"
#include "services/limits.h"

namespace waymark::services {
namespace {

using retrieval::Relation;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class UseLinesTest : public CallersTest {
 protected:
  void SetUp() override {
    Write("shop.py", R"(class Cart:
    limit = 1

    def total(self):
        self.limit = 2
        return self.limit


class Big(Cart):
    pass


def pay(cart: Cart):
    return cart.total()


def twice(cart):
    return pay(cart) + pay(cart)
)");
    Write("app.py", "from shop import (\n    Cart,\n    pay,\n)\n\npay(Cart())\n");
    Write("tests/test_shop.py",
          "from shop import pay\n\n\ndef test_pay():\n    assert pay(None) == 1\n");
    Index();
  }

  std::vector<UseLine> Lines(UsagesRequest request) {
    request.root = root_;
    request.with_lines = true;
    const auto answer = engine_->Usages(request, {});
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.ok() ? answer->lines : std::vector<UseLine>();
  }

  // "app.py:6:1 call in shop.f: pay(Cart())"
  std::vector<std::string> Written(const UsagesRequest& request) {
    std::vector<std::string> written;
    for (const UseLine& line : Lines(request)) {
      written.push_back(fmt::format(
          "{}{}:{}:{} {}{}{}: {}", line.is_aside ? "aside " : "", line.site.path, line.site.line,
          line.site.column, line.kind, line.used.empty() ? "" : " of " + line.used,
          line.around.empty() ? "" : " in " + line.around, line.code.value_or("-")));
    }
    return written;
  }
};

TEST_F(UseLinesTest, TellEachPlaceOnceWithWhatItIsAndTestsLast) {
  EXPECT_THAT(Written({.symbol = "pay"}),
              ElementsAre("app.py:3:5 import: pay,", "app.py:6:1 call: pay(Cart())",
                          "shop.py:18:12 call in shop.twice: return pay(cart) + pay(cart)",
                          "shop.py:18:24 call in shop.twice: return pay(cart) + pay(cart)",
                          "aside tests/test_shop.py:1:18 import: from shop import pay",
                          "aside tests/test_shop.py:5:12 call in tests.test_shop.test_pay: "
                          "assert pay(None) == 1"));
}

TEST_F(UseLinesTest, TellTypesAndBases) {
  EXPECT_THAT(Written({.symbol = "Cart"}),
              ::testing::IsSupersetOf({"shop.py:9:11 base in shop.Big: class Big(Cart):",
                                       "shop.py:13:15 type in shop.pay: def pay(cart: Cart):",
                                       "app.py:2:5 import: Cart,"}));
}

TEST_F(UseLinesTest, TellReadsFromWrites) {
  EXPECT_THAT(Written({.symbol = "Cart.limit"}),
              ElementsAre("shop.py:5:14 write in shop.Cart.total: self.limit = 2",
                          "shop.py:6:21 read in shop.Cart.total: return self.limit"));
}

TEST_F(UseLinesTest, OfWhatASymbolCallsNameTheCalled) {
  EXPECT_THAT(Written({.symbol = "twice", .relation = Relation::kCallees}),
              ElementsAre("shop.py:18:12 call of shop.pay: return pay(cart) + pay(cart)",
                          "shop.py:18:24 call of shop.pay: return pay(cart) + pay(cart)"));
}

TEST_F(UseLinesTest, OfLaterHopsNameBothEnds) {
  EXPECT_THAT(
      Written({.symbol = "Cart.total", .relation = Relation::kCallers, .depth = 2}),
      ::testing::IsSupersetOf({"shop.py:14:17 call in shop.pay: return cart.total()",
                               "shop.py:18:12 call of shop.pay in shop.twice: return pay(cart) + "
                               "pay(cart)"}));
}

TEST_F(UseLinesTest, NameAFileThatIsUsed) {
  EXPECT_THAT(Written({.symbol = "app.py", .relation = Relation::kDependencies}),
              ::testing::Contains("app.py:2:5 import of shop.py: Cart,"));
}

TEST_F(UseLinesTest, TellWhereInTheCodeTheNameIs) {
  Write("alias.py", "from shop import pay as spend\n\n\nclass Mine:\n    cost = spend(None)\n");
  Index();

  std::vector<std::string> names;
  for (const UseLine& line : Lines({.symbol = "pay"})) {
    names.push_back(
        line.code.value_or("").substr(line.name_begin, line.name_end - line.name_begin));
  }

  EXPECT_THAT(names, ElementsAre("pay", "spend", "pay", "pay", "pay", "pay", "pay", "pay"));
}

TEST_F(UseLinesTest, AreCutAroundTheirColumn) {
  Write("long.py", "from shop import pay\n\nx = '" + std::string(400, 'a') + "' + pay(1) + '" +
                       std::string(400, 'b') + "'\n");
  Index();

  const std::vector<UseLine> lines = Lines({.symbol = "pay"});

  const auto cut = std::find_if(lines.begin(), lines.end(), [](const UseLine& line) {
    return line.site.path == "long.py" && line.site.line == 3;
  });
  ASSERT_NE(cut, lines.end());
  EXPECT_THAT(cut->code.value_or(""),
              AllOf(StartsWith("…aaaa"), HasSubstr("' + pay(1) + '"), EndsWith("bb…")));
  EXPECT_EQ(cut->code.value_or("").substr(cut->name_begin, cut->name_end - cut->name_begin), "pay");
  EXPECT_LE(cut->code.value_or("").size(), kMaxUseLineBytes + 2 * std::string("…").size());
}

TEST_F(UseLinesTest, HaveNoCodeOfAFileThatChanged) {
  Write("app.py", "from shop import (\n    Cart,\n    pay,\n)\n\n\npay(Cart())\n");

  for (const UseLine& line : Lines({.symbol = "pay"})) {
    EXPECT_EQ(!line.code.has_value(), line.site.path == "app.py") << line.site.path;
  }
}

TEST_F(UseLinesTest, AreGivenOnlyIfTheyAreAskedForAndPlacesAreKnown) {
  WM_ASSERT_OK_AND_ASSIGN(const UsagesAnswer answer,
                          engine_->Usages({.root = root_, .symbol = "pay"}, {}));
  EXPECT_THAT(answer.lines, IsEmpty());
  EXPECT_THAT(Lines({.symbol = "pay", .relation = Relation::kSimilar}), IsEmpty());
}

TEST_F(UseLinesTest, OfTheRowsAreTheFirstOfEachEdgeAndChangeNoRow) {
  UsagesRequest request{.root = root_, .symbol = "pay", .limit = 2};
  WM_ASSERT_OK_AND_ASSIGN(const UsagesAnswer rows, engine_->Usages(request, {}));
  request.with_first_lines = true;
  WM_ASSERT_OK_AND_ASSIGN(const UsagesAnswer answer, engine_->Usages(request, {}));

  EXPECT_EQ(answer.payload, rows.payload);
  std::set<std::pair<std::string, std::uint32_t>> firsts;
  for (const wire::Edge& edge : rows.payload.edges) {
    ASSERT_FALSE(edge.sites.empty());
    firsts.emplace(edge.sites.front().path, edge.sites.front().line);
  }
  std::set<std::pair<std::string, std::uint32_t>> told;
  for (const UseLine& line : answer.lines) {
    told.emplace(line.site.path, line.site.line);
    EXPECT_TRUE(line.code.has_value());
  }
  EXPECT_EQ(told, firsts);
  EXPECT_THAT(firsts, ::testing::Not(IsEmpty()));
}

TEST_F(UseLinesTest, ArePagedByLinesAndStandForTheirSymbols) {
  const std::vector<UseLine> all = Lines({.symbol = "pay"});
  ASSERT_EQ(all.size(), 6U);

  UsagesRequest request{.root = root_, .symbol = "pay", .limit = 4, .with_lines = true};
  WM_ASSERT_OK_AND_ASSIGN(const UsagesAnswer first, engine_->Usages(request, {}));
  ASSERT_TRUE(first.payload.truncation.has_value());
  request.cursor = first.payload.truncation->cursor;
  WM_ASSERT_OK_AND_ASSIGN(const UsagesAnswer second, engine_->Usages(request, {}));

  std::vector<UseLine> pages = first.lines;
  pages.insert(pages.end(), second.lines.begin(), second.lines.end());
  EXPECT_EQ(first.lines.size(), 4U);
  ASSERT_EQ(pages.size(), all.size());
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(pages[i].site, all[i].site);
  EXPECT_EQ(first.payload.truncation->omitted, 2U);
  EXPECT_FALSE(second.payload.truncation.has_value());
  EXPECT_EQ(second.all_lines, 6U);
  EXPECT_EQ(second.files_of_lines, 3U);
  EXPECT_EQ(first.payload.symbols.size(), 1U);
  EXPECT_THAT(first.payload.edges, IsEmpty());
}

TEST_F(UseLinesTest, HaveCursorsOfTheirOwn) {
  WM_ASSERT_OK_AND_ASSIGN(const UsagesAnswer of_symbols,
                          engine_->Usages({.root = root_, .symbol = "pay", .limit = 1}, {}));
  ASSERT_TRUE(of_symbols.payload.truncation.has_value());

  EXPECT_THAT(engine_->Usages({.root = root_,
                               .symbol = "pay",
                               .limit = 1,
                               .cursor = of_symbols.payload.truncation->cursor,
                               .with_lines = true},
                              {}),
              testing::StatusIs(absl::StatusCode::kFailedPrecondition));
}

}  // namespace
}  // namespace waymark::services
