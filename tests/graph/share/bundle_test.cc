// A view in a bundle and out of it again: the same view, the same bytes, and nothing at all from a
// file that was changed.
#include "graph/shared/bundle.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/hash.h"
#include "graph/history.h"
#include "graph/store.h"
#include "graph_data.h"
#include "lmdb/environment.h"
#include "model/bytes.h"
#include "segment/segment_format.h"
#include "share/bundle_format.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "view_description.h"

namespace waymark::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using waymark::testing::IsOk;
using waymark::testing::StatusIs;
using waymark::testing::TempDir;

constexpr std::uint64_t kBundleMapBytes = std::uint64_t{1} << 30;
const ViewKey kCommitKey = {"example.org/repo", "commit:0123abcd"};
const std::vector<std::string> kBundleWords = {"run", "main", "stop"};

std::unique_ptr<Store> OpenStore(const TempDir& directory, const std::string& name) {
  auto store = Store::Open({.directory = directory.path() / name, .map_bytes = kBundleMapBytes});
  EXPECT_THAT(store, IsOk());
  return *std::move(store);
}

FactsKey ForeignKey(std::uint8_t number) {
  return {.grammar = number, .extractor_version = 1, .content = HashContent("foreign")};
}

// So long that the facts of a few hundred files take several frames.
std::string BodyOf(const std::string& path) { return path + std::string(60'000, path.back()); }

// Writes the facts of every `step`-th file from `first` on, and foreign ones.
SegmentId WritePack(Writer& writer, const GraphData& graph, std::size_t first, std::size_t step) {
  const auto pack = writer.NewFactsPack();
  EXPECT_THAT((*pack)->Append(ForeignKey(static_cast<std::uint8_t>(first)), "another", "file"),
              IsOk());
  for (std::size_t i = first; i < graph.files.size(); i += step) {
    const std::string& path = graph.files[i].path;
    EXPECT_THAT((*pack)->Append(graph.files[i].facts, "header of " + path, BodyOf(path)), IsOk());
  }
  return *(*pack)->Finish();
}

// Publishes the graph as the view of a commit, with its facts in `packs` packs.
void PublishCommit(Store& store, const GraphData& graph, std::size_t packs) {
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Writer> writer, store.BeginWrite());
  WM_ASSERT_OK_AND_ASSIGN(const std::optional<ViewRecord> known, writer->FindView(kCommitKey));
  PublishRequest request;
  for (std::size_t i = 0; i < packs; ++i) {
    request.packs.push_back(WritePack(*writer, graph, packs - i - 1, packs));
  }
  WM_ASSERT_OK_AND_ASSIGN(const std::unique_ptr<BaseBuilder> builder, writer->NewBase());
  WM_ASSERT_OK_AND_ASSIGN(const BaseSummary base, Build(*builder, graph));
  request.key = kCommitKey;
  request.base = base.segment;
  request.root = base.root;
  request.commit = "0123abcd";
  request.indexer_version = 7;
  request.unindexed = {{"SQL", 3}};
  request.indexed_unix_seconds = 1'700'000'000 + packs;
  request.root_path = "/checkout/" + std::to_string(packs);
  request.expected_generation = known ? known->generation : 0;
  for (const FileData& file : graph.files) {
    request.file_states.push_back(
        {.path = file.path, .size_bytes = file.size_bytes, .content = file.facts.content});
  }
  WM_ASSERT_OK(writer->Publish(request));
  const std::vector<CommitFacts> commits = {
      {.commit = {1}, .terms = {"fix"}, .touched = {{"app.py", {"run"}}}, .author = "A"}};
  WM_ASSERT_OK(writer->PutHistory(kCommitKey, History("0123abcd", commits)));
}

std::string ExportView(Store& store, unsigned threads) {
  const auto reader = store.OpenPortable(kCommitKey, [] { return absl::OkStatus(); });
  EXPECT_THAT(reader, IsOk());
  std::string bytes;
  EXPECT_THAT(WriteBundle(**reader, "1.2.3", {.threads = threads, .progress = {}},
                          [&bytes](std::string_view part) {
                            bytes += part;
                            return absl::OkStatus();
                          }),
              IsOk());
  return bytes;
}

// Reads `bytes` in pieces of a few sizes.
BundleSource SourceOf(const std::string& bytes) {
  return [&bytes, at = std::size_t{0}](char* out, std::size_t size) mutable {
    const std::size_t got = std::min({size, bytes.size() - at, std::size_t{1} + at % 4096});
    std::copy_n(bytes.data() + at, got, out);
    at += got;
    return absl::StatusOr<std::size_t>(got);
  };
}

// As an import does, without git.
absl::Status ImportView(Store& store, const std::string& bytes) {
  auto bundle = BundleReader::Open(SourceOf(bytes));
  if (!bundle.ok()) return bundle.status();
  const PortableState& state = (*bundle)->state();
  const auto writer = store.BeginWrite();
  EXPECT_THAT(writer, IsOk());
  const auto portable = (*writer)->NewPortable(state, PortableFactsPlace::kHere);
  if (!portable.ok()) return portable.status();
  absl::Status read = (*bundle)->ReadBlobs({.threads = 2, .progress = {}},
                                           [&](std::size_t number, std::string blob) {
                                             return (*portable)->Add(number, std::move(blob));
                                           });
  if (!read.ok()) return read;
  auto segments = (*portable)->Finish();
  if (!segments.ok()) return segments.status();
  PublishRequest request;
  request.key = state.key;
  request.base = segments->base;
  request.overlay = segments->overlay;
  request.packs = segments->packs;
  request.root = state.root;
  request.commit = state.commit;
  request.indexer_version = state.indexer_version;
  request.unindexed = state.unindexed;
  for (const PortableFile& file : state.files) {
    request.file_states.push_back({.path = file.path,
                                   .size_bytes = file.size_bytes,
                                   .content = file.content,
                                   .skip_reason = file.skip_reason});
  }
  const auto generation = (*writer)->Publish(request);
  if (!generation.ok()) return generation.status();
  return (*writer)->PutHistory(state.key, *segments->history);
}

GraphData LargeGraph() { return RandomGraph({.seed = 5, .files = 200, .symbols_per_file = 10}); }

TEST(Bundle, GivesTheSameViewInAnotherStore) {
  const TempDir directory;
  const GraphData graph = LargeGraph();
  const auto made = OpenStore(directory, "made");
  PublishCommit(*made, graph, 3);
  const auto taken = OpenStore(directory, "taken");

  WM_ASSERT_OK(ImportView(*taken, ExportView(*made, 2)));

  WM_ASSERT_OK_AND_ASSIGN(const auto original, made->OpenView(kCommitKey));
  WM_ASSERT_OK_AND_ASSIGN(const auto copy, taken->OpenView(kCommitKey));
  EXPECT_EQ(Describe(*copy, kBundleWords), Describe(*original, kBundleWords));
  EXPECT_EQ(copy->info().root, original->info().root);
  EXPECT_EQ(copy->info().unindexed, original->info().unindexed);
  WM_ASSERT_OK_AND_ASSIGN(const auto facts, taken->OpenFacts());
  for (const FileData& file : graph.files) {
    EXPECT_EQ(*facts->ReadHeader(file.facts), "header of " + file.path);
    EXPECT_EQ(*facts->ReadBody(file.facts), BodyOf(file.path));
  }
  EXPECT_FALSE(facts->Contains(ForeignKey(0)));
  WM_ASSERT_OK_AND_ASSIGN(const auto history, taken->OpenHistory(kCommitKey));
  ASSERT_NE(history, nullptr);
  EXPECT_EQ(history->Author(0), "A");
  WM_EXPECT_OK(taken->Verify([] { return absl::OkStatus(); }));
}

// The blobs of one view, as a shared store has them.
class BlobsOfView final : public BlobStore {
 public:
  explicit BlobsOfView(const PortableReader& reader) {
    const std::vector<BlobRef> blobs = BlobsOf(reader.state());
    for (std::size_t i = 0; i < blobs.size(); ++i) blobs_[blobs[i].hash] = *reader.Read(i);
  }

  absl::StatusOr<std::vector<bool>> Have(const std::string& /*repository*/,
                                         std::span<const BlobHash> hashes) override {
    std::vector<bool> have;
    for (const BlobHash& hash : hashes) have.push_back(blobs_.count(hash) > 0);
    return have;
  }

  absl::Status Put(const std::string& /*repository*/, std::span<const Blob> blobs) override {
    for (const Blob& blob : blobs) blobs_[blob.hash] = blob.bytes;
    return absl::OkStatus();
  }

  absl::Status Get(
      const std::string& /*repository*/, std::span<const BlobHash> hashes,
      const std::function<absl::Status(const BlobHash& hash, std::string bytes)>& take) override {
    for (const BlobHash& hash : hashes) {
      const auto found = blobs_.find(hash);
      if (found == blobs_.end()) return absl::NotFoundError("no such blob");
      if (absl::Status status = take(hash, found->second); !status.ok()) return status;
    }
    return absl::OkStatus();
  }

 private:
  std::map<BlobHash, std::string> blobs_;
};

TEST(PortableView, MayLeaveItsFactsInTheSharedStore) {
  const TempDir directory;
  const GraphData graph = LargeGraph();
  const auto made = OpenStore(directory, "made");
  PublishCommit(*made, graph, 3);
  WM_ASSERT_OK_AND_ASSIGN(const auto reader,
                          made->OpenPortable(kCommitKey, [] { return absl::OkStatus(); }));
  const PortableState& state = reader->state();
  WM_ASSERT_OK_AND_ASSIGN(const auto taken,
                          Store::Open({.directory = directory.path() / "taken",
                                       .map_bytes = std::uint64_t{1} << 30,
                                       .shared = std::make_shared<BlobsOfView>(*reader)}));
  {
    WM_ASSERT_OK_AND_ASSIGN(const auto writer, taken->BeginWrite());
    WM_ASSERT_OK_AND_ASSIGN(const auto portable,
                            writer->NewPortable(state, PortableFactsPlace::kShared));
    while (true) {
      WM_ASSERT_OK_AND_ASSIGN(const std::vector<std::size_t> missing, portable->Missing());
      if (missing.empty()) break;
      for (const std::size_t number : missing) {
        WM_ASSERT_OK(portable->Add(number, *reader->Read(number)));
      }
    }
    WM_ASSERT_OK_AND_ASSIGN(const PortableSegments segments, portable->Finish());
    PublishRequest request;
    request.key = state.key;
    request.base = segments.base;
    request.packs = segments.packs;
    request.root = state.root;
    WM_ASSERT_OK(writer->Publish(request));
  }
  WM_ASSERT_OK_AND_ASSIGN(const auto facts, taken->OpenFacts());
  for (const FileData& file : graph.files) {
    EXPECT_TRUE(facts->IsRemote(facts->PackOf(file.facts)));
    EXPECT_EQ(*facts->ReadHeader(file.facts), "header of " + file.path);
    EXPECT_EQ(*facts->ReadBody(file.facts), BodyOf(file.path));
  }
  // The view can be published again from here.
  WM_ASSERT_OK_AND_ASSIGN(const auto again,
                          taken->OpenPortable(kCommitKey, [] { return absl::OkStatus(); }));
  EXPECT_EQ(again->state().base.row, state.base.row);
  ASSERT_EQ(again->state().facts.size(), state.facts.size());
  EXPECT_EQ(again->state().facts.back().bodies, state.facts.back().bodies);
  WM_EXPECT_OK(taken->Verify([] { return absl::OkStatus(); }));
}

TEST(Bundle, DependsNeitherOnThreadsNorOnTheHistoryOfTheStore) {
  const TempDir directory;
  const auto first = OpenStore(directory, "first");
  PublishCommit(*first, LargeGraph(), 1);
  const auto second = OpenStore(directory, "second");
  PublishCommit(*second, SmallGraph(), 1);
  PublishCommit(*second, LargeGraph(), 4);
  const auto third = OpenStore(directory, "third");

  const std::string bundle = ExportView(*first, 1);
  WM_ASSERT_OK(ImportView(*third, bundle));

  const auto reader = first->OpenPortable(kCommitKey, [] { return absl::OkStatus(); });
  EXPECT_GT(PlanFrames(BlobsOf((*reader)->state())).size(), 2U);

  EXPECT_TRUE(ExportView(*first, 4) == bundle);
  EXPECT_TRUE(ExportView(*second, 3) == bundle);
  EXPECT_TRUE(ExportView(*third, 2) == bundle);
}

class BundleDamage : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto made = OpenStore(directory_, "made");
    PublishCommit(*made, SmallGraph(), 2);
    bundle_ = ExportView(*made, 1);
    store_ = OpenStore(directory_, "store");
  }

  // Whether the store has neither a view nor a segment.
  bool IsUntouched() {
    store_.reset();
    bool untouched = false;
    {
      const auto environment = Environment::Open(
          EnvironmentOptions{directory_.path() / "store", false, kBundleMapBytes, 8});
      EXPECT_THAT((*environment)->OpenTables(kMetaFormat, ""), IsOk());
      const auto txn = (*environment)->BeginRead();
      untouched = *txn->Count(Table::kSegment) == 0 && *txn->Count(Table::kBlock) == 0 &&
                  *txn->Count(Table::kView) == 0;
    }
    store_ = OpenStore(directory_, "store");
    return untouched;
  }

  const TempDir directory_;
  std::string bundle_;
  std::unique_ptr<Store> store_;
};

