// What is told of an index that another version of the program made by rules of its own.
#include <filesystem>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/store.h"
#include "indexer/indexer.h"
#include "services/engine.h"
#include "shop_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::HasSubstr;

class OtherRulesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    IndexByOtherRules();
    WM_ASSERT_OK_AND_ASSIGN(engine_, Engine::Open({.store_directory = store_}));
  }

  // Leaves the view as a program of another version would.
  void IndexByOtherRules() {
    WM_ASSERT_OK_AND_ASSIGN(const auto store, graph::Store::Open({.directory = store_}));
    indexer::IndexOptions options;
    options.root = root_;
    WM_ASSERT_OK_AND_ASSIGN(const indexer::IndexReport report,
                            indexer::IndexRepository(*store, options));
    WM_ASSERT_OK_AND_ASSIGN(const auto record, store->FindView(report.key));
    WM_ASSERT_OK_AND_ASSIGN(const auto writer, store->BeginWrite());
    WM_ASSERT_OK(writer->Publish({.key = record->key,
                                  .base = record->base,
                                  .overlay = record->overlay,
                                  .packs = record->packs,
                                  .states_given = graph::StatesGiven::kChanges,
                                  .file_states = {},
                                  .removed_paths = {},
                                  .blobs = {},
                                  .root = record->root,
                                  .commit = record->commit,
                                  .root_path = record->root_path,
                                  .indexed_unix_seconds = record->indexed_unix_seconds,
                                  .indexer_version = record->indexer_version + 1,
                                  .expected_generation = record->generation}));
  }

  wire::Completeness CompletenessOfUsages() {
    const auto answer = engine_->Usages({.root = root_, .symbol = "price_of"}, {});
    EXPECT_THAT(answer, testing::IsOk());
    return answer.ok() ? answer->payload.completeness : wire::Completeness();
  }

  testing::TempDir directory_;
  std::filesystem::path store_ = directory_.path() / "store";
  std::filesystem::path root_ = testing::WriteShopRepository(directory_);
  std::unique_ptr<Engine> engine_;
};

TEST_F(OtherRulesTest, EveryFileMayComeOutDifferently) {
  const wire::Completeness completeness = CompletenessOfUsages();

  EXPECT_EQ(completeness.certainty, wire::Certainty::kIncomplete);
  EXPECT_THAT(completeness.reason, HasSubstr("files on disk differ from the index"));
}

TEST_F(OtherRulesTest, TheStatusTellsWhyAllDiffer) {
  WM_ASSERT_OK_AND_ASSIGN(const StatusAnswer status, engine_->Status({}));

  ASSERT_EQ(status.views.size(), 1u);
  EXPECT_EQ(status.views[0].files_differing, status.views[0].files);
  EXPECT_EQ(status.views[0].note, "indexed by the rules of another version");
}

TEST_F(OtherRulesTest, IndexingAgainMendsIt) {
  WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));

  EXPECT_EQ(CompletenessOfUsages().certainty, wire::Certainty::kComplete);
  WM_ASSERT_OK_AND_ASSIGN(const StatusAnswer status, engine_->Status({}));
  EXPECT_EQ(status.views[0].files_differing, 0u);
  EXPECT_EQ(status.views[0].note, "");
}

}  // namespace
}  // namespace waymark::services
