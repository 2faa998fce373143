// What the disk holds after a power cut: everything up to the last sync, and any part of what was
// written since. The store opens at the last published state or, while one is being published, at
// that one; a full disk loses nothing either.
#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/status.h"
#include "graph/store.h"
#include "overlay_model.h"
#include "read_view_contract.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "written_file.h"

namespace waymark::graph {
namespace {

using ::testing::HasSubstr;
using waymark::testing::IsOk;
using waymark::testing::StatusIs;
using waymark::testing::TempDir;

constexpr std::uint64_t kCutMapBytes = std::uint64_t{1} << 32;
constexpr std::size_t kSectorBytes = 512;
constexpr int kPublishedSteps = 5;
constexpr int kCutsAtEachWrite = 3;

StoreOptions OptionsOf(const std::filesystem::path& directory) {
  StoreOptions options;
  options.directory = directory;
  options.map_bytes = kCutMapBytes;
  return options;
}

// The next state as an overlay, as a base every third time, and what it replaces is collected.
absl::Status PublishNext(Store& store, ModelRepository& repository, std::uint64_t generation) {
  const ModelChange change = repository.Step();
  if (generation % 3 == 0) return PublishGraph(store, kKey, GraphOf(repository.state())).status();
  WM_ASSIGN_OR_RETURN(const auto writer, store.BeginWrite());
  WM_ASSIGN_OR_RETURN(const auto record, writer->FindView(kKey));
  WM_ASSIGN_OR_RETURN(const auto builder, writer->NewOverlay(kKey));
  WM_RETURN_IF_ERROR(BuildOverlay(*builder, repository.state(), change));
  WM_ASSIGN_OR_RETURN(const OverlaySummary overlay, builder->Finish());
  PublishRequest request;
  request.key = kKey;
  request.base = record->base;
  request.overlay = overlay.segment;
  request.root = overlay.root;
  request.states_given = StatesGiven::kChanges;
  request.expected_generation = record->generation;
  WM_RETURN_IF_ERROR(writer->Publish(request).status());
  return writer->CollectGarbage();
}

// A disk that knows what is durable and what is not yet.
class Disk {
 public:
  explicit Disk(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    durable_.assign(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }

  void Apply(const WriteEvent& event) {
    switch (event.kind) {
      case WriteEvent::Kind::kWrite:
        pending_.push_back(&event);
        break;
      case WriteEvent::Kind::kDurableWrite:
        Put(event.offset, event.bytes, durable_);
        break;
      case WriteEvent::Kind::kSync:
        for (const WriteEvent* write : pending_) Put(write->offset, write->bytes, durable_);
        pending_.clear();
        break;
    }
  }

  bool HasPending() const { return !pending_.empty(); }

  // The file after a cut now: of what is pending, each sector is there or not.
  std::string Cut(std::mt19937& random) const {
    std::string image = durable_;
    const std::uint64_t lost_of_8 = random() % 9;
    for (const WriteEvent* write : pending_) {
      for (std::size_t at = 0; at < write->bytes.size(); at += kSectorBytes) {
        if (random() % 8 < lost_of_8) continue;
        Put(write->offset + at, write->bytes.substr(at, kSectorBytes), image);
      }
    }
    return image;
  }

 private:
  static void Put(std::uint64_t offset, const std::string& bytes, std::string& image) {
    image.resize(std::max<std::size_t>(image.size(), offset + bytes.size()));
    image.replace(offset, bytes.size(), bytes);
  }

  std::string durable_;
  std::vector<const WriteEvent*> pending_;
};

struct Published {
  std::size_t events = 0;  // written when it was
  RootHash root;
};

void ExpectOpens(const std::string& image, const std::map<std::uint64_t, Published>& published,
                 std::uint64_t generation) {
  const TempDir directory;
  directory.WriteFile("store/data.mdb", image);
  const std::filesystem::path path = directory.path() / "store";
  WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(OptionsOf(path)));
  ASSERT_THAT(store->Verify(absl::OkStatus), IsOk());
  {
    WM_ASSERT_OK_AND_ASSIGN(const auto view, store->OpenView(kKey));
    ASSERT_GE(view->info().generation, generation);
    ASSERT_LE(view->info().generation, generation + 1);
    const auto found = published.find(view->info().generation);
    ASSERT_NE(found, published.end());
    ASSERT_EQ(view->info().root, found->second.root);
    ExpectEdgesAreSymmetricAndOrdered(*view);
  }
  ASSERT_THAT(PublishGraph(*store, kKey, SmallGraph()), IsOk());
}

TEST(PowerCut, AtAnyWriteLeavesAPublishedState) {
  const TempDir directory;
  ModelRepository repository(3, 6);
  std::map<std::uint64_t, Published> published;
  const StoreOptions options = OptionsOf(directory.path() / "store");
  {
    WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(options));
    WM_ASSERT_OK(PublishGraph(*store, kKey, GraphOf(repository.state())));
    published[1].root = (*store->FindView(kKey))->root;
  }
  Disk disk(options.directory / "data.mdb");
  const WrittenFile file(options.directory / "data.mdb");
  {
    WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(options));
    for (std::uint64_t generation = 2; generation <= kPublishedSteps + 1; ++generation) {
      WM_ASSERT_OK(PublishNext(*store, repository, generation));
      published[generation] = {file.event_count(), (*store->FindView(kKey))->root};
    }
  }

