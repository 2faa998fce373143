// Writes that fail at any point: the error is clear, nothing is lost, and the next run works.
#include <cerrno>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lmdb.h>

#include "graph/store.h"
#include "graph_data.h"
#include "lmdb/environment.h"
#include "read_view_contract.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::graph {
namespace {

using ::testing::HasSubstr;
using waymark::testing::IsOk;
using waymark::testing::IsOkAndHolds;
using waymark::testing::StatusIs;
using waymark::testing::TempDir;

constexpr std::int64_t kNoFault = -1;

class FaultTest : public ::testing::TestWithParam<int> {
 protected:
  ~FaultTest() override { InjectWriteFault(kNoFault, 0); }
};

TEST(TransactionBound, KeepsAFaultFromFillingTheDisk) {
  const TempDir directory;
  const EnvironmentOptions options{directory.path(), false, std::uint64_t{1} << 32, 8};
  WM_ASSERT_OK_AND_ASSIGN(const auto environment, Environment::Open(options));
  WM_ASSERT_OK(environment->OpenTables("format", "1"));
  {
    WM_ASSERT_OK_AND_ASSIGN(WriteTxn txn, environment->BeginWrite());
    WM_ASSERT_OK(txn.Put(Table::kMeta, "a", "1"));
    EXPECT_THAT(txn.Put(Table::kMeta, "b", std::string(kMaxTransactionBytes, 'x')),
                StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("more than 256 MiB")));
  }
  WM_ASSERT_OK_AND_ASSIGN(WriteTxn next, environment->BeginWrite());
  WM_ASSERT_OK(next.Put(Table::kMeta, "b", "2"));
  WM_ASSERT_OK(std::move(next).Commit());
  WM_ASSERT_OK_AND_ASSIGN(const ReadTxn txn, environment->BeginRead());
  EXPECT_THAT(txn.Get(Table::kMeta, "a"), IsOkAndHolds(::testing::Eq(std::nullopt)));
}

TEST_P(FaultTest, AtAnyWriteKeepsTheLastStateAndTheNextRunWorks) {
  const TempDir directory;
  StoreOptions options;
  options.directory = directory.path() / "store";
  options.map_bytes = std::uint64_t{1} << 32;
  WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(options));
  WM_ASSERT_OK(PublishGraph(*store, kKey, SmallGraph()));
  std::uint64_t generation = 1;

  // One more write succeeds before the fault in every round, until none is hit.
  bool was_hit = true;
  for (std::int64_t writes = 0; was_hit; ++writes) {
    ASSERT_LT(writes, 500);
    InjectWriteFault(writes, GetParam());
    const auto published = PublishGraph(*store, kKey, SmallGraph());
    InjectWriteFault(kNoFault, 0);
    was_hit = !published.ok();
    if (was_hit) {
      ASSERT_THAT(published, StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("store")));
    }
    generation += was_hit ? 0 : 1;
    WM_ASSERT_OK_AND_ASSIGN(const auto view, store->OpenView(kKey));
    ASSERT_EQ(view->info().generation, generation);
    ExpectKeepsContract(*view);
  }

  EXPECT_THAT(PublishGraph(*store, kKey, SmallGraph()), IsOkAndHolds(generation + 1));
}

INSTANTIATE_TEST_SUITE_P(Codes, FaultTest, ::testing::Values(ENOSPC, MDB_MAP_FULL));

}  // namespace
}  // namespace waymark::graph
