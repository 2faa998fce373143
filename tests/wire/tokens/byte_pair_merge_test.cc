#include "tokens/byte_pair_merge.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tokens/embedded_tables.h"

namespace waymark::wire {
namespace {

// The definition, word for word: join the leftmost pair of lowest rank until no pair is a token.
std::size_t CountByDefinition(const TokenTable& table, const std::string& piece) {
  std::vector<std::string> parts;
  for (const char c : piece) parts.emplace_back(1, c);
  for (;;) {
    std::size_t best = 0;
    std::uint32_t best_rank = kNoRank;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      const std::uint32_t rank = table.Rank(parts[i] + parts[i + 1]);
      if (rank < best_rank) {
        best = i;
        best_rank = rank;
      }
    }
    if (best_rank == kNoRank) return parts.size();
    parts[best] += parts[best + 1];
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
}

std::string RandomPiece(std::mt19937& random, std::size_t max_size) {
  constexpr std::string_view kAlphabet = "aeiourstnlABX_=-<>\xC3\xA9";
  const std::size_t letters = 1 + random() % kAlphabet.size();
  std::string piece(1 + random() % max_size, '\0');
  for (char& c : piece) c = kAlphabet[random() % letters];
  return piece;
}

TEST(TokenTable, HoldsEveryTokenUnderItsRank) {
  for (const std::uint8_t* data : {waymark_o200k_base_table, waymark_cl100k_base_table}) {
    const TokenTable table(data);
    ASSERT_GT(table.token_count(), 100000U);
    for (std::uint32_t rank = 0; rank < table.token_count(); ++rank) {
      ASSERT_EQ(table.Rank(table.Bytes(rank)), rank);
    }
  }
}

TEST(TokenTable, KnowsWhatIsNoToken) {
  const TokenTable table(waymark_o200k_base_table);

  EXPECT_EQ(table.Rank("qzxjvk"), kNoRank);
  EXPECT_EQ(table.Rank(std::string(1000, 'a')), kNoRank);
}

TEST(CountPieceTokens, FollowsTheDefinitionForWords) {
  const TokenTable table(waymark_o200k_base_table);
  std::mt19937 random(2);

  for (int i = 0; i < 3000; ++i) {
    const std::string piece = RandomPiece(random, 30);
    const std::size_t expected = table.Rank(piece) != kNoRank ? 1 : CountByDefinition(table, piece);
    ASSERT_EQ(CountPieceTokens(table, piece), expected) << piece;
  }
}

TEST(CountPieceTokens, FollowsTheDefinitionAroundTheSizeWhereItChangesItsMethod) {
  const TokenTable table(waymark_cl100k_base_table);
  std::mt19937 random(3);

  for (int i = 0; i < 60; ++i) {
    const std::string piece = RandomPiece(random, 300);
    const std::size_t expected = table.Rank(piece) != kNoRank ? 1 : CountByDefinition(table, piece);
    ASSERT_EQ(CountPieceTokens(table, piece), expected) << piece;
  }
}

// Texts of base64, of few letters, and runs with something in between.
TEST(CountPieceTokens, FollowsTheDefinitionForPiecesOfSeveralWindows) {
  const TokenTable table(waymark_o200k_base_table);
  std::mt19937 random(5);

  for (const std::string_view letters :
       {"a", "ab", "=-", "aeiourstnl",
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/0123"}) {
    for (int i = 0; i < 3; ++i) {
      std::string piece(1100 + random() % 1500, 'a');
      for (char& c : piece) {
        if (random() % 8 != 0 || i == 0) c = letters[random() % letters.size()];
      }
      ASSERT_EQ(CountPieceTokens(table, piece), CountByDefinition(table, piece)) << piece;
    }
  }
}

TEST(CountPieceTokens, TakesALongRunOfOneLetter) {
  constexpr std::size_t kLetters = 100000;
  const TokenTable table(waymark_o200k_base_table);
  const std::size_t count = CountPieceTokens(table, std::string(kLetters, 'a'));

  EXPECT_GT(count, kLetters / 128);
  EXPECT_LT(count, kLetters / 4);
}

}  // namespace
}  // namespace waymark::wire
