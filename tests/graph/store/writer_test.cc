#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "graph/hash.h"
#include "graph/store.h"
#include "graph_data.h"
#include "lmdb/catalogue.h"
#include "lmdb/environment.h"
#include "segment/segment_reader.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::graph {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using waymark::testing::IsOk;
using waymark::testing::IsOkAndHolds;
using waymark::testing::StatusIs;
using waymark::testing::TempDir;

FactsKey FactsKeyOf(std::string_view content) { return FactsKey{1, 2, HashContent(content)}; }

class WriterTest : public ::testing::Test {
 protected:
  void SetUp() override { Reopen(); }

  void Reopen() {
    store_.reset();
    StoreOptions options;
    options.directory = directory_.path() / "store";
    options.map_bytes = std::uint64_t{1} << 32;
    auto store = Store::Open(options);
    ASSERT_THAT(store, IsOk());
    store_ = *std::move(store);
  }

  // Runs `inspect` on the environment while the store is closed.
  template <typename Inspect>
  void InspectClosed(Inspect&& inspect) {
    store_.reset();
    {
      const EnvironmentOptions options{directory_.path() / "store", false, std::uint64_t{1} << 32,
                                       8};
      WM_ASSERT_OK_AND_ASSIGN(const auto environment, Environment::Open(options));
      WM_ASSERT_OK(environment->OpenTables("", ""));
      WM_ASSERT_OK_AND_ASSIGN(ReadTxn txn, environment->BeginRead());
      inspect(std::make_shared<const ReadTxn>(std::move(txn)));
    }
    Reopen();
  }

  std::uint64_t StoredBytes() {
    std::uint64_t bytes = 0;
    const auto sizes = *store_->Sizes();
    for (const StorePart& part : sizes) {
      if (part.name != "free pages" && part.name != "trees and padding") bytes += part.bytes;
    }
    return bytes;
  }

  TempDir directory_;
  std::unique_ptr<Store> store_;
};

PublishRequest RequestFor(const BaseSummary& summary, std::uint64_t expected_generation) {
  PublishRequest request;
  request.key = kKey;
  request.base = summary.segment;
  request.root = summary.root;
  request.expected_generation = expected_generation;
  return request;
}

TEST_F(WriterTest, ThereIsOneAtATime) {
  WM_ASSERT_OK_AND_ASSIGN(auto writer, store_->BeginWrite());

  EXPECT_THAT(store_->BeginWrite(), StatusIs(absl::StatusCode::kUnavailable,
                                             HasSubstr("process " + std::to_string(getpid()))));
  writer.reset();
  EXPECT_THAT(store_->BeginWrite(), IsOk());
}

TEST_F(WriterTest, PublishingCountsGenerationsAndChainsRoots) {
  WM_ASSERT_OK(PublishGraph(*store_, kKey, SmallGraph()));
  WM_ASSERT_OK_AND_ASSIGN(const auto first, store_->FindView(kKey));
  WM_ASSERT_OK(PublishGraph(*store_, kKey, GraphData()));
  WM_ASSERT_OK_AND_ASSIGN(const auto second, store_->FindView(kKey));

  EXPECT_EQ(first->generation, 1u);
  EXPECT_EQ(first->parent_root, RootHash());
  EXPECT_EQ(second->generation, 2u);
  EXPECT_EQ(second->parent_root, first->root);
  EXPECT_EQ(second->commit, "0123abcd");
  EXPECT_EQ(second->root_path, "/checkout");
}

TEST_F(WriterTest, PublishingOnAnotherGenerationIsAborted) {
  WM_ASSERT_OK(PublishGraph(*store_, kKey, SmallGraph()));
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
  WM_ASSERT_OK_AND_ASSIGN(const auto builder, writer->NewBase());
  WM_ASSERT_OK_AND_ASSIGN(const BaseSummary summary, Build(*builder, SmallGraph()));

  EXPECT_THAT(writer->Publish(RequestFor(summary, 0)),
              StatusIs(absl::StatusCode::kAborted, HasSubstr("generation 1")));
  EXPECT_THAT(writer->Publish(RequestFor(summary, 1)), IsOkAndHolds(2u));
}

