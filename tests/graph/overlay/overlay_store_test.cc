// Overlays in the store: shared bases, publication, collection, what fails and what is refused.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <lmdb.h>

#include "graph/hash.h"
#include "graph/store.h"
#include "graph_data.h"
#include "lmdb/environment.h"
#include "overlay_model.h"
#include "read_view_contract.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "view_description.h"

namespace waymark::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using waymark::testing::IsOk;
using waymark::testing::IsOkAndHolds;
using waymark::testing::StatusIs;
using waymark::testing::TempDir;

const ViewKey kOther = {"example.org/repo", "work:2"};
const ViewKey kFreshOverlay = {"example.org/repo", "fresh"};
constexpr std::uint64_t kOverlayMapBytes = std::uint64_t{1} << 32;

class OverlayStoreTest : public ::testing::Test {
 protected:
  OverlayStoreTest() : repository_(7, 6) {
    Open();
    EXPECT_THAT(PublishGraph(*store_, kKey, GraphOf(repository_.state())), IsOk());
  }

  void Open() {
    StoreOptions options;
    options.directory = directory_.path() / "store";
    options.map_bytes = kOverlayMapBytes;
    auto store = Store::Open(options);
    ASSERT_THAT(store, IsOk());
    store_ = *std::move(store);
  }

  // An overlay from the state of `from`, finished but not published.
  static PublishRequest Finish(Writer& writer, const ViewKey& from, const ViewKey& to,
                               const ModelState& state, const ModelChange& change) {
    const auto record = *writer.FindView(from);
    const auto previous = *writer.FindView(to);
    const auto builder = writer.NewOverlay(from);
    EXPECT_THAT(builder, IsOk());
    EXPECT_THAT(BuildOverlay(**builder, state, change), IsOk());
    const auto summary = (*builder)->Finish();
    EXPECT_THAT(summary, IsOk());
    PublishRequest request;
    request.key = to;
    request.base = record->base;
    request.overlay = summary->segment;
    request.root = summary->root;
    request.states_given = previous ? StatesGiven::kChanges : StatesGiven::kAll;
    request.expected_generation = previous ? previous->generation : 0;
    return request;
  }

  void Update(const ViewKey& from, const ViewKey& to, const ModelState& state,
              const ModelChange& change) {
    WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
    ASSERT_THAT(writer->Publish(Finish(*writer, from, to, state, change)), IsOk());
    ASSERT_THAT(writer->CollectGarbage(), IsOk());
  }

  std::vector<std::string> DescribeView(const ViewKey& key) {
    const auto view = store_->OpenView(key);
    EXPECT_THAT(view, IsOk());
    return Describe(**view, {});
  }

  void ExpectIs(const ViewKey& key, const ModelState& state) {
    ASSERT_THAT(PublishGraph(*store_, kFreshOverlay, GraphOf(state)), IsOk());
    ASSERT_EQ(DescribeView(key), DescribeView(kFreshOverlay));
  }

  std::uint64_t PartBytes(std::string_view name) {
    const auto sizes = *store_->Sizes();
    for (const StorePart& part : sizes) {
      if (part.name == name) return part.bytes;
    }
    return 0;
  }

  // The number of transactions that were ever committed.
  std::size_t CommitCount() {
    store_.reset();
    MDB_env* env = nullptr;
    MDB_envinfo info{};
    EXPECT_EQ(mdb_env_create(&env), 0);
    EXPECT_EQ(mdb_env_open(env, (directory_.path() / "store").c_str(), MDB_RDONLY, 0600), 0);
    EXPECT_EQ(mdb_env_info(env, &info), 0);
    mdb_env_close(env);
    Open();
    return info.me_last_txnid;
  }

  TempDir directory_;
  std::unique_ptr<Store> store_;
  ModelRepository repository_;
};

