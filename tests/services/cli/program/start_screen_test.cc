// The screen that the program shows when it is given nothing to do.
#include "program/start_screen.h"

#include <algorithm>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program.h"
#include "shop_repository.h"

namespace waymark::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class StartScreenTest : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(root_ / ".git"); }

  // What stands on it in `directory`.
  std::string Screen(const fs::path& directory) const {
    const ProgramResult result = home_.Run({}, "", directory);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_THAT(result.err, IsEmpty());
    EXPECT_LE(std::count(result.out.begin(), result.out.end(), '\n'), 12);
    EXPECT_THAT(result.out, AllOf(StartsWith("waymark "), HasSubstr("\n  waymark --help  ")));
    return result.out;
  }

  void Index(const fs::path& directory) const {
    ASSERT_EQ(home_.Run({"index", directory.string()}).exit_code, 0);
  }

  WaymarkHome home_;
  const fs::path root_ = WriteShopRepository(home_.directory());
};

TEST_F(StartScreenTest, OfARepositoryWithoutAnIndexTellsHowToBeginAndBeginsNothing) {
  EXPECT_THAT(Screen(root_),
              AllOf(HasSubstr("\n" + root_.string() + " is not indexed yet.\n"),
                    HasSubstr("\n  waymark index .  "), HasSubstr("\n  waymark install  "),
                    HasSubstr("\n  waymark context '")));
  EXPECT_FALSE(fs::exists(home_.directory().path() / ".local"));
}

TEST_F(StartScreenTest, OfAnIndexedRepositoryTellsItsSizeAndFreshness) {
  Index(root_);
  EXPECT_THAT(Screen(root_ / "shop"),
              AllOf(HasSubstr("\nshop is indexed: "),
                    HasSubstr(" symbols in 7 files, just now; up to "
                              "date with the files.\n"),
                    HasSubstr("\n  waymark context '"), HasSubstr("\n  waymark blast-radius "),
                    HasSubstr("\n  waymark install  "), Not(HasSubstr("waymark index"))));

  home_.directory().WriteFile("shop/shop/refund.py", "def refund():\n    pass\n");
  EXPECT_THAT(Screen(root_), HasSubstr("; 1 file differs since.\n"));
}

TEST_F(StartScreenTest, OfAnotherRepositoryIsNotTheScreenOfAnIndexedOne) {
  Index(root_);
  const fs::path other = WriteShopRepository(home_.directory(), "other");
  fs::create_directories(other / ".git");

  EXPECT_THAT(Screen(other), HasSubstr("\n" + other.string() + " is not indexed yet.\n"));
}

TEST_F(StartScreenTest, OutsideOfARepositorySaysSo) {
  const fs::path outside = home_.directory().path() / "outside";
  fs::create_directories(outside);

  EXPECT_THAT(Screen(outside), AllOf(HasSubstr(outside.string() + " is not in a repository"),
                                     HasSubstr("\n  waymark index PATH  ")));
}

TEST_F(StartScreenTest, OfADirectoryThatWasIndexedNeedsNoRepository) {
  const fs::path plain = WriteShopRepository(home_.directory(), "plain");
  Index(plain);

  EXPECT_THAT(Screen(plain),
              AllOf(HasSubstr("\nplain is indexed: "), HasSubstr("\n  waymark outline  ")));
}

// It is there at once, however large the checkout is.
TEST_F(StartScreenTest, OfALargeCheckoutLooksAtNoFile) {
  for (std::uint64_t i = 0; i <= services::kMaxFilesGlanced; ++i) {
    home_.directory().WriteFile("shop/many/file_" + std::to_string(i) + ".py", "X = 1\n");
  }
  Index(root_);

  EXPECT_THAT(Screen(root_), HasSubstr("; not compared with the files here.\n"));
}

TEST_F(StartScreenTest, FindsTheStoreThatTheConfigurationNames) {
  const std::string store = home_.store().string();
  ASSERT_EQ(home_.Run({"index", root_.string(), "--store", store}).exit_code, 0);
  EXPECT_THAT(Screen(root_), HasSubstr(" is not indexed yet.\n"));

  home_.directory().WriteFile(".config/waymark/config.json", "{\"store\": \"" + store + "\"}");
  EXPECT_THAT(Screen(root_), HasSubstr("\nshop is indexed: "));

  home_.directory().WriteFile(".config/waymark/config.json", "{ broken");
  const ProgramResult broken = home_.Run({}, "", root_);
  EXPECT_EQ(broken.exit_code, 2);
  EXPECT_THAT(broken.err, HasSubstr("config.json"));
}

TEST_F(StartScreenTest, SaysWhenTheStoreCannotBeRead) {
  home_.directory().WriteFile(".local/share/waymark/data.mdb", std::string(8192, 'x'));

  EXPECT_THAT(Screen(root_), HasSubstr("\nThe index cannot be read: "));
}

}  // namespace
}  // namespace waymark::testing