TEST_F(BundleDamage, EveryChangedByteIsRefused) {
  for (std::size_t i = 0; i < bundle_.size(); ++i) {
    std::string damaged = bundle_;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << i % 8));

    EXPECT_FALSE(ImportView(*store_, damaged).ok()) << "byte " << i;
  }
  EXPECT_TRUE(IsUntouched());
}

TEST_F(BundleDamage, EveryShorterFileIsRefused) {
  for (std::size_t size = 0; size < bundle_.size(); ++size) {
    EXPECT_FALSE(ImportView(*store_, bundle_.substr(0, size)).ok()) << size << " bytes";
  }
  EXPECT_TRUE(IsUntouched());
}

TEST_F(BundleDamage, BytesBehindTheEndAreRefused) {
  EXPECT_THAT(ImportView(*store_, bundle_ + '\0'),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("behind its end")));
}

TEST_F(BundleDamage, AFileOfAnotherKindIsToldApart) {
  EXPECT_THAT(ImportView(*store_, "PK\x03\x04 and more bytes than the head has"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("it is not a bundle")));
  EXPECT_THAT(ImportView(*store_, ""),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("it is not a bundle")));
}

TEST_F(BundleDamage, AnotherVersionIsToldWithItsMaker) {
  std::string newer = bundle_;
  newer[kBundleMagic.size()] = 2;

  EXPECT_THAT(ImportView(*store_, newer),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       ::testing::AllOf(HasSubstr("made by waymark 1.2.3"),
                                        HasSubstr("use a newer program"))));
}