TEST_F(OverlayStoreTest, ASecondWorktreeSharesTheBaseAndGoesItsOwnWay) {
  const ModelState first = repository_.state();
  Update(kKey, kOther, first, {});
  const ModelChange change = repository_.Step();
  Update(kOther, kOther, repository_.state(), change);

  ExpectIs(kKey, first);
  ExpectIs(kOther, repository_.state());
  WM_ASSERT_OK_AND_ASSIGN(const auto record, store_->FindView(kKey));
  WM_ASSERT_OK_AND_ASSIGN(const auto other, store_->FindView(kOther));
  EXPECT_EQ(record->base, other->base);
  EXPECT_EQ(record->overlay, SegmentId::kNone);
  EXPECT_NE(other->overlay, SegmentId::kNone);
}

TEST_F(OverlayStoreTest, ABaseStaysAsLongAsAnyViewNamesIt) {
  Update(kKey, kOther, repository_.state(), repository_.Step());
  const std::vector<std::string> before = DescribeView(kOther);
  WM_ASSERT_OK(PublishGraph(*store_, kKey, SmallGraph()));
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
  WM_ASSERT_OK(writer->CollectGarbage());

  EXPECT_EQ(DescribeView(kOther), before);
  WM_ASSERT_OK(writer->RemoveView(kOther));
  WM_ASSERT_OK(writer->CollectGarbage());
  EXPECT_EQ(PartBytes("overlays"), 0u);
}

TEST_F(OverlayStoreTest, AReaderKeepsItsStateThroughLaterUpdates) {
  Update(kKey, kKey, repository_.state(), repository_.Step());
  WM_ASSERT_OK_AND_ASSIGN(const auto held, store_->OpenView(kKey));
  const std::vector<std::string> before = Describe(*held, {});
  for (int i = 0; i < 5; ++i) {
    const ModelChange change = repository_.Step();
    Update(kKey, kKey, repository_.state(), change);
  }

  EXPECT_EQ(Describe(*held, {}), before);
  ExpectIs(kKey, repository_.state());
}

TEST_F(OverlayStoreTest, AnUpdateWithItsFactsIsOneCommit) {
  const ModelChange change = repository_.Step();
  const std::size_t before = CommitCount();
  {
    WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
    WM_ASSERT_OK_AND_ASSIGN(const auto pack, writer->NewFactsPack());
    const FactsKey key{1, 1, HashContent("edited")};
    WM_ASSERT_OK(pack->Append(key, "header", "body"));
    WM_ASSERT_OK_AND_ASSIGN(const SegmentId pack_id, pack->Finish());
    WM_ASSERT_OK_AND_ASSIGN(const auto facts, writer->OpenFacts());
    EXPECT_THAT(facts->ReadBody(key), IsOkAndHolds("body"));
    PublishRequest request = Finish(*writer, kKey, kKey, repository_.state(), change);
    request.packs.push_back(pack_id);
    WM_ASSERT_OK(writer->Publish(request));
    WM_ASSERT_OK(writer->CollectGarbage());
  }

  EXPECT_EQ(CommitCount(), before + 1);
  const ModelChange again = repository_.Step();
  Update(kKey, kKey, repository_.state(), again);
  // One for the update, one for the pack that it does not name any more.
  EXPECT_EQ(CommitCount(), before + 3);
}

TEST_F(OverlayStoreTest, PublishingOnAnotherGenerationIsAborted) {
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
  const ModelChange change = repository_.Step();
  PublishRequest request = Finish(*writer, kKey, kKey, repository_.state(), change);
  request.expected_generation = 9;

  EXPECT_THAT(writer->Publish(request), StatusIs(absl::StatusCode::kAborted));
  request.expected_generation = 1;
  EXPECT_THAT(writer->Publish(request), IsOkAndHolds(2u));
}

