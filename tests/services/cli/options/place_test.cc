// Places and repositories as people type them: absolute, from where they are, or as answers show
// them.
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program.h"
#include "shop_repository.h"

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class PlaceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    home_.directory().WriteFile("shop/cart.py", "def stray():\n    pass\n");
    Index();
  }

  void Index() { ASSERT_EQ(home_.Run({"index", root_.string(), "--store", Store()}).exit_code, 0); }

  // `waymark symbol PLACE` in a directory, which is in the repository or not.
  ProgramResult SymbolAt(const std::string& place, const fs::path& directory) {
    return home_.Run(
        {"symbol", place, "--format", "text", "--repo", root_.string(), "--store", Store()}, "",
        directory);
  }

  std::string Store() const { return home_.store().string(); }

  WaymarkHome home_;
  fs::path root_ = WriteShopRepository(home_.directory());
};

TEST_F(PlaceTest, MayBeRelativeToTheRepositoryOrTheCurrentDirectoryOrAbsolute) {
  fs::create_directory_symlink(root_, home_.directory().path() / "link");
  const fs::path link = home_.directory().path() / "link";

  for (const ProgramResult& result : {
           SymbolAt("shop/cart.py:14", "/"),
           SymbolAt("shop/cart.py:14", root_),
           SymbolAt("shop/cart.py:14", root_ / "shop"),
           SymbolAt("./cart.py:14", root_ / "shop"),
           SymbolAt("../shop/cart.py:14:5", root_ / "shop"),
           SymbolAt((root_ / "shop/cart.py:14").string(), "/"),
           SymbolAt((link / "shop/cart.py:14").string(), "/"),
       }) {
    EXPECT_THAT(result.out, StartsWith("method shop.cart.Cart.total  shop/cart.py:13-15\n"))
        << result.err;
  }
  EXPECT_THAT(SymbolAt("pricing.py:1", root_ / "shop").out, StartsWith("function shop.pricing"));
}

TEST_F(PlaceTest, ThatNamesOneFileFromHereAndAnotherFromTheRepositoryIsAmbiguous) {
  const ProgramResult result = SymbolAt("cart.py:1", root_ / "shop");

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("'cart.py' is shop/cart.py from the current directory"),
                                HasSubstr("./cart.py:1 for the first"),
                                HasSubstr(root_.string() + "/cart.py:1 for the second")));
  EXPECT_THAT(SymbolAt(root_.string() + "/cart.py:1", root_ / "shop").out,
              StartsWith("function cart.stray"));
}

TEST_F(PlaceTest, BeyondTheEndOfAFileSaysHowManyLinesThereAre) {
  EXPECT_THAT(SymbolAt("shop/pricing.py:999", root_).err,
              HasSubstr("shop/pricing.py has 7 lines; there is no line 999"));
}

TEST_F(PlaceTest, InAFileThatIsNotIndexedSaysSo) {
  EXPECT_THAT(SymbolAt("shop/gone.py:3", root_).err,
              HasSubstr("shop/gone.py is not in the index of " + root_.string()));
  EXPECT_THAT(SymbolAt("mail.py:999", "/").err, HasSubstr("shop/mail.py has "));
}

TEST_F(PlaceTest, OfASymbolAndALineSaysWhichOfThemIsTooMuch) {
  EXPECT_THAT(SymbolAt("Cart.total:3", root_).err,
              HasSubstr("Cart.total is a symbol; ask for it without the line 3"));
}

TEST_F(PlaceTest, InAFileThatWasSkippedSaysWhy) {
  home_.directory().WriteFile("shop/blob.py", std::string("x = 1\n\0\n", 8));
  Index();

  EXPECT_THAT(SymbolAt("blob.py:1", root_).err,
              HasSubstr("blob.py is not in the index: binary (no text)"));
}

TEST_F(PlaceTest, OutsideOfTheRepositoryIsNotFound) {
  const fs::path other = home_.directory().WriteFile("other.py", "def other():\n    pass\n");

  const ProgramResult result = SymbolAt(other.string() + ":1", root_);

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("is not in the index of " + root_.string()));
}

TEST_F(PlaceTest, TheCallForTheRestDoesNotNameTheCheckout) {
  const ProgramResult result =
      home_.Run({"blast-radius", "./pricing.py:6", "--limit", "1", "--format", "json", "--repo",
                 root_.string(), "--store", Store()},
                "", root_ / "shop");

  EXPECT_THAT(result.out, HasSubstr("waymark blast-radius 'shop/pricing.py:6' "));
}

TEST_F(PlaceTest, ADirectoryOfAnIndexedCheckoutStandsForTheCheckout) {
  const ProgramResult named =
      home_.Run({"search", "receipt", "--repo", (root_ / "shop").string(), "--store", Store()});
  const ProgramResult current =
      home_.Run({"search", "receipt", "--store", Store()}, "", root_ / "shop");

  EXPECT_THAT(named.out, HasSubstr("shop.mail.send_receipt")) << named.err;
  EXPECT_EQ(current.out, named.out);
}

TEST_F(PlaceTest, ARepositoryInsideAnIndexedCheckoutIsNotTakenForIt) {
  home_.directory().WriteFile("shop/vendor/lib/.git/HEAD", "ref: refs/heads/main\n");

  const ProgramResult result = home_.Run(
      {"search", "receipt", "--repo", (root_ / "vendor/lib").string(), "--store", Store()});

  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("vendor/lib is not indexed yet"),
                                HasSubstr("vendor/lib: found no source file")));
}

}  // namespace
}  // namespace waymark::testing
