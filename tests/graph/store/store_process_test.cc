// Several processes on one store: a writer that is killed at any moment, and readers while one
// writes.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "read_view_contract.h"
#include "store_child.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "testing/wait_for.h"

namespace waymark::graph {
namespace {

using ::testing::HasSubstr;
using waymark::testing::IsOk;
using waymark::testing::StatusIs;
using waymark::testing::TempDir;
using waymark::testing::WaitFor;

constexpr int kKills = 50;

pid_t Spawn(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), WM_STORE_CHILD);
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  EXPECT_EQ(posix_spawn(&child, argv[0], nullptr, nullptr, argv.data(), environ), 0);
  return child;
}

// Exit status of the child, or minus the signal that ended it.
int Wait(pid_t child) {
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

class StoreProcessTest : public ::testing::Test {
 protected:
  std::string Path() const { return (directory_.path() / "store").string(); }

  absl::StatusOr<std::unique_ptr<Store>> Open() const {
    StoreOptions options;
    options.directory = Path();
    options.map_bytes = kChildMapBytes;
    return Store::Open(options);
  }

  // The root that generation `generation` of a child must have.
  RootHash ExpectedRoot(std::uint64_t generation) const {
    const TempDir elsewhere;
    StoreOptions options;
    options.directory = elsewhere.path() / "store";
    options.map_bytes = kChildMapBytes;
    const auto store = Store::Open(options);
    EXPECT_THAT(PublishGraph(**store, ChildKey(), ChildGraph(generation)), IsOk());
    return (*(*store)->FindView(ChildKey()))->root;
  }

  TempDir directory_;
};

TEST_F(StoreProcessTest, AWriterKilledAtAnyMomentLosesNothingPublished) {
  std::mt19937 random(20240607);
  std::uint64_t generation = 0;
  unsigned longest_ms = 80;  // grows until a child publishes something: machines differ
  for (int i = 0; i < kKills; ++i) {
    const pid_t child = Spawn({"write", Path()});
    std::this_thread::sleep_for(std::chrono::milliseconds(5 + random() % longest_ms));
    ASSERT_EQ(kill(child, SIGKILL), 0);
    ASSERT_EQ(Wait(child), -SIGKILL) << "the child ended by itself";
    {
      WM_ASSERT_OK_AND_ASSIGN(const auto store, Open());
      WM_ASSERT_OK_AND_ASSIGN(const auto record, store->FindView(ChildKey()));
      if (!record) {
        longest_ms = std::min(2 * longest_ms, 2000u);
        continue;
      }
      ASSERT_GE(record->generation, generation);
      generation = record->generation;
      WM_ASSERT_OK_AND_ASSIGN(const auto view, store->OpenView(ChildKey()));
      ExpectEdgesAreSymmetricAndOrdered(*view);
      ExpectNamesAreComplete(*view);
      ASSERT_EQ(view->info().root, ExpectedRoot(generation));
      ASSERT_THAT(store->Verify(absl::OkStatus), IsOk());
    }
  }
  ASSERT_GT(generation, 0u);

  // The next writer finds the facts of the last generation and removes what was left behind.
  WM_ASSERT_OK_AND_ASSIGN(const auto store, Open());
  WM_ASSERT_OK_AND_ASSIGN(const auto writer, store->BeginWrite());
  WM_ASSERT_OK_AND_ASSIGN(const auto facts, writer->OpenFacts());
  WM_ASSERT_OK_AND_ASSIGN(const std::string body, facts->ReadBody(ChildFactsKey(generation)));
  EXPECT_TRUE(body == ChildFacts(generation));
}

TEST_F(StoreProcessTest, ReadersSeeWholeStatesWhileOneWrites) {
  {
    WM_ASSERT_OK_AND_ASSIGN(const auto store, Open());
    WM_ASSERT_OK(PublishGraph(*store, ChildKey(), ChildGraph(1)));
  }
  const pid_t writer = Spawn({"write", Path()});
  const auto has_written = [this] {
    const auto store = Open();
    const auto record = (*store)->FindView(ChildKey());
    return record.ok() && (*record)->generation > 1;
  };
  ASSERT_TRUE(WaitFor(has_written));
  std::vector<pid_t> readers;
  for (int i = 0; i < 3; ++i) readers.push_back(Spawn({"read", Path(), "600"}));

  for (const pid_t reader : readers) EXPECT_EQ(Wait(reader), 0);
  kill(writer, SIGKILL);
  EXPECT_EQ(Wait(writer), -SIGKILL) << "the writer ended by itself";
  WM_ASSERT_OK_AND_ASSIGN(const auto store, Open());
  WM_ASSERT_OK_AND_ASSIGN(const auto record, store->FindView(ChildKey()));
  EXPECT_GT(record->generation, 1u);
}

TEST_F(StoreProcessTest, AKilledReaderHoldsNothingBack) {
  WM_ASSERT_OK_AND_ASSIGN(const auto store, Open());
  WM_ASSERT_OK(PublishGraph(*store, ChildKey(), ChildGraph(1)));
  const pid_t reader = Spawn({"stay", Path()});
  const auto is_read = [&store] {
    const absl::StatusOr<ReaderTable> readers = store->Readers();
    return readers.ok() && readers->active == 1 && readers->slots == kMaxReaders;
  };
  ASSERT_TRUE(WaitFor(is_read));
  kill(reader, SIGKILL);
  Wait(reader);

  WM_ASSERT_OK_AND_ASSIGN(const ReaderTable table, store->Readers());
  EXPECT_EQ(table.stale_freed, 1u);
  EXPECT_EQ(table.active, 0u);
}

TEST_F(StoreProcessTest, TheMessageNamesTheProcessThatWrites) {
  const pid_t writer = Spawn({"hold", Path()});
  const std::filesystem::path lock = std::filesystem::path(Path()) / "writer.lock";
  ASSERT_TRUE(WaitFor([&lock] {
    std::error_code absent;
    return std::filesystem::file_size(lock, absent) > 0 && !absent;
  }));
  WM_ASSERT_OK_AND_ASSIGN(const auto store, Open());

  EXPECT_THAT(store->BeginWrite(), StatusIs(absl::StatusCode::kUnavailable,
                                            HasSubstr("process " + std::to_string(writer))));
  kill(writer, SIGKILL);
  Wait(writer);
  EXPECT_THAT(store->BeginWrite(), IsOk());
}

}  // namespace
}  // namespace waymark::graph
