#include "model/bytes.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "text/posting_lists.h"

namespace waymark::graph {
namespace {

constexpr std::uint64_t kMaxNumber = std::numeric_limits<std::uint64_t>::max();

TEST(Varint, RoundTripsAtEveryLength) {
  for (unsigned bits = 0; bits <= 64; ++bits) {
    const std::uint64_t value = bits == 64 ? kMaxNumber : (std::uint64_t{1} << bits) - 1;
    std::string bytes;
    AppendVarint(bytes, value);
    ByteReader reader(bytes);
    ASSERT_EQ(reader.Varint(), value);
    ASSERT_TRUE(reader.AtEnd());
    ASSERT_EQ(bytes.size(), bits == 0 ? 1 : (bits + 6) / 7);
  }
}

TEST(ZigZag, RoundTripsAndKeepsSmallNumbersSmall) {
  EXPECT_EQ(ZigZag(0), 0u);
  EXPECT_EQ(ZigZag(-1), 1u);
  EXPECT_EQ(ZigZag(1), 2u);
  for (const std::int64_t value :
       {std::int64_t{-300}, std::int64_t{300}, std::numeric_limits<std::int64_t>::min(),
        std::numeric_limits<std::int64_t>::max()}) {
    EXPECT_EQ(UnZigZag(ZigZag(value)), value);
  }
}

TEST(ByteReader, FailsOnceAndForAllPastTheEnd) {
  ByteReader reader(std::string_view("\x01\x02\x03", 3));

  EXPECT_EQ(reader.Little<std::uint16_t>(), 0x0201);
  EXPECT_EQ(reader.Little<std::uint16_t>(), 0);
  EXPECT_FALSE(reader.ok());
  EXPECT_EQ(reader.Little<std::uint8_t>(), 0);
  EXPECT_FALSE(reader.AtEnd());
}

TEST(ByteReader, RefusesVarintsThatDoNotEnd) {
  ByteReader unfinished(std::string_view("\xFF\xFF", 2));
  unfinished.Varint();
  EXPECT_FALSE(unfinished.ok());

  const std::string endless(12, '\xFF');
  ByteReader too_long(endless);
  too_long.Varint();
  EXPECT_FALSE(too_long.ok());
}

TEST(ByteReader, RefusesLengthsPastTheEnd) {
  std::string bytes;
  AppendVarint(bytes, kMaxNumber);
  bytes += "text";
  ByteReader reader(bytes);

  EXPECT_EQ(reader.Text(), "");
  EXPECT_FALSE(reader.ok());
}

TEST(BigEndian, RoundTripsAndSorts) {
  std::string small;
  std::string large;
  AppendBig(small, std::uint32_t{255});
  AppendBig(large, std::uint32_t{256});

  EXPECT_LT(small, large);
  EXPECT_EQ(LoadBig<std::uint32_t>(large.data()), 256u);
}

TEST(PostingLists, KeepManyListsApart) {
  PostingLists lists;
  std::vector<std::string> expected(300);
  for (std::size_t i = 0; i < expected.size(); ++i) lists.AddList();
  for (std::uint64_t round = 0; round < 3000; ++round) {
    for (std::size_t list = 0; list < expected.size(); ++list) {
      if (round % (list + 1) != 0) continue;
      const std::uint64_t number = round * list * 1000003 % (std::uint64_t{1} << 42);
      lists.Append(static_cast<std::uint32_t>(list), number);
      AppendVarint(expected[list], number);
    }
  }

  std::string bytes;
  for (std::size_t list = 0; list < expected.size(); ++list) {
    lists.Read(static_cast<std::uint32_t>(list), bytes);
    ASSERT_EQ(bytes, expected[list]) << list;
  }
}

TEST(PostingLists, AnUntouchedListIsEmpty) {
  PostingLists lists;
  std::string bytes = "before";

  lists.Read(lists.AddList(), bytes);

  EXPECT_EQ(bytes, "");
}

}  // namespace
}  // namespace waymark::graph
