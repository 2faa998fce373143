#include "text/source_regions.h"

#include <gtest/gtest.h>

namespace waymark::indexer {
namespace {

TEST(SourceRegions, KnowWhereEachByteStandsInTheFile) {
  constexpr std::string_view kFile = "<p>total</p> <b>sum</b>";
  SourceRegions regions;
  regions.Add(kFile, 3, 8);
  regions.AddText("\n", 8);
  regions.Add(kFile, 16, 19);

  EXPECT_EQ(regions.text(), "total\nsum");
  EXPECT_EQ(regions.FileByteOf(0), 3U);
  EXPECT_EQ(regions.FileByteOf(4), 7U);
  EXPECT_EQ(regions.FileByteOf(5), 8U);
  EXPECT_EQ(regions.FileByteOf(6), 16U);
  EXPECT_EQ(regions.FileByteOf(9), 19U) << "the end of the text is that of its last region";
}

TEST(SourceRegions, PlaceAllOfATextWhereItsFirstByteStands) {
  SourceRegions regions;
  regions.AddText("\xC3\xA9", 40);
  EXPECT_EQ(regions.FileByteOf(1), 40U);
}

TEST(SourceRegions, OfNothingAreEmpty) {
  SourceRegions regions;
  regions.Add("abc", 2, 2);
  EXPECT_EQ(regions.text(), "");
  EXPECT_EQ(regions.FileByteOf(0), 0U);
  regions.Add("abc", 0, 3);
  regions.Clear();
  EXPECT_EQ(regions.text(), "");
}

}  // namespace
}  // namespace waymark::indexer
