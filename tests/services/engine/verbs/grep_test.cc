// Text search with the symbols around the matches.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "shop_repository.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing::StatusIs;
using testing::TempDir;

class GrepTest : public ::testing::Test {
 protected:
  void SetUp() override {
    directory_.WriteFile("shop/notes.txt", "price_of is slow\n");
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  GrepAnswer Ask(GrepRequest request) {
    request.root = root_;
    const absl::StatusOr<GrepAnswer> answer = engine_->Grep(request, {});
    EXPECT_EQ(answer.status(), absl::OkStatus());
    return answer.value_or(GrepAnswer{});
  }

  absl::Status Refusal(GrepRequest request) {
    if (request.root.empty()) request.root = root_;
    return engine_->Grep(request, {}).status();
  }

  // "path:line:column symbol" of each match.
  static std::vector<std::string> Places(const GrepAnswer& answer) {
    std::vector<std::string> places;
    for (const GrepFile& file : answer.files) {
      for (const GrepLine& line : file.lines) {
        if (line.found.column == 0) continue;
        const std::string symbol = line.symbol == 0 ? "" : answer.symbols[line.symbol - 1].name;
        places.push_back(
            fmt::format("{}:{}:{} {}", file.path, line.found.line, line.found.column, symbol));
      }
    }
    return places;
  }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  std::unique_ptr<Engine> engine_;
};

TEST_F(GrepTest, AMatchHasTheInnermostSymbolAroundIt) {
  EXPECT_THAT(
      Places(Ask({.pattern = "price"})),
      ElementsAre("notes.txt:1:1 ", "shop/cart.py:1:26 ", "shop/cart.py:14:23 shop.cart.Cart.total",
                  "shop/cart.py:15:20 shop.cart.Cart.total",
                  "shop/pricing.py:1:5 shop.pricing.price_of",
                  "shop/pricing.py:3:31 shop.pricing.price_of"));
}

TEST_F(GrepTest, BlanksBeforeADefinitionBelongToIt) {
  EXPECT_THAT(Places(Ask({.pattern = "^ *def add", .paths = {"shop/cart.py"}})),
              ElementsAre("shop/cart.py:10:1 shop.cart.Cart.add"));
}

TEST_F(GrepTest, SymbolsAreDescribedOnceWithTheirCallers) {
  const GrepAnswer answer =
      Ask({.pattern = "price", .paths = {"shop/pricing.py"}, .with_callers = true});

  ASSERT_THAT(answer.symbols, SizeIs(1));
  EXPECT_EQ(answer.symbols[0].id, "shop/pricing.py#price_of");
  EXPECT_EQ(answer.symbols[0].kind, "function");
  ASSERT_THAT(answer.symbols[0].callers, SizeIs(1));
  EXPECT_EQ(answer.symbols[0].callers[0].name, "shop.cart.Cart.total");
  EXPECT_EQ(answer.symbols[0].callers[0].path, "shop/cart.py");
  EXPECT_EQ(answer.symbols[0].callers[0].line, 13U);
  EXPECT_THAT(Ask({.pattern = "price"}).symbols[0].callers, IsEmpty());
}

TEST_F(GrepTest, TheTextIsThatOfTheFilesAndAChangedOneHasNoSymbols) {
  directory_.WriteFile("shop/shop/mail.py", "# new\ndef render(price):\n    return price\n");
  directory_.WriteFile("shop/shop/added.py", "price = 1\n");

  const GrepAnswer answer = Ask({.pattern = "price", .globs = {"mail.py", "added.py"}});

  EXPECT_THAT(Places(answer),
              ElementsAre("shop/added.py:1:1 ", "shop/mail.py:2:12 ", "shop/mail.py:3:12 "));
  EXPECT_FALSE(answer.files[0].is_changed);  // the index has no symbols of it
  EXPECT_TRUE(answer.files[1].is_changed);
}

TEST_F(GrepTest, CommitsAndBuffersAreSearchedAsTheyAre) {
  const testing::GitRepository repository(directory_.path() / "old");
  repository.Write("a.py", "def f():\n    return 'committed'\n");
  repository.Commit("first");
  repository.Write("a.py", "def f():\n    return 'edited'\n");
  root_ = repository.path();
  WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));

  EXPECT_THAT(Places(Ask({.pattern = "committed|edited", .state = {.at = "HEAD"}})),
              ElementsAre("a.py:2:13 a.f"));
  EXPECT_THAT(Places(Ask({.pattern = "committed", .paths = {"a.py"}})), IsEmpty());
  const std::string typed = "class C:\n    def g(self):\n        return 'typed'\n";
  EXPECT_THAT(Places(Ask({.pattern = "typed", .state = {.buffers = {{"a.py", typed}}}})),
              ElementsAre("a.py:3:17 a.C.g"));
}

TEST_F(GrepTest, PathsMayBeAbsoluteInsideOfTheCheckout) {
  EXPECT_THAT(Ask({.pattern = "def", .paths = {(root_ / "shop/cart.py").string()}}).files,
              SizeIs(1));
  EXPECT_THAT(Refusal({.pattern = "def", .paths = {"/elsewhere"}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("outside of the checkout")));
  EXPECT_THAT(Refusal({.pattern = "def", .paths = {"shop/../.."}}),
              StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(Refusal({.pattern = "def", .paths = {"shop/none.py"}}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("'shop/none.py'")));
}

TEST_F(GrepTest, RequestsBeyondTheLimitsAreRefused) {
  const GrepRequest wrong[] = {
      {.root = "relative", .pattern = "x"},
      {.pattern = "("},
      {.pattern = "x", .only_files = true, .only_counts = true},
      {.pattern = "x", .before = kMaxContextLines + 1},
      {.pattern = "x", .paths = std::vector<std::string>(kMaxGrepPaths + 1, "a")},
      {.pattern = "x", .limit = 0},
      {.pattern = "x", .limit = kMaxGrepLimit + 1},
  };
  for (const GrepRequest& request : wrong) {
    EXPECT_THAT(Refusal(request), StatusIs(absl::StatusCode::kInvalidArgument));
  }
}

}  // namespace
}  // namespace waymark::services
