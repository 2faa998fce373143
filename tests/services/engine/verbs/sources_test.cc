// Symbols with their source text.
#include <filesystem>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "services/sources_text.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "wire/gcx.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using testing::StatusIs;
using testing::TempDir;

class SourcesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    Index();
  }

  void Index() { WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {})); }

  SymbolSource Of(const std::string& symbol, std::uint32_t context_lines = 0) {
    const auto answer =
        engine_->Sources({.root = root_, .symbols = {symbol}, .context_lines = context_lines}, {});
    EXPECT_EQ(answer.status(), absl::OkStatus());
    return answer.ok() ? answer->symbols.front() : SymbolSource{};
  }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  std::unique_ptr<Engine> engine_;
};

TEST_F(SourcesTest, TextIsWhatTheFileHasWithTheLinesAround) {
  const SymbolSource source = Of("Cart.add");
  EXPECT_EQ(source.name, "shop.cart.Cart.add");
  EXPECT_EQ(source.kind, "method");
  EXPECT_EQ(source.path, "shop/cart.py");
  EXPECT_EQ(source.start_line, 10U);
  EXPECT_EQ(source.end_line, 11U);
  EXPECT_EQ(source.from_line, 10U);
  EXPECT_EQ(source.text, "    def add(self, item):\n        self.items.append(item)\n");

  const SymbolSource wider = Of("Cart.add", 1);
  EXPECT_EQ(wider.from_line, 9U);
  EXPECT_EQ(wider.text, "\n    def add(self, item):\n        self.items.append(item)\n\n");
  EXPECT_NE(wider.etag, source.etag);
  // Beyond both ends of the file there is nothing.
  const SymbolSource whole = Of("shop.pricing.discount", kMaxContextLines);
  EXPECT_EQ(whole.from_line, 1U);
  EXPECT_THAT(whole.text, StartsWith("def price_of(item):\n"));
}

TEST_F(SourcesTest, ATypeHasASummaryAndTheLinesOfItsPublicFunctionsIfTheyAreAskedFor) {
  WM_ASSERT_OK_AND_ASSIGN(
      const SourcesAnswer answer,
      engine_->Sources({.root = root_, .symbols = {"Cart", "Cart.total"}, .with_members = true},
                       {}));

  EXPECT_EQ(answer.symbols[0].summary, "Items that a customer is about to buy.");
  EXPECT_THAT(answer.symbols[0].member_lines, ::testing::IsSupersetOf({10U, 13U}));
  EXPECT_THAT(answer.symbols[0].member_lines, ::testing::Not(::testing::Contains(8U)))
      << "a field is not shown where functions are";
  EXPECT_EQ(answer.symbols[1].summary, "Sum of the prices of all items.");
  EXPECT_THAT(answer.symbols[1].member_lines, ::testing::IsEmpty());
  EXPECT_THAT(Of("Cart").member_lines, ::testing::IsEmpty());
}

TEST_F(SourcesTest, EachSymbolHasItsOwnRefusal) {
  WM_ASSERT_OK_AND_ASSIGN(
      const SourcesAnswer answer,
      engine_->Sources(
          {.root = root_, .symbols = {"Cart.total", "nobody", "render"}, .with_text = false}, {}));

  ASSERT_EQ(answer.symbols.size(), 3U);
  WM_EXPECT_OK(answer.symbols[0].error);
  EXPECT_EQ(answer.symbols[0].from_line, 0U);
  EXPECT_THAT(answer.symbols[1].error, StatusIs(absl::StatusCode::kNotFound, HasSubstr("nobody")));
  EXPECT_EQ(answer.symbols[1].id, "");
  EXPECT_EQ(answer.symbols[2].name, "shop.mail.render");
  EXPECT_THAT(answer.symbols[2].name_note, HasSubstr("shop/page.py#render"));
  EXPECT_THAT(TextOf(answer), HasSubstr("method shop.cart.Cart.total  shop/cart.py:13-15\n"
                                        "  def total(self)\n"));
  WM_ASSERT_OK_AND_ASSIGN(const std::string gcx, GcxOfBatch(answer, false));
  EXPECT_THAT(gcx, StartsWith("GCX1 tool=batch_symbols "
                              "fields=id,kind,name,path,start_line,end_line,sig,error etag="));
  EXPECT_THAT(gcx, HasSubstr(" rows=3 truncated=false\n# 3 matches\n"));
  WM_EXPECT_OK(wire::DecodeGcx(gcx).status());
  EXPECT_THAT(GcxOfSource(answer), StatusIs(absl::StatusCode::kFailedPrecondition));
}

TEST_F(SourcesTest, AFileThatChangedIsToldAndNotQuoted) {
  directory_.WriteFile("shop/shop/mail.py", "def send_receipt(address, amount):\n    return 1\n");
  const SymbolSource source = Of("send_receipt");

  EXPECT_THAT(source.error, StatusIs(absl::StatusCode::kFailedPrecondition,
                                     HasSubstr("has changed since it was indexed")));
  EXPECT_EQ(source.text, "");
  EXPECT_NE(source.id, "");
}

TEST_F(SourcesTest, ALongTextIsWholeAndSeveralAreCutAtALineEndWithTheNumberOfLinesLeftOut) {
  constexpr std::size_t kLines = 250'000;
  std::string text = "LONG = \"\"\"\n";
  for (std::size_t i = 2; i < kLines; ++i) text += "    first = 1\n";  // 14 bytes each
  text += "\"\"\"\n";
  directory_.WriteFile("shop/shop/long.py", text);
  Index();
  EXPECT_EQ(Of("shop.long.LONG").text, text);

  WM_ASSERT_OK_AND_ASSIGN(
      const SourcesAnswer answer,
      engine_->Sources({.root = root_, .symbols = std::vector<std::string>(3, "shop.long.LONG")},
                       {}));
  EXPECT_EQ(answer.symbols[1].text, text);
  const SymbolSource& last = answer.symbols[2];
  const std::size_t room = kMaxSourceBytes - 2 * text.size();
  EXPECT_LE(last.text.size(), room);
  EXPECT_GT(last.text.size(), room - 20);
  EXPECT_TRUE(last.text.ends_with('\n'));
  const auto shown = static_cast<std::size_t>(std::count(last.text.begin(), last.text.end(), '\n'));
  EXPECT_EQ(shown + last.lines_omitted, kLines);
}

TEST_F(SourcesTest, RequestsBeyondALimitAreRefused) {
  EXPECT_THAT(engine_->Sources({.root = root_}, {}), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(engine_->Sources({.root = root_, .symbols = {"Cart", " "}}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(engine_->Sources(
                  {.root = root_, .symbols = {"Cart"}, .context_lines = kMaxContextLines + 1}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument));
}

}  // namespace
}  // namespace waymark::services