// The state of the bundle after `change`, with blobs that fit it otherwise.
class ContradictingState : public BundleDamage {
 protected:
  absl::Status ImportChanged(const std::function<void(PortableState&)>& change) {
    const auto made = OpenStore(directory_, "other");
    PublishCommit(*made, SmallGraph(), 1);
    const auto reader = made->OpenPortable(kCommitKey, [] { return absl::OkStatus(); });
    EXPECT_THAT(reader, IsOk());
    PortableState state = (*reader)->state();
    change(state);
    const auto writer = store_->BeginWrite();
    const auto portable = (*writer)->NewPortable(state, PortableFactsPlace::kHere);
    if (!portable.ok()) return portable.status();
    for (std::size_t i = 0; i < BlobsOf((*reader)->state()).size(); ++i) {
      absl::Status status = (*portable)->Add(i, *(*reader)->Read(i));
      if (!status.ok()) return status;
    }
    return (*portable)->Finish().status();
  }
};

TEST_F(ContradictingState, IsRefused) {
  WM_EXPECT_OK(ImportChanged([](PortableState&) {}));
  EXPECT_THAT(ImportChanged([](PortableState& state) { state.root.bytes[0] ^= 1; }),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("root")));
  EXPECT_THAT(ImportChanged([](PortableState& state) { state.files.pop_back(); }),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("its files")));
  EXPECT_THAT(ImportChanged([](PortableState& state) { state.key.repository = "other"; }),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("another repository")));
  EXPECT_THAT(ImportChanged([](PortableState& state) { state.base.row.back() ^= 1; }),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("hash")));
  EXPECT_THAT(ImportChanged([](PortableState& state) { ++state.base.blocks.front().number; }),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("out of place")));
  EXPECT_THAT(ImportChanged([](PortableState& state) { ++state.facts.front().headers.bytes; }),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("length")));
  EXPECT_THAT(ImportChanged([](PortableState& state) { ++state.facts.front().records; }),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("more files")));
  EXPECT_TRUE(IsUntouched());
}

