#include "question/addresses.h"

#include <string>

#include <gtest/gtest.h>

namespace waymark::retrieval {
namespace {

constexpr char kRemote[] = "github.com/ada/shop";

std::string Kept(std::string_view address, std::string_view repository) {
  return WithPathsOfAddresses(address, repository);
}

TEST(Addresses, ThatShowAFileOfTheRepositoryArePlacesInIt) {
  EXPECT_EQ(Kept("see https://github.com/ada/shop/blob/main/src/a.py#L8-L9 here", kRemote),
            "see src/a.py#L8-L9 here");
  EXPECT_EQ(Kept("https://github.com/fork/shop/blob/main/a.py?plain=1#L8", kRemote), "a.py#L8");
  EXPECT_EQ(Kept("https://gitlab.com/g/ada/shop/-/blob/v1/src/a.py#L8-9", kRemote),
            "src/a.py#L8-9");
  EXPECT_EQ(
      Kept("https://github.com/ada/shop/blob/main/lib/src/a.py#L8", "github.com/ada/shop/lib"),
      "lib/src/a.py#L8");
}

TEST(Addresses, OfAnotherRepositoryAreLeftOut) {
  EXPECT_EQ(Kept("see https://github.com/ada/other/blob/main/src/a.py#L8 here", kRemote),
            "see  here");
  EXPECT_EQ(Kept("https://github.com/ada/shop/issues/8", kRemote), "");
  EXPECT_EQ(Kept("https://github.com/ada/shop/blob/main", kRemote), "");
}

TEST(Addresses, AreReadByTheirPathsWhereADirectoryAloneHasTheName) {
  EXPECT_EQ(Kept("https://github.com/ada/shop/blob/main/src/a.py#L8", "work"), "src/a.py#L8");
  EXPECT_EQ(Kept("https://gitlab.com/ada/shop/-/blob/main/src/a.py#L8", "work"), "src/a.py#L8");
  EXPECT_EQ(Kept("https://github.com/ada/shop/blob/main/a.py#L8", "work"), "")
      << "every repository may have such a file";
  EXPECT_EQ(Kept("https://github.com/ada/shop/blob/main/a.py#L8", "shop"), "a.py#L8");
}

}  // namespace
}  // namespace waymark::retrieval