  const std::vector<WriteEvent> events = file.events();
  ASSERT_GT(events.size(), std::size_t{kPublishedSteps} * 3) << "the store's writes were not seen";
  std::mt19937 random(20261122);
  std::uint64_t generation = 1;
  for (std::size_t i = 0; i < events.size(); ++i) {
    disk.Apply(events[i]);
    const auto next = published.find(generation + 1);
    if (next != published.end() && next->second.events <= i + 1) ++generation;
    for (int cut = 0; cut < (disk.HasPending() ? kCutsAtEachWrite : 1); ++cut) {
      SCOPED_TRACE(fmt::format("cut {} after write {} of {}", cut, i + 1, events.size()));
      ASSERT_NO_FATAL_FAILURE(ExpectOpens(disk.Cut(random), published, generation));
    }
  }
  EXPECT_EQ(generation, std::uint64_t{kPublishedSteps} + 1);
}

TEST(FullDisk, AtAnyWriteKeepsTheLastStateAndTheNextRunWorks) {
  const TempDir directory;
  ModelRepository repository(4, 6);
  const StoreOptions options = OptionsOf(directory.path() / "store");
  {
    WM_ASSERT_OK_AND_ASSIGN(const auto store, Store::Open(options));
    WM_ASSERT_OK(PublishGraph(*store, kKey, GraphOf(repository.state())));
  }
  WrittenFile file(options.directory / "data.mdb");
  std::uint64_t generation = 1;
  bool was_hit = true;
  for (std::int64_t writes = 0; was_hit; ++writes) {
    ASSERT_LT(writes, 200);
    SCOPED_TRACE(writes);
    WM_ASSERT_OK_AND_ASSIGN(auto store, Store::Open(options));
    file.FailAfter(writes, ENOSPC);
    const auto outcome = PublishGraph(*store, kKey, GraphOf(repository.state()));
    file.FailAfter(-1, 0);
    was_hit = !outcome.ok();
    if (was_hit) {
      ASSERT_THAT(outcome, StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("disk")));
    }
    generation += was_hit ? 0 : 1;
    // In the same process, unless it was the file's head that could not be written.
    if (absl::IsUnavailable(store->OpenView(kKey).status())) {
      ASSERT_THAT(store->OpenView(kKey), StatusIs(absl::StatusCode::kUnavailable,
                                                  HasSubstr("a new process can read and write")));
      store.reset();
      WM_ASSERT_OK_AND_ASSIGN(store, Store::Open(options));
    }
    {
      WM_ASSERT_OK_AND_ASSIGN(const auto view, store->OpenView(kKey));
      ASSERT_EQ(view->info().generation, generation);
      ASSERT_NO_FATAL_FAILURE(ExpectEdgesAreSymmetricAndOrdered(*view));
    }
    ASSERT_THAT(PublishGraph(*store, kKey, GraphOf(repository.state())), IsOk());
    ++generation;
    ASSERT_THAT(store->Verify(absl::OkStatus), IsOk());
  }
}

}  // namespace
}  // namespace waymark::graph
