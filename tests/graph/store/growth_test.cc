// How much room a store takes after many generations: what they replaced is given back, unless
// somebody still reads it.
#include <cstdint>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/store.h"
#include "graph_data.h"
#include "overlay_model.h"
#include "read_view_contract.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::graph {
namespace {

using waymark::testing::IsOk;
using waymark::testing::TempDir;

constexpr int kGenerations = 30;

// A graph of some megabytes, so that the trees of the store hardly count.
GraphData LargeGraph(std::uint64_t seed) {
  RandomGraphOptions options;
  options.seed = seed;
  options.files = 150;
  return RandomGraph(options);
}

class GrowthTest : public ::testing::Test {
 protected:
  void SetUp() override {
    StoreOptions options;
    options.directory = directory_.path() / "store";
    options.map_bytes = std::uint64_t{1} << 32;
    WM_ASSERT_OK_AND_ASSIGN(store_, Store::Open(options));
    WM_ASSERT_OK(PublishGraph(*store_, kKey, LargeGraph(0)));
    first_bytes_ = Bytes();
  }

  std::uint64_t Bytes() const {
    const auto parts = store_->Sizes();
    EXPECT_THAT(parts, IsOk());
    std::uint64_t bytes = 0;
    for (const StorePart& part : *parts) bytes += part.bytes;
    return bytes;
  }

  void PublishMany() {
    for (std::uint64_t i = 1; i <= kGenerations; ++i) {
      ASSERT_THAT(PublishGraph(*store_, kKey, LargeGraph(i)), IsOk());
    }
  }

  TempDir directory_;
  std::unique_ptr<Store> store_;
  std::uint64_t first_bytes_ = 0;
};

TEST_F(GrowthTest, ManyGenerationsTakeLittleMoreRoomThanOne) {
  PublishMany();

  EXPECT_LE(Bytes(), first_bytes_ * 3 / 2);
}

TEST_F(GrowthTest, WhatIsBeingReadIsKeptUntilItIsNot) {
  {
    WM_ASSERT_OK_AND_ASSIGN(const auto view, store_->OpenView(kKey));
    PublishMany();
    EXPECT_EQ(view->info().generation, 1u);
    ExpectEdgesAreSymmetricAndOrdered(*view);
    ExpectNamesAreComplete(*view);
    EXPECT_GT(Bytes(), first_bytes_ * 3 / 2);
  }

  ASSERT_THAT(PublishGraph(*store_, kKey, LargeGraph(0)), IsOk());

  EXPECT_LE(Bytes(), first_bytes_ * 3 / 2);
}

}  // namespace
}  // namespace waymark::graph
