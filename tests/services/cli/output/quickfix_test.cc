// --format quickfix: places that editors jump to.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program.h"
#include "shop_repository.h"

namespace waymark::testing {
namespace {

using ::testing::HasSubstr;

class QuickfixTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(home_.Run({"index", root_.string(), "--store", home_.store().string()}).exit_code, 0);
  }

  std::string Ask(std::vector<std::string> arguments, const std::filesystem::path& directory) {
    arguments.insert(arguments.end(), {"--store", home_.store().string(), "--format", "quickfix"});
    const ProgramResult result = home_.Run(arguments, "", directory);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.out;
  }

  WaymarkHome home_;
  std::filesystem::path root_ = WriteShopRepository(home_.directory());
};

TEST_F(QuickfixTest, EveryUseIsALineWithItsPlace) {
  EXPECT_EQ(Ask({"usages", "Cart.total", "--relation", "callers", "--repo", "."}, root_),
            "shop/checkout.py:7:19: shop.checkout.checkout calls shop.cart.Cart.total\n"
            "tests/test_cart.py:7:17: tests.test_cart.test_total calls shop.cart.Cart.total\n");
}

TEST_F(QuickfixTest, StandardErrorSaysWhatIsLeftOut) {
  const auto left_out = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(),
                     {"--repo", root_.string(), "--store", home_.store().string(), "--limit", "1"});
    return home_.Run(arguments).err;
  };
  EXPECT_THAT(left_out({"usages", "Cart.total", "--relation", "callers", "--format", "quickfix"}),
              HasSubstr("waymark: 1 more: waymark usages"));
  EXPECT_THAT(left_out({"blast-radius", "price_of", "--format", "quickfix"}),
              HasSubstr(" more: waymark blast-radius"));
}

TEST_F(QuickfixTest, ABlastRadiusIsListedByHop) {
  EXPECT_THAT(Ask({"blast-radius", "price_of", "--edges", "calls", "--repo", "."}, root_),
              ::testing::StartsWith(
                  "shop/cart.py:15:20: shop.cart.Cart.total calls shop.pricing.price_of\n"
                  "shop/checkout.py:7:19: shop.checkout.checkout calls shop.cart.Cart.total\n"));
}

TEST_F(QuickfixTest, PathsOutsideOfTheWorkingDirectoryAreAbsolute) {
  EXPECT_EQ(Ask({"test-scope", "Cart.total", "--repo", ".."}, root_ / "shop"),
            (root_ / "tests/test_cart.py").string() + ":4:1: tests.test_cart.test_total\n");
}

}  // namespace
}  // namespace waymark::testing
