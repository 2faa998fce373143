#include "ranking/top_order.h"

#include <vector>

#include <gtest/gtest.h>

#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

// A type and functions outside it, whose symbols are their indices.
std::vector<Candidate> TypeAndOthers(const std::vector<double>& scores) {
  std::vector<Candidate> candidates(scores.size());
  for (std::uint32_t i = 0; i < candidates.size(); ++i) {
    candidates[i].symbol = SymbolId{i};
    candidates[i].lexical = scores[i];
  }
  candidates[0].is_type = true;
  return candidates;
}

std::vector<std::uint32_t> InOrder(std::vector<Candidate>& candidates) {
  std::vector<std::uint32_t> order(candidates.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  PutMembersFirst(candidates, order);
  return order;
}

TEST(HeadOrder, PutsATypeAfterTheMembersThatSayTheQuestionThemselves) {
  std::vector<Candidate> candidates = TypeAndOthers({1, 0.95, 0.9, 0.85});
  candidates[2].parent = SymbolId{0};

  EXPECT_EQ(InOrder(candidates), (std::vector<std::uint32_t>{1, 2, 0, 3}));
  EXPECT_DOUBLE_EQ(candidates[0].score(), candidates[2].score());
}

TEST(HeadOrder, LeavesATypeBeforeMembersThatOnlyBelongToIt) {
  std::vector<Candidate> candidates = TypeAndOthers({1, 0.5});
  candidates[1].parent = SymbolId{0};
  candidates[1].lexical = 0.9 * kMemberShare;
  candidates[1].cohesion = 0.45;

  EXPECT_EQ(InOrder(candidates), (std::vector<std::uint32_t>{0, 1}));
  EXPECT_DOUBLE_EQ(candidates[0].diversity, 1);
}

TEST(HeadOrder, PutsATypeBehindWhatElseItsFileHolds) {
  std::vector<Candidate> candidates = TypeAndOthers({1, 0.95, 0.9, 0.85});
  candidates[3].parent = SymbolId{0};

  EXPECT_EQ(InOrder(candidates), (std::vector<std::uint32_t>{1, 2, 3, 0}));
}

TEST(HeadOrder, PutsATypeBehindASymbolOfAnotherFileButNotBehindTwo) {
  std::vector<Candidate> candidates = TypeAndOthers({1, 0.95, 0.9, 0.85, 0.8, 0.75});
  candidates[1].file = FileId{7};
  candidates[2].parent = SymbolId{0};
  for (const std::uint32_t i : {3U, 4U}) candidates[i].file = FileId{8};
  candidates[5].parent = SymbolId{0};

  EXPECT_EQ(InOrder(candidates), (std::vector<std::uint32_t>{1, 2, 0, 3, 4, 5}));
}

TEST(HeadOrder, BringsNothingInAndNothingOut) {
  std::vector<double> scores;
  for (std::uint32_t i = 0; i <= kTopSize; ++i) scores.push_back(1 - 0.001 * i);
  std::vector<Candidate> candidates = TypeAndOthers(scores);
  candidates[kTopSize].parent = SymbolId{0};

  EXPECT_EQ(InOrder(candidates)[0], 0U) << "its only member is not among the first";
}

TEST(HeadOrder, PutsNestedTypesBeforeTheOuterOne) {
  std::vector<Candidate> candidates = TypeAndOthers({1, 0.95, 0.9});
  candidates[1].is_type = true;
  candidates[1].parent = SymbolId{0};
  candidates[2].parent = SymbolId{1};

  EXPECT_EQ(InOrder(candidates), (std::vector<std::uint32_t>{2, 1, 0}));
}

}  // namespace
}  // namespace waymark::retrieval
