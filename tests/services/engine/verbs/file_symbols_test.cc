// What an editor shows of a file, and places to the column.
#include <filesystem>
#include <memory>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;
using testing::StatusIs;
using testing::TempDir;

constexpr char kPageThatCalls[] =
    "from shop.pricing import discount\n\n\ndef render(amount):\n    return discount(amount)\n";

class FileSymbolsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  // Callers of `discount` as the file that defines it shows them.
  std::uint32_t CallersOfDiscount(const StateChoice& state) {
    const auto answer =
        engine_->FileSymbols({.root = root_, .path = "shop/pricing.py", .state = state}, {});
    EXPECT_EQ(answer->payload.symbols[1].qualified_name, "shop.pricing.discount");
    return answer->uses[1].users;
  }

  TempDir directory_;
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  std::unique_ptr<Engine> engine_;
};

TEST_F(FileSymbolsTest, SymbolsStandInOrderWithExactPlacesAndWhatUsesThem) {
  WM_ASSERT_OK_AND_ASSIGN(const FileSymbolsAnswer answer,
                          engine_->FileSymbols({.root = root_, .path = "shop/cart.py"}, {}));

  const auto& symbols = answer.payload.symbols;
  ASSERT_EQ(symbols.size(), answer.uses.size());
  ASSERT_GE(symbols.size(), 4U);
  EXPECT_EQ(symbols[0].qualified_name, "shop.cart.Cart");
  const wire::Symbol& total = symbols.back();
  EXPECT_EQ(total.qualified_name, "shop.cart.Cart.total");
  EXPECT_EQ(total.name_line, 13U);
  EXPECT_EQ(total.name_column, 9U);
  EXPECT_EQ(total.start_column, 5U);
  EXPECT_EQ(answer.uses.back().users, 1U);
  EXPECT_EQ(answer.uses.back().tests, 1U);
  EXPECT_EQ(answer.uses.back().files, 2U);
}

TEST_F(FileSymbolsTest, DeclarationsOverloadsAndEqualNamesHaveTheHandlesThatTheyHaveAlone) {
  directory_.WriteFile("shop/store.h",
                       "struct Store {\n  int get(int key);\n  int get(char key);\n"
                       "  void put(int key);\n  void lose();\n};\nint total(int n);\n");
  directory_.WriteFile("shop/store.cc",
                       "#include \"store.h\"\n"
                       "int Store::get(int key) { return key; }\n"
                       "int Store::get(char key) { return key; }\n"
                       "void Store::put(int key) {}\n"
                       "#ifdef FAST\nint total(int n) { return n; }\n"
                       "#else\nint total(int n) { return n + 1; }\n#endif\n");
  WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));

  std::set<std::string> handles;
  for (const char* const path : {"store.h", "store.cc"}) {
    WM_ASSERT_OK_AND_ASSIGN(const FileSymbolsAnswer file,
                            engine_->FileSymbols({.root = root_, .path = path}, {}));
    for (const wire::Symbol& symbol : file.payload.symbols) {
      const std::string place = fmt::format("{}:{}:{}", path, symbol.name_line, symbol.name_column);
      WM_ASSERT_OK_AND_ASSIGN(const SymbolAnswer alone,
                              engine_->Symbol({.root = root_, .name = place}, {}));
      EXPECT_EQ(symbol.handle, alone.payload.symbols.front().handle) << place;
      handles.insert(symbol.handle);
    }
  }
  EXPECT_THAT(handles, ::testing::IsSupersetOf({"store.cc#Store::get(int)", "store.cc#Store::put",
                                                "store.h#Store::lose", "store.cc#total~1",
                                                "store.cc#total~2"}));
}

TEST_F(FileSymbolsTest, AFileThatIsNotIndexedIsNotFound) {
  EXPECT_THAT(engine_->FileSymbols({.root = root_, .path = "shop/gone.py"}, {}),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("shop/gone.py")));
}

TEST_F(FileSymbolsTest, EachTextOfABufferHasItsOwnAnswer) {
  const StateChoice calls{.buffers = {{.path = "shop/page.py", .text = kPageThatCalls}}};
  const StateChoice calls_not{.buffers = {{.path = "shop/page.py", .text = "x = 1\n"}}};

  EXPECT_EQ(CallersOfDiscount({}), 1U);
  EXPECT_EQ(CallersOfDiscount(calls), 2U);
  EXPECT_EQ(CallersOfDiscount(calls), 2U);
  EXPECT_EQ(CallersOfDiscount(calls_not), 1U);
  EXPECT_EQ(CallersOfDiscount(calls), 2U);
}

TEST_F(FileSymbolsTest, ABufferLiesOverTheNewestState) {
  const StateChoice calls{.buffers = {{.path = "shop/page.py", .text = kPageThatCalls}}};
  ASSERT_EQ(CallersOfDiscount(calls), 2U);

  directory_.WriteFile("shop/shop/more.py",
                       "from shop.pricing import discount\n\n\ndef more():\n    discount(1)\n");
  WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  EXPECT_EQ(CallersOfDiscount(calls), 3U);

  // Saved, it is no other state any more.
  directory_.WriteFile("shop/shop/page.py", kPageThatCalls);
  WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  EXPECT_EQ(CallersOfDiscount(calls), 3U);
  EXPECT_EQ(CallersOfDiscount({}), 3U);
}

TEST_F(FileSymbolsTest, APlaceWithAColumnMeansTheNameThatStandsThere) {
  const auto named_at = [&](const std::string& place) {
    const auto answer = engine_->Symbol({.root = root_, .name = place}, {});
    return answer.ok() ? answer->payload.symbols.front().qualified_name
                       : std::string(answer.status().message());
  };

  EXPECT_EQ(named_at("shop/cart.py:15:20"), "shop.pricing.price_of");
  EXPECT_EQ(named_at("shop/checkout.py:7:19"), "shop.cart.Cart.total");
  EXPECT_EQ(named_at("shop/cart.py:13:9"), "shop.cart.Cart.total");
  // Between names it means what is around it.
  EXPECT_EQ(named_at("shop/cart.py:15:1"), "shop.cart.Cart.total");
}

}  // namespace
}  // namespace waymark::services
