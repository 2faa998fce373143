#include "graph/store.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/hash.h"
#include "graph_data.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using waymark::testing::IsOk;
using waymark::testing::StatusIs;
using waymark::testing::TempDir;

class StoreTest : public ::testing::Test {
 protected:
  std::unique_ptr<Store> OpenStore() {
    StoreOptions options;
    options.directory = directory_.path() / "store";
    options.map_bytes = std::uint64_t{1} << 32;
    auto store = Store::Open(options);
    EXPECT_THAT(store, IsOk());
    return store.ok() ? *std::move(store) : nullptr;
  }

  TempDir directory_;
};

FactsKey ContentKey(std::string_view content) { return FactsKey{1, 2, HashContent(content)}; }

TEST_F(StoreTest, PublishedGraphReadsBack) {
  const std::unique_ptr<Store> store = OpenStore();

  WM_ASSERT_OK_AND_ASSIGN(const std::uint64_t generation, PublishGraph(*store, kKey, SmallGraph()));
  WM_ASSERT_OK_AND_ASSIGN(const auto view, store->OpenView(kKey));

  EXPECT_EQ(generation, 1u);
  EXPECT_EQ(view->info().symbol_count, 8u);
  EXPECT_EQ(view->info().file_count, 3u);
  EXPECT_EQ(view->info().edge_count, 9u);
  EXPECT_EQ(view->info().unresolved_count, 2u);
  EXPECT_EQ(view->info().commit, "0123abcd");
  EXPECT_EQ(view->QualifiedName(SymbolId{2}), "app.App.run");
  EXPECT_EQ(view->QualifiedName(SymbolId{4}), "main.py");
}

TEST_F(StoreTest, FactsReadBackAfterFinish) {
  const std::unique_ptr<Store> store = OpenStore();
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store->BeginWrite());
  WM_ASSERT_OK_AND_ASSIGN(const auto facts, writer->OpenFacts());
  WM_ASSERT_OK_AND_ASSIGN(const auto pack, writer->NewFactsPack());
  for (int i = 0; i < 200; ++i) {
    const std::string text = std::to_string(i);
    WM_ASSERT_OK(pack->Append(ContentKey(text), "header " + text, "body " + text));
  }
  EXPECT_FALSE(facts->Contains(ContentKey("7")));

  WM_ASSERT_OK_AND_ASSIGN(const SegmentId segment, pack->Finish());

  EXPECT_EQ(facts->PackOf(ContentKey("7")), segment);
  EXPECT_EQ(facts->RecordCount(segment), 200u);
  EXPECT_THAT(facts->ReadHeader(ContentKey("0")), ::waymark::testing::IsOkAndHolds("header 0"));
  EXPECT_THAT(facts->ReadBody(ContentKey("199")), ::waymark::testing::IsOkAndHolds("body 199"));
  EXPECT_THAT(facts->ReadBody(ContentKey("absent")), StatusIs(absl::StatusCode::kNotFound));
}

}  // namespace
}  // namespace waymark::graph
