#include "ranking/cohesion.h"

#include <vector>

#include <gtest/gtest.h>

#include "lexical_candidate.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

// Adds cohesion to candidates whose symbols are their indices.
void Add(std::vector<Candidate>& candidates) {
  SymbolSlots slots;
  slots.Reset(static_cast<std::uint32_t>(candidates.size() + 1));
  for (std::uint32_t i = 0; i < candidates.size(); ++i) slots.Set(SymbolId{i}, i);
  AddCohesion(slots, candidates);
}

TEST(Cohesion, OfAFileIsTheMeanOfItsFiveBest) {
  std::vector<Candidate> candidates;
  for (std::uint32_t i = 0; i < 6; ++i) candidates.push_back(LexicalCandidate(i, 0, 6.0 - i));
  candidates.push_back(LexicalCandidate(6, 1, 5));
  Add(candidates);

  // 6, 5, 4, 3 and 2 in the first file; 5 and four missing ones in the second.
  EXPECT_DOUBLE_EQ(candidates[0].cohesion, kFileCohesion * 4);
  EXPECT_DOUBLE_EQ(candidates[5].cohesion, kFileCohesion * 4);
  EXPECT_DOUBLE_EQ(candidates[6].cohesion, kFileCohesion * 1);
}

TEST(Cohesion, GoesFromATypeToItsMembersAndBack) {
  std::vector<Candidate> candidates = {LexicalCandidate(0, 0, 3), LexicalCandidate(1, 1, 2),
                                       LexicalCandidate(2, 2, 1)};
  candidates[1].parent = SymbolId{0};
  candidates[2].parent = SymbolId{0};
  Add(candidates);

  EXPECT_DOUBLE_EQ(candidates[0].cohesion, kFileCohesion * 3 / 5 + kChildCohesion * (2 + 1) / 3);
  EXPECT_DOUBLE_EQ(candidates[1].cohesion, kFileCohesion * 2 / 5 + kParentCohesion * 3);
}

TEST(Cohesion, IgnoresATypeThatIsNoCandidate) {
  std::vector<Candidate> candidates = {LexicalCandidate(0, 0, 3)};
  candidates[0].parent = SymbolId{1};
  Add(candidates);

  EXPECT_DOUBLE_EQ(candidates[0].cohesion, kFileCohesion * 3 / 5);
}

}  // namespace
}  // namespace waymark::retrieval
