#include "ranking/diversity.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "lexical_candidate.h"

namespace waymark::retrieval {
namespace {

TEST(Diversity, TakesFromFurtherSymbolsOfAFile) {
  std::vector<Candidate> candidates = {LexicalCandidate(0, 0, 1.00), LexicalCandidate(1, 0, 0.99),
                                       LexicalCandidate(2, 0, 0.98), LexicalCandidate(3, 1, 0.97)};
  std::vector<std::uint32_t> order = {0, 1, 2, 3};
  AddDiversity(candidates, order);

  EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 3, 1, 2}));
  EXPECT_DOUBLE_EQ(candidates[0].score(), 1);
  EXPECT_DOUBLE_EQ(candidates[1].score(), 0.99 / 1.04);
  EXPECT_DOUBLE_EQ(candidates[2].score(), 0.98 / 1.08);
  EXPECT_DOUBLE_EQ(candidates[3].score(), 0.97);
}

TEST(Diversity, CountsMembersByTheirTypeAndNotByTheFile) {
  std::vector<Candidate> candidates = {LexicalCandidate(0, 0, 1.00), LexicalCandidate(1, 0, 0.99)};
  candidates[1].parent = SymbolId{0};
  std::vector<std::uint32_t> order = {0, 1};
  AddDiversity(candidates, order);

  EXPECT_DOUBLE_EQ(candidates[1].diversity, 1);
}

TEST(Diversity, LeavesWhatIsEqualInItsOrder) {
  std::vector<Candidate> candidates = {LexicalCandidate(5, 2, 1), LexicalCandidate(4, 1, 1),
                                       LexicalCandidate(3, 0, 1)};
  std::vector<std::uint32_t> order = {1, 0, 2};
  AddDiversity(candidates, order);

  EXPECT_EQ(order, (std::vector<std::uint32_t>{1, 0, 2}));
}

}  // namespace
}  // namespace waymark::retrieval
