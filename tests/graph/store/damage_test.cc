// A base whose bytes were changed behind the store's back: opening refuses it, or reading stays
// within bounds.
#include <chrono>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/hash.h"
#include "graph/store.h"
#include "graph_data.h"
#include "lmdb/environment.h"
#include "overlay_model.h"
#include "segment/segment_format.h"
#include "segment/segment_reader.h"
#include "segment/verified_segments.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::graph {
namespace {

using waymark::testing::IsOk;
using waymark::testing::StatusIs;
using waymark::testing::TempDir;

constexpr std::uint64_t kDamageMapBytes = std::uint64_t{1} << 30;
constexpr int kRounds = 12;
constexpr int kChangesPerBlock = 6;

// Changes some bytes in every block of the segments from `first` on.
void DamageBlocks(const std::filesystem::path& directory, SegmentId first, std::mt19937& random) {
  WM_ASSERT_OK_AND_ASSIGN(const auto environment, Environment::Open(EnvironmentOptions{
                                                      directory, false, kDamageMapBytes, 8}));
  WM_ASSERT_OK(environment->OpenTables("", ""));
  std::vector<std::pair<std::string, std::string>> blocks;
  {
    WM_ASSERT_OK_AND_ASSIGN(const ReadTxn txn, environment->BeginRead());
    WM_ASSERT_OK_AND_ASSIGN(Cursor cursor, Cursor::Open(txn, Table::kBlock));
    for (bool found = *cursor.SeekAtLeast(SegmentKey(first)); found; found = *cursor.Next()) {
      blocks.emplace_back(cursor.key(), cursor.value());
    }
  }
  WM_ASSERT_OK_AND_ASSIGN(WriteTxn txn, environment->BeginWrite());
  for (auto& [key, bytes] : blocks) {
    for (int i = 0; i < kChangesPerBlock; ++i) {
      bytes[random() % bytes.size()] = static_cast<char>(random());
    }
    WM_ASSERT_OK(txn.Put(Table::kBlock, key, bytes));
  }
  WM_ASSERT_OK(std::move(txn).Commit());
}

// As it is for segments that are too large to be compared: damage is read.
class Uncompared {
 public:
  Uncompared() { VerifiedSegments::is_off = true; }

  ~Uncompared() { VerifiedSegments::is_off = false; }

  Uncompared(const Uncompared&) = delete;
  Uncompared& operator=(const Uncompared&) = delete;
};

void ReadNeighbors(const ReadView& view, const std::vector<Neighbor>& neighbors) {
  std::vector<Position> sites;
  for (const Neighbor& neighbor : neighbors) {
    ASSERT_LT(ToIndex(neighbor.symbol), view.symbol_bound());
    view.Sites(neighbor, sites);
  }
}

void ReadSymbol(const ReadView& view, SymbolId symbol) {
  const SymbolRow row = view.Symbol(symbol);
  ASSERT_LT(ToIndex(row.file), view.file_bound());
  ASSERT_TRUE(row.parent == SymbolId::kNone || view.IsLive(row.parent));
  std::vector<Neighbor> neighbors;
  view.Out(symbol, neighbors);
  ReadNeighbors(view, neighbors);
  view.In(symbol, neighbors);
  ReadNeighbors(view, neighbors);
  view.OutDegree(symbol);
  view.InDegree(symbol);
  view.FieldLengths(symbol);
  view.QualifiedName(symbol);
  view.Signature(symbol);
  view.Identity(symbol);
  std::vector<SymbolId> named;
  view.WithName(row.name, named);
  for (const SymbolId other : named) ASSERT_TRUE(view.IsLive(other));
}

void ReadEverything(const ReadView& view) {
  for (std::uint32_t i = 0; i < view.symbol_bound(); ++i) {
    if (view.IsLive(SymbolId{i})) ReadSymbol(view, SymbolId{i});
  }
  std::vector<SymbolId> symbols;
  for (const FileId file : view.Files()) {
    view.FindFile(view.File(file).path);
    view.SymbolsOf(file, symbols);
    for (const SymbolId symbol : symbols) ASSERT_TRUE(view.IsLive(symbol));
  }
  view.VisitNames("", [](std::string_view) { return true; });
  view.VisitUnresolved([&](std::string_view, const UnresolvedRow& row) {
    EXPECT_TRUE(view.IsLive(row.source));
    view.Candidates(row, symbols);
    for (const SymbolId symbol : symbols) EXPECT_TRUE(view.IsLive(symbol));
    return true;
  });
  std::vector<Posting> postings;
  std::vector<FileId> files;
  for (const std::string_view term : {"request", "index", "db", "1", "def", "dir", "self"}) {
    view.Postings(term, postings);
    for (const Posting& posting : postings) ASSERT_TRUE(view.IsLive(posting.symbol));
    view.FilesWithPathTerm(term, files);
    for (const FileId file : files) ASSERT_TRUE(view.IsLive(file));
    view.FilesMentioning(MentionHash(term), files);
    for (const FileId file : files) ASSERT_TRUE(view.IsLive(file));
    view.Term(term);
  }
}

TEST(DamagedStore, IsNeverReadOutOfBounds) {
  const Uncompared uncompared;
  std::mt19937 random(7);
  for (int round = 0; round < kRounds; ++round) {
    SCOPED_TRACE(round);
    const TempDir directory;
    StoreOptions options;
    options.directory = directory.path() / "store";
    options.map_bytes = kDamageMapBytes;
    {
      WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(options));
      WM_ASSERT_OK(PublishGraph(*store, kKey, RandomGraph({})));
    }
    DamageBlocks(options.directory, SegmentId::kNone, random);

    WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(options));
    const auto view = store->OpenView(kKey);
    if (view.ok()) ReadEverything(**view);
    EXPECT_THAT(store->Verify(absl::OkStatus), StatusIs(absl::StatusCode::kDataLoss));
    store->FileStates(kKey).status().IgnoreError();
  }
}

