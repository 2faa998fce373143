// One store used by several threads of a process; run under ThreadSanitizer too.
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/hash.h"
#include "graph/store.h"
#include "graph_data.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::graph {
namespace {

using waymark::testing::IsOk;
using waymark::testing::TempDir;

constexpr int kThreads = 4;

class StoreThreadsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    StoreOptions options;
    options.directory = directory_.path() / "store";
    options.map_bytes = std::uint64_t{1} << 32;
    auto store = Store::Open(options);
    ASSERT_THAT(store, IsOk());
    store_ = *std::move(store);
  }

  template <typename Work>
  void RunThreads(Work&& work) {
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
    for (std::thread& thread : threads) thread.join();
  }

  TempDir directory_;
  std::unique_ptr<Store> store_;
};

// Number of edges that Out() shows.
std::uint64_t CountEdges(const ReadView& view) {
  std::uint64_t count = 0;
  std::vector<Neighbor> neighbors;
  for (std::uint32_t i = 0; i < view.symbol_bound(); ++i) {
    view.Out(SymbolId{i}, neighbors);
    count += neighbors.size();
  }
  return count;
}

TEST_F(StoreThreadsTest, ManyReadOneView) {
  WM_ASSERT_OK(PublishGraph(*store_, kKey, RandomGraph({})));
  WM_ASSERT_OK_AND_ASSIGN(const auto view, store_->OpenView(kKey));
  std::atomic<int> wrong = 0;

  RunThreads([&](int) { wrong += CountEdges(*view) == view->info().edge_count ? 0 : 1; });

  EXPECT_EQ(wrong, 0);
}

TEST_F(StoreThreadsTest, ViewsAreOpenedWhileOneWrites) {
  WM_ASSERT_OK(PublishGraph(*store_, kKey, RandomGraph({})));
  std::atomic<bool> done = false;
  std::atomic<int> wrong = 0;
  std::thread writer([&] {
    for (std::uint64_t seed = 2; seed < 12; ++seed) {
      RandomGraphOptions options;
      options.seed = seed;
      wrong += PublishGraph(*store_, kKey, RandomGraph(options)).ok() ? 0 : 1;
    }
    done = true;
  });

  RunThreads([&](int) {
    std::uint64_t last_generation = 0;
    while (!done) {
      const auto view = store_->OpenView(kKey);
      const bool is_whole = view.ok() && CountEdges(**view) == (*view)->info().edge_count &&
                            (*view)->info().generation >= last_generation;
      wrong += is_whole ? 0 : 1;
      if (view.ok()) last_generation = (*view)->info().generation;
    }
  });
  writer.join();

  EXPECT_EQ(wrong, 0);
  EXPECT_EQ((*store_->OpenView(kKey))->info().generation, 11u);
}

FactsKey RecordKey(int record) { return FactsKey{1, 1, HashContent(std::to_string(record))}; }

TEST_F(StoreThreadsTest, FactsAreReadWhileAnotherPackIsWritten) {
  constexpr int kWrittenRecords = 500;
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
  WM_ASSERT_OK_AND_ASSIGN(const auto facts, writer->OpenFacts());
  WM_ASSERT_OK_AND_ASSIGN(const auto first, writer->NewFactsPack());
  for (int i = 0; i < kWrittenRecords; ++i) {
    WM_ASSERT_OK(first->Append(RecordKey(i), "header " + std::to_string(i), std::to_string(i)));
  }
  WM_ASSERT_OK(first->Finish());
  std::atomic<int> wrong = 0;

  RunThreads([&](int thread) {
    if (thread == 0) {
      const auto second = writer->NewFactsPack();
      for (int i = kWrittenRecords; i < 2 * kWrittenRecords; ++i) {
        wrong += (*second)->Append(RecordKey(i), "h", std::string(5000, 'x')).ok() ? 0 : 1;
      }
      wrong += (*second)->Finish().ok() ? 0 : 1;
      return;
    }
    for (int i = thread; i < kWrittenRecords; i += 3) {
      const auto header = facts->ReadHeader(RecordKey(i));
      const auto body = facts->ReadBody(RecordKey(kWrittenRecords - 1 - i));
      wrong += header.ok() && *header == "header " + std::to_string(i) ? 0 : 1;
      wrong += body.ok() && *body == std::to_string(kWrittenRecords - 1 - i) ? 0 : 1;
    }
  });

  EXPECT_EQ(wrong, 0);
  EXPECT_TRUE(facts->Contains(RecordKey(2 * kWrittenRecords - 1)));
}

}  // namespace
}  // namespace waymark::graph