// Whatever operation fails, the view stays as it was, and trying again succeeds.
TEST_F(OverlayStoreTest, AFailedPublicationLeavesTheStateBefore) {
  const ModelState first = repository_.state();
  const ModelChange change = repository_.Step();
  const std::vector<std::string> before = DescribeView(kKey);
  int failures = 0;
  for (std::int64_t operations = 0;; ++operations) {
    SCOPED_TRACE(operations);
    WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
    const PublishRequest request = Finish(*writer, kKey, kKey, repository_.state(), change);
    InjectWriteFault(operations, MDB_MAP_FULL);
    const auto published = writer->Publish(request);
    InjectWriteFault(-1, 0);
    if (published.ok()) break;
    ++failures;
    EXPECT_THAT(published, StatusIs(absl::StatusCode::kResourceExhausted));
    ASSERT_EQ(DescribeView(kKey), before);
  }
  EXPECT_GT(failures, 4);
  ExpectIs(kKey, repository_.state());
}

TEST_F(OverlayStoreTest, WhatWasNotPublishedIsGoneWithTheWriter) {
  const std::size_t before = CommitCount();
  {
    WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
    const ModelChange change = repository_.Step();
    Finish(*writer, kKey, kKey, repository_.state(), change);
  }

  EXPECT_EQ(PartBytes("overlays"), 0u);
  EXPECT_EQ(CommitCount(), before);
}

TEST_F(OverlayStoreTest, PublishingWhatIsNoOverlayIsRefused) {
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
  const ModelChange change = repository_.Step();
  PublishRequest request = Finish(*writer, kKey, kKey, repository_.state(), change);

  request.overlay = request.base;
  EXPECT_THAT(writer->Publish(request),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not a finished overlay")));
  request.overlay = SegmentId::kNone;
  request.key = kOther;
  request.expected_generation = 0;
  EXPECT_THAT(writer->Publish(request),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("give all")));
  EXPECT_THAT(writer->NewOverlay(kOther), StatusIs(absl::StatusCode::kNotFound));
}

TEST_F(OverlayStoreTest, ChangesOfFileStatesAddUp) {
  const auto publish = [this](std::vector<std::string> changed, std::vector<std::string> removed) {
    WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
    WM_ASSERT_OK_AND_ASSIGN(const auto record, writer->FindView(kKey));
    PublishRequest request;
    request.key = kKey;
    request.base = record->base;
    request.states_given = StatesGiven::kChanges;
    request.expected_generation = record->generation;
    request.removed_paths = std::move(removed);
    for (std::string& path : changed) {
      request.file_states.emplace_back().path = std::move(path);
      request.file_states.back().size_bytes = record->generation;
    }
    WM_ASSERT_OK(writer->Publish(request));
  };
  const auto states = [this] {
    std::map<std::string, std::uint64_t> sizes;
    const auto stored = *store_->FileStates(kKey);
    for (const FileState& state : stored) sizes[state.path] = state.size_bytes;
    return sizes;
  };
  std::map<std::string, std::uint64_t> expected = states();

  publish({"a", "b", "z"}, {expected.begin()->first});
  expected.erase(expected.begin());
  expected.insert({{"a", 1}, {"b", 1}, {"z", 1}});
  EXPECT_EQ(states(), expected);
  publish({"b"}, {"a", "never"});
  expected.erase("a");
  expected["b"] = 2;
  EXPECT_EQ(states(), expected);
  publish({"a"}, {});
  expected["a"] = 3;
  EXPECT_EQ(states(), expected);
  std::vector<std::string> many;
  for (int i = 10000; i < 15000; ++i) many.push_back("m" + std::to_string(i));
  for (const std::string& path : many) expected[path] = 4;
  publish(many, {"b"});
  expected.erase("b");
  EXPECT_EQ(states(), expected);
}

TEST_F(OverlayStoreTest, HundredsOfReplacedFilesEqualAFreshBase) {
  const ModelRepository large(3, 300);
  WM_ASSERT_OK(PublishGraph(*store_, kOther, GraphOf(large.state())));
  ModelChange change;
  for (const auto& [path, file] : large.state().files) change.replaced.push_back(path);
  Update(kOther, kOther, large.state(), change);

  WM_ASSERT_OK_AND_ASSIGN(const auto record, store_->FindView(kOther));
  EXPECT_EQ(record->root, record->parent_root);
  ExpectIs(kOther, large.state());
}

