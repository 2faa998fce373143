#include "tokens/piece_memo.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waymark::wire {
namespace {

using ::testing::ElementsAre;

// Counts a piece's bytes, and notes that it was asked.
class PieceMemoTest : public ::testing::Test {
 protected:
  std::size_t Get(std::string_view piece) {
    return memo_->Get(piece, [this](std::string_view asked) {
      asked_.emplace_back(asked);
      return asked.size();
    });
  }

  std::unique_ptr<PieceMemo> memo_ = std::make_unique<PieceMemo>();
  std::vector<std::string> asked_;
};

TEST_F(PieceMemoTest, CountsAPieceOnce) {
  EXPECT_EQ(Get("word"), 4U);
  EXPECT_EQ(Get("word"), 4U);
  EXPECT_THAT(asked_, ElementsAre("word"));
}

TEST_F(PieceMemoTest, TellsPiecesFromThoseWithZerosBehind) {
  const std::string_view zero("a\0", 2);
  EXPECT_EQ(Get("a"), 1U);
  EXPECT_EQ(Get(zero), 2U);
  EXPECT_EQ(Get("a"), 1U);
}

TEST_F(PieceMemoTest, RemembersNoLongPiece) {
  const std::string longest(23, 'x');
  const std::string longer(24, 'x');
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(Get(longest), 23U);
    EXPECT_EQ(Get(longer), 24U);
  }
  EXPECT_THAT(asked_, ElementsAre(longest, longer, longer));
}

TEST_F(PieceMemoTest, IsRightAfterMorePiecesThanItHolds) {
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 10'000; ++i) {
      const std::string piece = std::to_string(i);
      ASSERT_EQ(Get(piece), piece.size()) << piece;
    }
  }
}

}  // namespace
}  // namespace waymark::wire