TEST(PortableState, IsReadAsItWasWritten) {
  const TempDir directory;
  const auto store = OpenStore(directory, "store");
  PublishCommit(*store, SmallGraph(), 1);
  const auto reader = store->OpenPortable(kCommitKey, [] { return absl::OkStatus(); });
  WM_ASSERT_OK(reader);
  const std::string bytes = EncodePortableState((*reader)->state());

  WM_ASSERT_OK_AND_ASSIGN(const PortableState state, DecodePortableState(bytes));

  EXPECT_EQ(EncodePortableState(state), bytes);
  EXPECT_EQ(state.commit, "0123abcd");
  EXPECT_EQ(state.files.size(), SmallGraph().files.size());
}

TEST(PortableState, OfAnotherStoreFormatSaysWhoHasToUpdate) {
  PortableState state;
  state.store_format = kStoreFormatVersion + 1;
  EXPECT_THAT(DecodePortableState(EncodePortableState(state)),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("or a newer one")));
  state.store_format = kStoreFormatVersion - 1;
  EXPECT_THAT(DecodePortableState(EncodePortableState(state)),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("make it anew")));
}

// Publishes the view with an overlay that removes the first file.
void PublishOverlay(Store& store, const GraphData& graph) {
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store.BeginWrite());
  WM_ASSERT_OK_AND_ASSIGN(const auto known, writer->FindView(kCommitKey));
  WM_ASSERT_OK_AND_ASSIGN(const auto overlay, writer->NewOverlay(kCommitKey));
  const std::string_view removed[] = {graph.files.front().path};
  WM_ASSERT_OK(overlay->Plan({}, removed));
  WM_ASSERT_OK_AND_ASSIGN(const auto summary, overlay->Finish());
  PublishRequest request;
  request.key = kCommitKey;
  request.base = known->base;
  request.overlay = summary.segment;
  request.packs = known->packs;
  request.states_given = StatesGiven::kChanges;
  request.removed_paths = {graph.files.front().path};
  request.root = summary.root;
  request.commit = known->commit;
  request.indexer_version = known->indexer_version;
  request.expected_generation = known->generation;
  WM_ASSERT_OK(writer->Publish(request));
}