TEST_F(OverlayStoreTest, AnEdgeThatNobodyReboundIsLeftOutAndCounted) {
  WM_ASSERT_OK(PublishGraph(*store_, kKey, SmallGraph()));
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
  WM_ASSERT_OK_AND_ASSIGN(const auto builder, writer->NewOverlay(kKey));
  const std::string_view removed[] = {"app.py"};
  WM_ASSERT_OK(builder->Plan({}, removed));
  WM_ASSERT_OK_AND_ASSIGN(const auto view, builder->FinishUnpublished());

  std::vector<Neighbor> neighbors;
  view->Out(SymbolId{5}, neighbors);
  EXPECT_TRUE(neighbors.empty());
  EXPECT_EQ(view->info().edge_count, 3u);  // two of nesting, one call
  ExpectKeepsContract(*view);
}

// --- misuse

class OverlayBuilderTest : public OverlayStoreTest {
 protected:
  OverlayBuilderTest() {
    EXPECT_THAT(PublishGraph(*store_, kKey, SmallGraph()), IsOk());
    writer_ = *store_->BeginWrite();
    builder_ = *writer_->NewOverlay(kKey);
  }

  std::unique_ptr<Writer> writer_;
  std::unique_ptr<OverlayBuilder> builder_;
};

TEST_F(OverlayBuilderTest, GivesIdsOfTheNewState) {
  const PlannedFile replaced[] = {{"app.py", 4}, {"new.py", 2}};
  const std::string_view removed[] = {"test_app.py"};
  WM_ASSERT_OK(builder_->Plan(replaced, removed));

  EXPECT_EQ(builder_->FirstSymbolOf("app.py"), SymbolId{8});
  EXPECT_EQ(builder_->FirstSymbolOf("main.py"), SymbolId{4});
  EXPECT_EQ(builder_->FirstSymbolOf("new.py"), SymbolId{12});
  EXPECT_EQ(builder_->FirstSymbolOf("test_app.py"), std::nullopt);
}

TEST_F(OverlayBuilderTest, RefusesAPlanOutOfOrder) {
  const PlannedFile unordered[] = {{"b", 1}, {"a", 1}};
  const PlannedFile one[] = {{"a", 1}};
  const PlannedFile empty[] = {{"a", 0}};
  const std::string_view removed[] = {"a"};

  EXPECT_THAT(builder_->Plan(unordered, {}), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(builder_->Plan(empty, {}), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(builder_->Plan(one, removed), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(builder_->Plan(one, {}), IsOk());
  EXPECT_THAT(builder_->Plan(one, {}), StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST_F(OverlayBuilderTest, RefusesWhatIsNotInThePlan) {
  FileData file = SmallGraph().files[0];
  const FileInputOf input(file);
  EXPECT_THAT(builder_->Finish(), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(builder_->AddFile(input.input()), StatusIs(absl::StatusCode::kInvalidArgument));
  const PlannedFile replaced[] = {{"app.py", 4}};
  WM_ASSERT_OK(builder_->Plan(replaced, {}));

  EXPECT_THAT(builder_->Finish(),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("was not added")));
  EXPECT_THAT(builder_->RebindFile(ReboundFile{"app.py", {}, {}}),
              StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(builder_->RebindFile(ReboundFile{"absent.py", {}, {}}),
              StatusIs(absl::StatusCode::kInvalidArgument));
  file.symbols.pop_back();
  file.edges.clear();
  EXPECT_THAT(builder_->AddFile(FileInputOf(file).input()),
              StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST_F(OverlayBuilderTest, RefusesATargetThatIsReplaced) {
  const PlannedFile replaced[] = {{"app.py", 4}};
  WM_ASSERT_OK(builder_->Plan(replaced, {}));
  FileData file = SmallGraph().files[0];  // its ids are those of the base
  WM_ASSERT_OK(builder_->AddFile(FileInputOf(file).input()));

  EXPECT_THAT(builder_->Finish(),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("'app.py'")));
}

}  // namespace
}  // namespace waymark::graph