TEST_F(WriterTest, PublishingWhatIsNotThereIsRefused) {
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
  WM_ASSERT_OK_AND_ASSIGN(const auto pack, writer->NewFactsPack());
  WM_ASSERT_OK_AND_ASSIGN(const SegmentId pack_id, pack->Finish());
  BaseSummary summary;

  summary.segment = SegmentId{999};
  EXPECT_THAT(writer->Publish(RequestFor(summary, 0)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("segment 999")));
  summary.segment = pack_id;
  EXPECT_THAT(writer->Publish(RequestFor(summary, 0)),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not a finished base")));
}

TEST_F(WriterTest, FileStatesComeBackAsTheyWerePublished) {
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
  WM_ASSERT_OK_AND_ASSIGN(const auto builder, writer->NewBase());
  WM_ASSERT_OK_AND_ASSIGN(const BaseSummary summary, Build(*builder, SmallGraph()));
  PublishRequest request = RequestFor(summary, 0);
  request.file_states = {
      {std::string(600, 'a'), 1, 2, -3, 4, HashContent("x"), 0},
      {"b c/ü.py", std::uint64_t{1} << 40, std::int64_t{1} << 60, 3, 4, HashContent("y"), 7}};

  WM_ASSERT_OK(writer->Publish(request));
  WM_ASSERT_OK_AND_ASSIGN(const auto states, store_->FileStates(kKey));

  ASSERT_THAT(states, SizeIs(2));
  EXPECT_EQ(states[0].path, std::string(600, 'a'));
  EXPECT_EQ(states[0].ctime_ns, -3);
  EXPECT_EQ(states[1].path, "b c/ü.py");
  EXPECT_EQ(states[1].size_bytes, std::uint64_t{1} << 40);
  EXPECT_EQ(states[1].content, HashContent("y"));
  EXPECT_EQ(states[1].skip_reason, 7);
}

TEST_F(WriterTest, FileStatesOutOfOrderAreRefused) {
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
  WM_ASSERT_OK_AND_ASSIGN(const auto builder, writer->NewBase());
  WM_ASSERT_OK_AND_ASSIGN(const BaseSummary summary, Build(*builder, SmallGraph()));
  PublishRequest request = RequestFor(summary, 0);
  request.file_states.resize(2);
  request.file_states[0].path = "b";
  request.file_states[1].path = "a";

  EXPECT_THAT(writer->Publish(request), StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST_F(WriterTest, KeepsTheLastSnapshots) {
  for (std::size_t i = 0; i < kMaxSnapshotsKept + 3; ++i) {
    WM_ASSERT_OK(PublishGraph(*store_, kKey, SmallGraph()));
  }

  InspectClosed([](const std::shared_ptr<const ReadTxn>& txn) {
    WM_ASSERT_OK_AND_ASSIGN(const auto snapshots, SnapshotRows(*txn, kKey));
    ASSERT_THAT(snapshots, SizeIs(kMaxSnapshotsKept));
    EXPECT_EQ(snapshots.front().generation, 4u);
    EXPECT_EQ(snapshots.back().generation, kMaxSnapshotsKept + 3);
  });
}

TEST_F(WriterTest, OpenViewIsSharedUntilTheNextPublication) {
  WM_ASSERT_OK(PublishGraph(*store_, kKey, SmallGraph()));
  WM_ASSERT_OK_AND_ASSIGN(const auto first, store_->OpenView(kKey));
  WM_ASSERT_OK_AND_ASSIGN(const auto again, store_->OpenView(kKey));
  WM_ASSERT_OK(PublishGraph(*store_, kKey, SmallGraph()));
  WM_ASSERT_OK_AND_ASSIGN(const auto next, store_->OpenView(kKey));

  EXPECT_EQ(first, again);
  EXPECT_NE(first, next);
  EXPECT_EQ(first->info().generation, 1u);
}

TEST_F(WriterTest, UnknownViewIsNotFound) {
  EXPECT_THAT(store_->OpenView(kKey),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("waymark index")));
  EXPECT_THAT(store_->FileStates(kKey), StatusIs(absl::StatusCode::kNotFound));
  WM_ASSERT_OK_AND_ASSIGN(const auto view, store_->FindView(kKey));
  EXPECT_FALSE(view.has_value());
}

// --- Facts

TEST_F(WriterTest, FactsOutliveTheirWriterWhenPublished) {
  {
    WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
    WM_ASSERT_OK_AND_ASSIGN(const auto pack, writer->NewFactsPack());
    WM_ASSERT_OK(pack->Append(FactsKeyOf("a"), "header", "body"));
    WM_ASSERT_OK_AND_ASSIGN(const SegmentId pack_id, pack->Finish());
    WM_ASSERT_OK_AND_ASSIGN(const auto builder, writer->NewBase());
    WM_ASSERT_OK_AND_ASSIGN(const BaseSummary summary, Build(*builder, SmallGraph()));
    PublishRequest request = RequestFor(summary, 0);
    request.packs = {pack_id};
    WM_ASSERT_OK(writer->Publish(request));
  }
  Reopen();
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
  WM_ASSERT_OK_AND_ASSIGN(const auto facts, writer->OpenFacts());

  EXPECT_THAT(facts->ReadBody(FactsKeyOf("a")), IsOkAndHolds("body"));
  FactsKey newer = FactsKeyOf("a");
  newer.extractor_version = 3;
  EXPECT_FALSE(facts->Contains(newer));
}

TEST_F(WriterTest, FactsOfAnAbandonedWriterAreDropped) {
  {
    WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
    WM_ASSERT_OK_AND_ASSIGN(const auto pack, writer->NewFactsPack());
    WM_ASSERT_OK(pack->Append(FactsKeyOf("a"), "header", std::string(5 << 20, 'x')));
    WM_ASSERT_OK(pack->Finish());
  }

  EXPECT_EQ(StoredBytes(), 0u);
}

TEST_F(WriterTest, ARepeatedKeyKeepsTheFirstRecord) {
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
  WM_ASSERT_OK_AND_ASSIGN(const auto facts, writer->OpenFacts());
  WM_ASSERT_OK_AND_ASSIGN(const auto pack, writer->NewFactsPack());
  WM_ASSERT_OK(pack->Append(FactsKeyOf("a"), "first", ""));
  WM_ASSERT_OK(pack->Append(FactsKeyOf("a"), "second", ""));
  WM_ASSERT_OK_AND_ASSIGN(const SegmentId id, pack->Finish());

  EXPECT_EQ(facts->RecordCount(id), 1u);
  EXPECT_THAT(facts->ReadHeader(FactsKeyOf("a")), IsOkAndHolds("first"));
  EXPECT_THAT(facts->ReadBody(FactsKeyOf("a")), IsOkAndHolds(""));
}

TEST_F(WriterTest, FactsLargerThanABlockReadBack) {
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
  WM_ASSERT_OK_AND_ASSIGN(const auto facts, writer->OpenFacts());
  WM_ASSERT_OK_AND_ASSIGN(const auto pack, writer->NewFactsPack());
  std::string large;
  for (std::uint32_t i = 0, x = 1; i < 3000000; ++i, x = x * 1664525 + 1013904223) {
    large.push_back(static_cast<char>(x >> 24));
  }
  WM_ASSERT_OK(pack->Append(FactsKeyOf("small"), "h", "b"));
  WM_ASSERT_OK(pack->Append(FactsKeyOf("large"), large, large));
  WM_ASSERT_OK(pack->Append(FactsKeyOf("after"), "h2", "b2"));
  WM_ASSERT_OK(pack->Finish());

  EXPECT_THAT(facts->ReadHeader(FactsKeyOf("large")), IsOkAndHolds(large));
  EXPECT_THAT(facts->ReadBody(FactsKeyOf("after")), IsOkAndHolds("b2"));
  EXPECT_THAT(facts->ReadBody(FactsKeyOf("small")), IsOkAndHolds("b"));
}

// --- Garbage

TEST_F(WriterTest, GarbageIsWhatNoViewNames) {
  WM_ASSERT_OK(PublishGraph(*store_, kKey, SmallGraph()));
  const std::uint64_t bytes = StoredBytes();
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
  WM_ASSERT_OK_AND_ASSIGN(const auto builder, writer->NewBase());
  WM_ASSERT_OK_AND_ASSIGN(const BaseSummary summary, Build(*builder, SmallGraph()));
  WM_ASSERT_OK(writer->CollectGarbage());  // must spare the base that is not published yet
  WM_ASSERT_OK(writer->Publish(RequestFor(summary, 1)));
  EXPECT_GT(StoredBytes(), bytes);

  WM_ASSERT_OK(writer->CollectGarbage());

  EXPECT_LE(StoredBytes(), bytes);
}

TEST_F(WriterTest, AnOpenViewOutlivesItsDeletion) {
  WM_ASSERT_OK(PublishGraph(*store_, kKey, SmallGraph()));
  WM_ASSERT_OK_AND_ASSIGN(const auto old, store_->OpenView(kKey));
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
  WM_ASSERT_OK(writer->RemoveView(kKey));
  WM_ASSERT_OK(writer->CollectGarbage());
  EXPECT_EQ(StoredBytes(), 0u);

  // Whatever is written now must not go into the pages that the view still reads.
  RandomGraphOptions options;
  options.files = 100;
  WM_ASSERT_OK_AND_ASSIGN(const auto builder, writer->NewBase());
  WM_ASSERT_OK(Build(*builder, RandomGraph(options)));

  EXPECT_EQ(old->QualifiedName(SymbolId{2}), "app.App.run");
  EXPECT_THAT(store_->OpenView(kKey), StatusIs(absl::StatusCode::kNotFound));
}

// --- Determinism and roots

RootHash RootOf(Writer& writer, const GraphData& graph) {
  const auto builder = writer.NewBase();
  EXPECT_THAT(builder, IsOk());
  const auto summary = Build(**builder, graph);
  EXPECT_THAT(summary, IsOk());
  return summary->root;
}

TEST_F(WriterTest, TheSameGraphGivesTheSameBytes) {
  WM_ASSERT_OK_AND_ASSIGN(auto writer, store_->BeginWrite());
  GraphData shuffled = RandomGraph({});
  for (FileData& file : shuffled.files) {
    std::reverse(file.terms.begin(), file.terms.end());
    std::reverse(file.edges.begin(), file.edges.end());
    std::reverse(file.unresolved.begin(), file.unresolved.end());
  }
  std::vector<SegmentId> bases;
  for (const GraphData& graph : {RandomGraph({}), shuffled}) {
    WM_ASSERT_OK_AND_ASSIGN(const auto builder, writer->NewBase());
    WM_ASSERT_OK_AND_ASSIGN(const BaseSummary summary, Build(*builder, graph));
    PublishRequest request = RequestFor(summary, 0);
    request.key.view = std::to_string(bases.size());
    WM_ASSERT_OK(writer->Publish(request));
    bases.push_back(summary.segment);
  }
  writer.reset();

  InspectClosed([&bases](const std::shared_ptr<const ReadTxn>& txn) {
    WM_ASSERT_OK_AND_ASSIGN(const auto first,
                            SegmentReader::Open(txn, bases[0], SegmentKind::kBase));
    WM_ASSERT_OK_AND_ASSIGN(const auto second,
                            SegmentReader::Open(txn, bases[1], SegmentKind::kBase));
    EXPECT_EQ(first->row().hash, second->row().hash);
    WM_EXPECT_OK(first->Verify());
  });
}

TEST_F(WriterTest, TheRootSeesEveryPartOfTheGraph) {
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store_->BeginWrite());
  std::vector<GraphData> graphs(11, SmallGraph());
  graphs[1].repository = "example.org/fork";
  graphs[2].files[0].facts.content = HashContent("edited");
  graphs[3].files[0].symbols[2].range.end.line += 1;
  graphs[4].files[0].symbols[2].signature = "def run(self, now)";
  graphs[5].files[1].edges[0].target = SymbolId{3};
  graphs[6].files[1].edges[0].rule = EdgeRule::kUniqueGlobal;
  graphs[7].files[1].edges[0].site.column += 1;
  graphs[8].files[1].unresolved[0].candidates.pop_back();
  graphs[9].files[0].symbols[3].parent = SymbolId{0};
  graphs[10].skipped.clear();

  std::vector<RootHash> roots;
  for (const GraphData& graph : graphs) roots.push_back(RootOf(*writer, graph));

  std::sort(roots.begin(), roots.end());
  EXPECT_EQ(std::adjacent_find(roots.begin(), roots.end()), roots.end());
}

// --- Misuse of the builder

class BuilderTest : public WriterTest {
 protected:
  absl::Status BuildStatus(const GraphData& graph) {
    const auto writer = store_->BeginWrite();
    EXPECT_THAT(writer, IsOk());
    const auto builder = (*writer)->NewBase();
    EXPECT_THAT(builder, IsOk());
    return Build(**builder, graph).status();
  }
};

TEST_F(BuilderTest, FilesMustComeInOrder) {
  GraphData graph = SmallGraph();
  std::swap(graph.files[0], graph.files[1]);

  EXPECT_THAT(BuildStatus(graph),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("'app.py'")));
}

TEST_F(BuilderTest, TargetsMustExist) {
  GraphData graph = SmallGraph();
  graph.files[1].edges[0].target = SymbolId{8};

  EXPECT_THAT(BuildStatus(graph), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("8")));
}

TEST_F(BuilderTest, SourcesMustBeInTheFile) {
  GraphData graph = SmallGraph();
  graph.files[1].edges[0].source = 2;
  EXPECT_THAT(BuildStatus(graph), StatusIs(absl::StatusCode::kInvalidArgument));

  graph = SmallGraph();
  graph.files[1].symbols.clear();
  EXPECT_THAT(BuildStatus(graph), StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST_F(BuilderTest, NestingIsNotGivenAsEdges) {
  GraphData graph = SmallGraph();
  graph.files[1].edges[0].type = EdgeType::kContains;

  EXPECT_THAT(BuildStatus(graph),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("parents")));
}

}  // namespace
}  // namespace waymark::graph
