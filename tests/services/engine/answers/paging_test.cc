#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/status.h"
#include "services/engine.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::StatusIs;
using testing::TempDir;

constexpr std::uint32_t kAll = 1000;

// What the pages of an answer hold together.
struct Rows {
  std::vector<std::string> names;  // each once, in the order they came
  std::set<std::string> edges;
  int pages = 0;
};

void Add(const wire::Payload& payload, Rows& rows) {
  ++rows.pages;
  const auto label = [&](std::uint32_t i) {
    return fmt::format("{} {}", payload.symbols[i].qualified_name, payload.symbols[i].start_line);
  };
  for (std::uint32_t i = 0; i < payload.symbols.size(); ++i) {
    if (std::count(rows.names.begin(), rows.names.end(), label(i)) == 0) {
      rows.names.push_back(label(i));
    }
  }
  for (const wire::Edge& edge : payload.edges) {
    rows.edges.insert(fmt::format("{} > {}", label(edge.source), label(edge.target)));
  }
}

class PagingTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    Index();
  }

  void Index() { WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {})); }

  using Ask = std::function<absl::StatusOr<wire::Payload>(std::uint32_t, const std::string&)>;

  // The rows of all pages of `limit` rows each.
  static Rows Follow(const Ask& ask, std::uint32_t limit) {
    Rows rows;
    std::string cursor;
    do {
      const absl::StatusOr<wire::Payload> payload = ask(limit, cursor);
      EXPECT_THAT(payload, IsOk());
      if (!payload.ok()) break;
      Add(*payload, rows);
      cursor = payload->truncation.has_value() ? payload->truncation->cursor : "";
    } while (!cursor.empty());
    return rows;
  }

  Ask Blast(const std::string& symbol) {
    return [this, symbol](std::uint32_t limit,
                          const std::string& cursor) -> absl::StatusOr<wire::Payload> {
      WM_ASSIGN_OR_RETURN(
          const BlastRadiusAnswer answer,
          engine_->BlastRadius(
              {.root = root_, .symbol = symbol, .depth = 9, .limit = limit, .cursor = cursor}, {}));
      return answer.payload;
    };
  }

  Ask Usages(const std::string& symbol, std::uint32_t depth) {
    return [this, symbol, depth](std::uint32_t limit,
                                 const std::string& cursor) -> absl::StatusOr<wire::Payload> {
      WM_ASSIGN_OR_RETURN(
          const UsagesAnswer answer,
          engine_->Usages(
              {.root = root_, .symbol = symbol, .depth = depth, .limit = limit, .cursor = cursor},
              {}));
      return answer.payload;
    };
  }

  Ask Search(const std::string& query) {
    return [this, query](std::uint32_t limit,
                         const std::string& cursor) -> absl::StatusOr<wire::Payload> {
      WM_ASSIGN_OR_RETURN(
          const SearchAnswer answer,
          engine_->Search({.root = root_, .query = query, .limit = limit, .cursor = cursor}, {}));
      return answer.payload;
    };
  }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  std::unique_ptr<Engine> engine_;
};

TEST_F(PagingTest, PagesHoldWhatOneAnswerDoes) {
  for (const Ask& ask : {Blast("discount"), Blast("shop.cart.Cart"), Usages("price_of", 1),
                         Usages("discount", 5), Search("e")}) {
    const Rows whole = Follow(ask, kAll);
    ASSERT_EQ(whole.pages, 1);
    for (const std::uint32_t limit : {1U, 2U, 3U}) {
      const Rows pages = Follow(ask, limit);
      EXPECT_GE(pages.pages, limit == 1 ? 2 : 1);
      EXPECT_THAT(std::set(pages.names.begin(), pages.names.end()),
                  ElementsAreArray(std::set(whole.names.begin(), whole.names.end())));
      EXPECT_THAT(pages.edges, ElementsAreArray(whole.edges));
    }
  }
}

TEST_F(PagingTest, PagesKeepTheOrderOfTheAnswer) {
  for (const Ask& ask : {Usages("discount", 5), Search("e")}) {
    EXPECT_THAT(Follow(ask, 1).names, ElementsAreArray(Follow(ask, kAll).names));
  }
}

TEST_F(PagingTest, TestsComeInPages) {
  TestScopeRequest request{.root = root_, .symbols = {"discount"}, .limit = kAll};
  WM_ASSERT_OK_AND_ASSIGN(const TestScopeAnswer whole, engine_->TestScope(request, {}));
  ASSERT_GE(whole.tests.size(), 1U);
  EXPECT_EQ(whole.cursor, "");

  std::vector<std::string> names;
  request.limit = 1;
  do {
    WM_ASSERT_OK_AND_ASSIGN(const TestScopeAnswer page, engine_->TestScope(request, {}));
    ASSERT_EQ(page.tests.size(), 1U);
    names.push_back(page.tests.front().name);
    request.cursor = page.cursor;
  } while (!request.cursor.empty());
  ASSERT_EQ(names.size(), whole.tests.size());
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(names[i], whole.tests[i].name);
}

TEST_F(PagingTest, RowsOfAnAnalysisComeInPages) {
  for (const Analysis analysis : {Analysis::kDeadCode, Analysis::kHotspots}) {
    AnalyzeRequest request{.root = root_, .analysis = analysis, .limit = kAll};
    WM_ASSERT_OK_AND_ASSIGN(const AnalyzeAnswer whole, engine_->Analyze(request, {}));
    std::vector<std::string> names;
    request.limit = 2;
    do {
      WM_ASSERT_OK_AND_ASSIGN(const AnalyzeAnswer page, engine_->Analyze(request, {}));
      EXPECT_EQ(page.total, whole.total);
      for (const AnalyzedSymbol& symbol : page.symbols) names.push_back(symbol.id);
      request.cursor = page.cursor;
    } while (!request.cursor.empty());
    ASSERT_EQ(names.size(), whole.symbols.size());
    for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(names[i], whole.symbols[i].id);
  }
}

TEST_F(PagingTest, ACursorIsOfOneQuestionAndOneStateOfTheIndex) {
  WM_ASSERT_OK_AND_ASSIGN(const wire::Payload first, Search("e")(2, ""));
  const std::string cursor = first.truncation->cursor;
  EXPECT_THAT(first.truncation->next_call, HasSubstr("--limit 2 --cursor " + cursor));
  EXPECT_THAT(Search("e")(5, cursor), IsOk()) << "pages may have other sizes";

  EXPECT_THAT(Search("t")(2, cursor), StatusIs(absl::StatusCode::kFailedPrecondition));
  EXPECT_THAT(Search("e")(2, "2"), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(Search("e")(2, "-1-" + cursor), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(Search("e")(2, "4294967295" + cursor.substr(cursor.find('-'))),
              StatusIs(absl::StatusCode::kInvalidArgument));

  directory_.WriteFile("shop/shop/extra.py", "def extra():\n    return 1\n");
  Index();
  EXPECT_THAT(Search("e")(2, cursor),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("ask again without it")));
}

}  // namespace
}  // namespace waymark::services