// Imports from a reader what is missing; returns how many blobs that were.
std::size_t ImportMissing(Store& store, const PortableReader& reader) {
  const auto writer = store.BeginWrite();
  const auto portable = (*writer)->NewPortable(reader.state(), PortableFactsPlace::kHere);
  EXPECT_THAT(portable, IsOk());
  std::size_t count = 0;
  for (auto missing = (*portable)->Missing(); !missing->empty(); missing = (*portable)->Missing()) {
    for (const std::size_t number : *missing) {
      EXPECT_THAT((*portable)->Add(number, *reader.Read(number)), IsOk());
      ++count;
    }
  }
  const auto segments = (*portable)->Finish();
  EXPECT_THAT(segments, IsOk());
  PublishRequest request;
  request.key = {reader.state().key.repository, "commit:taken"};
  request.base = segments->base;
  request.overlay = segments->overlay;
  request.packs = segments->packs;
  request.root = reader.state().root;
  EXPECT_THAT((*writer)->Publish(request), IsOk());
  return count;
}

TEST(PortableView, WithAnOverlayIsTheSameElsewhere) {
  const TempDir directory;
  const GraphData graph = SmallGraph();
  const auto made = OpenStore(directory, "made");
  PublishCommit(*made, graph, 1);
  PublishOverlay(*made, graph);
  const auto taken = OpenStore(directory, "taken");
  WM_ASSERT_OK_AND_ASSIGN(const auto reader,
                          made->OpenPortable(kCommitKey, [] { return absl::OkStatus(); }));

  ImportMissing(*taken, *reader);

  WM_ASSERT_OK_AND_ASSIGN(const auto original, made->OpenView(kCommitKey));
  WM_ASSERT_OK_AND_ASSIGN(const auto copy,
                          taken->OpenView({kCommitKey.repository, "commit:taken"}));
  EXPECT_EQ(Describe(*copy, kBundleWords), Describe(*original, kBundleWords));
  EXPECT_FALSE(copy->FindFile(graph.files.front().path).has_value());
}