// A column of zeros whose hash is another one.
std::unique_ptr<SegmentReader> DamagedSegment(std::uint64_t blocks) {
  const auto memory = std::make_shared<MemorySegment>();
  const std::uint64_t bytes = blocks * kBlockBytes;
  memory->row.bytes = bytes;
  memory->row.sections.push_back(SectionRow{.section = 1,
                                            .element_bytes = 1,
                                            .block_bound = static_cast<std::uint32_t>(blocks),
                                            .count = bytes,
                                            .bytes = bytes,
                                            .tail_address = 0,
                                            .tail_bytes = 0,
                                            .hash = {}});
  for (std::uint32_t i = 0; i < blocks; ++i) {
    memory->blocks.push_back(SegmentBlock{1, i, std::string(kBlockBytes, '\0')});
  }
  auto reader = SegmentReader::OpenInMemory(memory);
  EXPECT_THAT(reader, IsOk());
  return *std::move(reader);
}

// A process that answers one question and ends would take half as long again.
TEST(DamagedStore, OfManyBytesIsComparedOnceItHasBeenOpenForAWhile) {
  const auto now = VerifiedSegments::Clock::now();
  const auto long_ago = now - 2 * kCheckedAfter;
  const SegmentId id{7};
  const auto small = DamagedSegment(2);
  const auto large = DamagedSegment(kMaxCheckedAtOnce / kBlockBytes + 1);
  const auto huge = DamagedSegment(kMaxCheckedBytes / kBlockBytes + 1);

  EXPECT_THAT(VerifiedSegments(now).Check(id, *small), StatusIs(absl::StatusCode::kDataLoss));
  VerifiedSegments young(now + std::chrono::hours(1));
  EXPECT_THAT(young.Check(id, *large), IsOk());
  EXPECT_FALSE(young.IsSettled(id));
  VerifiedSegments old(long_ago);
  EXPECT_THAT(old.Check(id, *large), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_FALSE(old.IsSettled(id));
  EXPECT_THAT(old.Check(id, *huge), IsOk());
  EXPECT_TRUE(old.IsSettled(id));
}

SegmentId PublishOverlay(Store& store, const ModelState& state, const ModelChange& change) {
  const auto writer = store.BeginWrite();
  const auto record = *(*writer)->FindView(kKey);
  const auto builder = (*writer)->NewOverlay(kKey);
  EXPECT_THAT(BuildOverlay(**builder, state, change), IsOk());
  PublishRequest request;
  request.key = kKey;
  request.base = record->base;
  request.overlay = (*builder)->Finish()->segment;
  request.states_given = StatesGiven::kChanges;
  request.expected_generation = record->generation;
  EXPECT_THAT((*writer)->Publish(request), IsOk());
  return request.overlay;
}

// The repository as it is, and a step of it, both of which can be opened. Returns the overlay.
SegmentId PublishSteps(const StoreOptions& options, ModelRepository& repository) {
  const auto store = Store::Open(options);
  EXPECT_THAT(store, IsOk());
  if (!store.ok()) return SegmentId::kNone;
  EXPECT_THAT(PublishGraph(**store, kKey, GraphOf(repository.state())), IsOk());
  EXPECT_THAT((*store)->OpenView(kKey), IsOk());
  const ModelChange change = repository.Step();
  const SegmentId overlay = PublishOverlay(**store, repository.state(), change);
  EXPECT_THAT((*store)->OpenView(kKey), IsOk());
  return overlay;
}

// Most of what is read from it would look like any other answer.
TEST(DamagedStore, IsNotOpened) {
  std::mt19937 random(5);
  for (int round = 0; round < kRounds; ++round) {
    SCOPED_TRACE(round);
    const TempDir directory;
    StoreOptions options;
    options.directory = directory.path() / "store";
    options.map_bytes = kDamageMapBytes;
    ModelRepository repository(static_cast<std::uint64_t>(round), 8);
    const SegmentId overlay = PublishSteps(options, repository);
    DamageBlocks(options.directory, round % 2 == 0 ? SegmentId::kNone : overlay, random);

    WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(options));
    EXPECT_THAT(store->OpenView(kKey), StatusIs(absl::StatusCode::kDataLoss));
  }
}

// Reading the view, and building the next overlay from it.
TEST(DamagedOverlay, IsNeverReadOutOfBounds) {
  const Uncompared uncompared;
  std::mt19937 random(11);
  for (int round = 0; round < 3 * kRounds; ++round) {
    SCOPED_TRACE(round);
    const TempDir directory;
    StoreOptions options;
    options.directory = directory.path() / "store";
    options.map_bytes = kDamageMapBytes;
    ModelRepository repository(static_cast<std::uint64_t>(round), 8);
    const SegmentId overlay = PublishSteps(options, repository);
    DamageBlocks(options.directory, round % 3 == 0 ? SegmentId::kNone : overlay, random);

    WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(options));
    const auto view = store->OpenView(kKey);
    if (view.ok()) ReadEverything(**view);
    WM_ASSERT_OK_AND_ASSIGN(const auto writer, store->BeginWrite());
    const auto builder = writer->NewOverlay(kKey);
    if (!builder.ok()) continue;
    const ModelChange next = repository.Step();
    if (BuildOverlay(**builder, repository.state(), next).ok()) {
      (*builder)->Finish().status().IgnoreError();
    }
  }
}

}  // namespace
}  // namespace waymark::graph
