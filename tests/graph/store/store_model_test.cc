// Random operations on a store and on a std::map side by side: after each, both say the same.
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/hash.h"
#include "graph/store.h"
#include "graph_data.h"
#include "lmdb/catalogue.h"
#include "lmdb/environment.h"
#include "segment/segment_format.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::graph {
namespace {

using waymark::testing::IsOk;
using waymark::testing::IsOkAndHolds;
using waymark::testing::StatusIs;
using waymark::testing::TempDir;

constexpr std::uint64_t kModelMapBytes = std::uint64_t{1} << 33;
constexpr int kModelSteps = 60;

struct ModelView {
  std::uint64_t generation = 0;
  RootHash root;
  RootHash parent_root;
  std::uint64_t symbol_count = 0;
  std::vector<SegmentId> packs;
  std::vector<FactsKey> facts;
  std::shared_ptr<const ReadView> held;  // an old state that somebody still reads
};

class StoreModel {
 public:
  explicit StoreModel(std::uint64_t seed) : random_(seed) { Open(); }

  void Step() {
    switch (random_() % 12) {
      case 0:
        return RemoveView();
      case 1:
        return CollectGarbage();
      case 2:
        return Abandon();
      case 3:
        return Reopen();
      case 4:
        return PublishOnAnotherGeneration();
      case 5:
        return HoldView();
      default:
        return Publish();
    }
  }

  void ExpectAgreement() {
    WM_ASSERT_OK_AND_ASSIGN(const std::vector<ViewRecord> records, store_->Views());
    ASSERT_EQ(records.size(), model_.size());
    std::size_t i = 0;
    for (const auto& [key, expected] : model_) {
      const ViewRecord& record = records[i++];
      ASSERT_EQ(record.key, key);
      ASSERT_EQ(record.generation, expected.generation);
      ASSERT_EQ(record.root, expected.root);
      ASSERT_EQ(record.parent_root, expected.parent_root);
      ASSERT_EQ(record.packs, expected.packs);
      WM_ASSERT_OK_AND_ASSIGN(const auto view, store_->OpenView(key));
      ASSERT_EQ(view->info().generation, expected.generation);
      ASSERT_EQ(view->symbol_bound(), expected.symbol_count);
      if (expected.held != nullptr) ExpectReadable(*expected.held);
    }
    for (const auto& held : removed_) ExpectReadable(*held);
  }

  // With every writer gone, nothing but what views name is stored.
  void ExpectNoGarbage() {
    CollectGarbage();
    Close();
    std::set<SegmentId> packs;
    for (const auto& [key, view] : model_) packs.insert(view.packs.begin(), view.packs.end());
    {
      WM_ASSERT_OK_AND_ASSIGN(const auto environment,
                              Environment::Open(EnvironmentOptions{directory_.path() / "store",
                                                                   false, kModelMapBytes, 8}));
      WM_ASSERT_OK(environment->OpenTables("", ""));
      WM_ASSERT_OK_AND_ASSIGN(const ReadTxn txn, environment->BeginRead());
      std::set<SegmentId> with_blocks;
      WM_ASSERT_OK_AND_ASSIGN(Cursor cursor, Cursor::Open(txn, Table::kBlock));
      for (bool found = *cursor.SeekAtLeast(SegmentKey(SegmentId::kNone)); found;
           found = *cursor.Next()) {
        with_blocks.insert(ParseBlockKey(cursor.key()).segment);
      }
      WM_ASSERT_OK_AND_ASSIGN(const auto referenced, ReferencedSegments(txn));
      EXPECT_EQ(referenced.size(), packs.size() + 2 * model_.size());
      EXPECT_EQ(with_blocks, std::set<SegmentId>(referenced.begin(), referenced.end()));
    }
    Open();
  }

 private:
  static void ExpectReadable(const ReadView& view) {
    for (std::uint32_t i = 0; i < view.symbol_bound(); ++i) {
      ASSERT_EQ(view.Identity(SymbolId{i}).Prefix64(), view.Symbol(SymbolId{i}).identity_prefix);
    }
  }

  void Open() {
    StoreOptions options;
    options.directory = directory_.path() / "store";
    options.map_bytes = kModelMapBytes;
    auto store = Store::Open(options);
    ASSERT_THAT(store, IsOk());
    store_ = *std::move(store);
  }

  // Views keep the environment open, so they go first.
  void Close() {
    for (auto& [key, view] : model_) view.held.reset();
    removed_.clear();
    writer_.reset();
    store_.reset();
  }