TEST(PortableView, NeedsOnlyWhatTheStoreLacks) {
  const TempDir directory;
  const GraphData graph = LargeGraph();
  const auto made = OpenStore(directory, "made");
  PublishCommit(*made, graph, 2);
  const auto taken = OpenStore(directory, "taken");
  WM_ASSERT_OK(ImportView(*taken, ExportView(*made, 1)));
  PublishOverlay(*made, graph);
  WM_ASSERT_OK_AND_ASSIGN(const auto reader,
                          made->OpenPortable(kCommitKey, [] { return absl::OkStatus(); }));

  const std::size_t count = ImportMissing(*taken, *reader);

  // The history differs by its view and is no part of this.
  EXPECT_EQ(count,
            reader->state().overlay.blocks.size() + (reader->state().history.has_value() ? 1 : 0));
  WM_EXPECT_OK(taken->Verify([] { return absl::OkStatus(); }));
}

TEST(PortableView, KeepsTheChunksOfFactsOfOtherFiles) {
  const TempDir directory;
  GraphData graph = LargeGraph();
  const auto first = OpenStore(directory, "first");
  PublishCommit(*first, graph, 1);
  graph.files[100].facts.content = HashContent("changed");
  const auto second = OpenStore(directory, "second");
  PublishCommit(*second, graph, 1);
  const auto facts_of = [](Store& store) {
    const auto reader = store.OpenPortable(kCommitKey, [] { return absl::OkStatus(); });
    std::set<std::string> hashes;
    for (const PortableFacts& facts : (*reader)->state().facts) {
      hashes.insert(facts.headers.hash.ToHex());
      hashes.insert(facts.bodies.hash.ToHex());
    }
    return hashes;
  };

  const std::set<std::string> before = facts_of(*first);
  const std::set<std::string> after = facts_of(*second);

  EXPECT_GT(before.size(), 5U);
  EXPECT_LE(std::count_if(after.begin(), after.end(),
                          [&](const std::string& hash) { return before.count(hash) == 0; }),
            6);
}

TEST(PlanFrames, EndsAFrameWithTheBlobThatFillsIt) {
  const std::vector<BlobRef> blobs = {{{}, kBundleFrameBytes - 1}, {{}, 1}, {{}, 3}, {{}, 5}};

  const std::vector<BundleFrame> frames = PlanFrames(blobs);

  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[0].end, 2U);
  EXPECT_EQ(frames[0].bytes, kBundleFrameBytes);
  EXPECT_EQ(frames[1].begin, 2U);
  EXPECT_EQ(frames[1].bytes, 8U);
}

}  // namespace
}  // namespace waymark::graph
