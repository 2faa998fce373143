#include "views/kept_differences.h"

#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "testing/memory_view.h"

namespace waymark::services {
namespace {

using Found = KeptDifferences::Found;

Found OfRows(std::size_t rows) {
  retrieval::Difference difference;
  difference.symbols.resize(rows);
  return std::make_shared<const retrieval::Difference>(std::move(difference));
}

class StateNamed : public testing::MemoryView {
 public:
  explicit StateNamed(std::string name) {
    SetRepository(std::move(name));
    Finish();
  }
};

TEST(KeptDifferences, AreOfTwoStatesInTheirOrder) {
  const StateNamed old_state("old");
  const StateNamed new_state("new");
  KeptDifferences kept;
  const Found found = OfRows(1);

  kept.Keep(old_state, new_state, found);

  EXPECT_EQ(kept.Find(old_state, new_state), found);
  EXPECT_EQ(kept.Find(new_state, old_state), nullptr);
  EXPECT_EQ(kept.Find(old_state, old_state), nullptr);
}

TEST(KeptDifferences, WhatWasFoundWithoutATextIsNotKept) {
  const StateNamed state("state");
  KeptDifferences kept;

  kept.Keep(
      state, state,
      std::make_shared<retrieval::Difference>(retrieval::Difference{
          .symbols = {}, .edges = {}, .symbol_counts = {}, .edge_counts = {}, .unread_files = 1}));

  EXPECT_EQ(kept.Find(state, state), nullptr);
}

TEST(KeptDifferences, TheOneNotAskedForGoesFirst) {
  const StateNamed a("a");
  const StateNamed b("b");
  const StateNamed c("c");
  KeptDifferences kept;
  constexpr std::size_t kHalf = KeptDifferences::kMaxRows / 2;
  kept.Keep(a, a, OfRows(kHalf));
  kept.Keep(b, b, OfRows(kHalf));
  EXPECT_NE(kept.Find(a, a), nullptr);

  kept.Keep(c, c, OfRows(kHalf));

  EXPECT_NE(kept.Find(a, a), nullptr);
  EXPECT_EQ(kept.Find(b, b), nullptr);
  EXPECT_NE(kept.Find(c, c), nullptr);
  kept.Keep(b, b, OfRows(KeptDifferences::kMaxRows + 1));
  EXPECT_EQ(kept.Find(b, b), nullptr);
}

}  // namespace
}  // namespace waymark::services
