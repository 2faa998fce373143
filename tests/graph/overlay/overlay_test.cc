// Overlays against fresh bases of the same state: every answer and the root.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/store.h"
#include "graph_data.h"
#include "overlay_model.h"
#include "read_view_contract.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "view_description.h"

namespace waymark::graph {
namespace {

using waymark::testing::IsOk;
using waymark::testing::StatusIs;
using waymark::testing::TempDir;

const ViewKey kFreshView = {"example.org/repo", "fresh"};

std::vector<std::string> Words() {
  std::vector<std::string> words = {"lib", "core", "old", "src", "absent"};
  for (const char* const word :
       {"request", "parse_url", "index", "Store", "open", "größe", "db", "token", "HTTPGet"}) {
    words.emplace_back(word);
    for (int i = 0; i < 20; ++i) words.push_back(word + std::to_string(i));
  }
  return words;
}

class OverlayTest : public ::testing::Test {
 protected:
  OverlayTest() {
    StoreOptions options;
    options.directory = directory_.path() / "store";
    options.map_bytes = std::uint64_t{1} << 32;
    auto store = Store::Open(options);
    EXPECT_THAT(store, IsOk());
    store_ = *std::move(store);
  }

  // Publishes a change over the current state of `key`.
  void Publish(const ViewKey& key, const ModelState& state, const ModelChange& change) {
    WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
    WM_ASSERT_OK_AND_ASSIGN(const auto record, writer->FindView(key));
    WM_ASSERT_OK_AND_ASSIGN(const auto builder, writer->NewOverlay(key));
    ASSERT_THAT(BuildOverlay(*builder, state, change), IsOk());
    WM_ASSERT_OK_AND_ASSIGN(summary_, builder->Finish());
    PublishRequest request;
    request.key = key;
    request.base = record->base;
    request.overlay = summary_.segment;
    request.root = summary_.root;
    request.states_given = StatesGiven::kChanges;
    request.removed_paths = change.removed;
    for (const std::string& path : change.replaced) {
      request.file_states.emplace_back().path = path;
      request.file_states.back().content = state.files.at(path).data.facts.content;
    }
    request.expected_generation = record->generation;
    ASSERT_THAT(writer->Publish(request), IsOk());
    ASSERT_THAT(writer->CollectGarbage(), IsOk());
  }

  std::shared_ptr<const ReadView> Fresh(const ModelState& state) {
    EXPECT_THAT(PublishGraph(*store_, kFreshView, GraphOf(state)), IsOk());
    return *store_->OpenView(kFreshView);
  }

  void ExpectSame(const ReadView& view, const ReadView& fresh) {
    ASSERT_EQ(Describe(view, Words()), Describe(fresh, Words()));
    ASSERT_EQ(view.info().root, fresh.info().root);
    ExpectKeepsContract(view);
  }

  TempDir directory_;
  std::unique_ptr<Store> store_;
  OverlaySummary summary_;
};

class RandomOverlay : public OverlayTest, public ::testing::WithParamInterface<std::uint64_t> {};

TEST_P(RandomOverlay, EqualsAFreshBaseAfterEachStep) {
  ModelRepository repository(GetParam(), 8);
  WM_ASSERT_OK(PublishGraph(*store_, kKey, GraphOf(repository.state())));
  for (int step = 0; step < 12 && !HasFailure(); ++step) {
    SCOPED_TRACE(::testing::Message() << "seed " << GetParam() << ", step " << step);
    const ModelChange change = repository.Step();
    Publish(kKey, repository.state(), change);
    if (HasFatalFailure()) return;
    ASSERT_EQ(summary_.dangling_edges, 0u);
    WM_ASSERT_OK_AND_ASSIGN(const auto view, store_->OpenView(kKey));
    const auto fresh = Fresh(repository.state());
    ASSERT_EQ(summary_.root, fresh->info().root);
    ExpectSame(*view, *fresh);
    WM_ASSERT_OK_AND_ASSIGN(const auto states, store_->FileStates(kKey));
    std::vector<std::string> paths;
    for (const FileState& state : states) paths.push_back(state.path);
    std::vector<std::string> expected;
    for (const auto& [path, file] : repository.state().files) expected.push_back(path);
    ASSERT_EQ(paths, expected);
  }
}

TEST_P(RandomOverlay, OnTheHeapEqualsAFreshBase) {
  ModelRepository repository(GetParam() + 1000, 6);
  WM_ASSERT_OK(PublishGraph(*store_, kKey, GraphOf(repository.state())));
  const ModelChange first = repository.Step();
  Publish(kKey, repository.state(), first);
  const ModelChange second = repository.Step();
  std::shared_ptr<const ReadView> view;
  {
    WM_ASSERT_OK_AND_ASSIGN(const auto somebody_who_writes, store_->BeginWrite());
    WM_ASSERT_OK_AND_ASSIGN(const auto builder, store_->NewUnpublished(kKey));
    WM_ASSERT_OK(BuildOverlay(*builder, repository.state(), second));
    EXPECT_THAT(builder->Finish(), StatusIs(absl::StatusCode::kFailedPrecondition));
    WM_ASSERT_OK_AND_ASSIGN(view, builder->FinishUnpublished());
  }
  ExpectSame(*view, *Fresh(repository.state()));
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomOverlay, ::testing::Range<std::uint64_t>(1, 13));

}  // namespace
}  // namespace waymark::graph