  void Reopen() {
    Close();
    Open();
  }

  Writer& GetWriter() {
    if (writer_ != nullptr && random_() % 3 == 0) writer_.reset();
    if (writer_ == nullptr) {
      auto writer = store_->BeginWrite();
      EXPECT_THAT(writer, IsOk());
      writer_ = *std::move(writer);
    }
    return *writer_;
  }

  ViewKey SomeKey() { return ViewKey{"repo", "view" + std::to_string(random_() % 4)}; }

  BaseSummary BuildSomething(Writer& writer) {
    RandomGraphOptions options;
    options.seed = random_();
    options.files = static_cast<std::uint32_t>(1 + random_() % 6);
    const auto builder = writer.NewBase();
    EXPECT_THAT(builder, IsOk());
    const auto summary = Build(**builder, RandomGraph(options));
    EXPECT_THAT(summary, IsOk());
    return *summary;
  }

  SegmentId WritePack(Writer& writer, const FactsKey& key) {
    const auto pack = writer.NewFactsPack();
    EXPECT_THAT(pack, IsOk());
    EXPECT_THAT((*pack)->Append(key, "header", key.content.ToHex()), IsOk());
    const auto id = (*pack)->Finish();
    EXPECT_THAT(id, IsOk());
    return *id;
  }

  void Publish() {
    Writer& writer = GetWriter();
    const ViewKey key = SomeKey();
    ModelView view = model_[key];
    if (random_() % 2 == 0) {
      const FactsKey facts{1, 1, HashContent(std::to_string(random_()))};
      view.packs.push_back(WritePack(writer, facts));
      view.facts.push_back(facts);
    }
    const BaseSummary summary = BuildSomething(writer);
    PublishRequest request;
    request.key = key;
    request.base = summary.segment;
    request.root = summary.root;
    request.packs = view.packs;
    request.file_states.resize(1);
    request.expected_generation = view.generation;
    ASSERT_THAT(writer.Publish(request), IsOkAndHolds(view.generation + 1));
    ++view.generation;
    view.parent_root = view.root;
    view.root = summary.root;
    view.symbol_count = summary.symbol_count;
    model_[key] = view;
    const auto facts = writer.OpenFacts();
    for (const FactsKey& known : view.facts) {
      ASSERT_THAT((*facts)->ReadBody(known), IsOkAndHolds(known.content.ToHex()));
    }
  }

  void PublishOnAnotherGeneration() {
    Writer& writer = GetWriter();
    PublishRequest request;
    request.key = SomeKey();
    request.base = BuildSomething(writer).segment;
    const auto known = model_.find(request.key);
    request.expected_generation = known == model_.end() ? 1 : known->second.generation + 1;
    ASSERT_THAT(writer.Publish(request), StatusIs(absl::StatusCode::kAborted));
  }

  void Abandon() {
    Writer& writer = GetWriter();
    BuildSomething(writer);
    WritePack(writer, FactsKey{1, 1, HashContent("abandoned")});
    writer_.reset();
  }

  void RemoveView() {
    const ViewKey key = SomeKey();
    ASSERT_THAT(GetWriter().RemoveView(key), IsOk());
    if (const auto known = model_.find(key); known != model_.end()) {
      if (known->second.held != nullptr) removed_.push_back(known->second.held);
      model_.erase(known);
    }
  }

  void CollectGarbage() { ASSERT_THAT(GetWriter().CollectGarbage(), IsOk()); }

  void HoldView() {
    if (model_.empty()) return;
    const auto view = store_->OpenView(model_.begin()->first);
    ASSERT_THAT(view, IsOk());
    model_.begin()->second.held = *view;
  }

  std::mt19937_64 random_;
  TempDir directory_;
  std::map<ViewKey, ModelView> model_;
  std::vector<std::shared_ptr<const ReadView>> removed_;  // held states of views that are gone
  std::unique_ptr<Store> store_;
  std::unique_ptr<Writer> writer_;
};

class StoreModelTest : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(StoreModelTest, AgreesWithAMapUnderRandomOperations) {
  StoreModel model(GetParam());
  for (int step = 0; step < kModelSteps && !HasFailure(); ++step) {
    SCOPED_TRACE(step);
    model.Step();
    model.ExpectAgreement();
  }
  model.ExpectNoGarbage();
}

INSTANTIATE_TEST_SUITE_P(Seeds, StoreModelTest, ::testing::Range<std::uint64_t>(1, 5));

}  // namespace
}  // namespace waymark::graph
