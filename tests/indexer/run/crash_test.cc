// A process that is killed at any moment, whatever it was doing to the store, leaves the published
// state as it was or the next one, and the next run succeeds.
//
// WM_CRASH_SEED and WM_CRASH_KILLS set the seed and how many processes are killed.
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <random>
#include <string_view>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "graph/status.h"
#include "graph/store.h"
#include "indexer/indexer.h"
#include "indexer/updater.h"
#include "testing/environment.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::indexer {
namespace {

using testing::NumberFromEnvironment;
using testing::TempDir;

constexpr std::uint64_t kSeed = 12345;
constexpr std::uint64_t kKills = 50;
constexpr int kCrashFiles = 120;
constexpr int kFilesOfAnUpdate = 3;

absl::StatusOr<std::unique_ptr<graph::Store>> ReopenStore(const std::filesystem::path& directory) {
  graph::StoreOptions options;
  options.directory = directory;
  return graph::Store::Open(options);
}

IndexOptions CrashOptions(const std::filesystem::path& root) {
  IndexOptions options;
  options.root = root;
  options.threads = 2;
  return options;
}

absl::StatusOr<IndexReport> Index(const std::filesystem::path& store_directory,
                                  const std::filesystem::path& root) {
  WM_ASSIGN_OR_RETURN(const auto store, ReopenStore(store_directory));
  return IndexRepository(*store, CrashOptions(root));
}

void WriteModule(const TempDir& directory, std::string_view project, int number, int version) {
  directory.WriteFile(fmt::format("{}/m{}.py", project, number),
                      fmt::format("import m{0}\n\nclass C{1}:\n    def f(self):\n"
                                  "        return m{0}.C{0}().f()  # {2}\n",
                                  (number + 1) % kCrashFiles, number, version));
}

void WriteProject(const TempDir& directory, std::string_view project, int version) {
  for (int i = 0; i < kCrashFiles; ++i) WriteModule(directory, project, i, version);
}

// What a process was doing when it was killed: first what its parent does to the trees, then what
// it does itself.
struct Work {
  const std::filesystem::path store;
  const std::filesystem::path root;
  const std::filesystem::path other_root;  // of another view
};

struct Operation {
  std::string_view name;
  void (*prepare)(const TempDir& directory, const Work& work, int round);
  absl::Status (*run)(graph::Store& store, const Work& work);
};

void RewriteAll(const TempDir& directory, const Work&, int round) {
  WriteProject(directory, "project", round);
}

void RewriteSome(const TempDir& directory, const Work&, int round) {
  for (int i = 0; i < kFilesOfAnUpdate; ++i) {
    WriteModule(directory, "project", (7 * round + i) % kCrashFiles, round);
  }
}

// So that there is an overlay to fold.
void UpdateSome(const TempDir& directory, const Work& work, int round) {
  RewriteSome(directory, work, round);
  EXPECT_THAT(Index(work.store, work.root), testing::IsOk());
}

void IndexOther(const TempDir&, const Work& work, int) {
  EXPECT_THAT(Index(work.store, work.other_root), testing::IsOk());
}

absl::Status IndexTree(graph::Store& store, const Work& work) {
  return IndexRepository(store, CrashOptions(work.root)).status();
}

absl::Status IndexAnew(graph::Store& store, const Work& work) {
  IndexOptions options = CrashOptions(work.root);
  options.force = true;
  return IndexRepository(store, options).status();
}

absl::Status Fold(graph::Store& store, const Work& work) {
  return Updater(store, CrashOptions(work.root)).Fold(nullptr).status();
}

absl::Status RemoveOther(graph::Store& store, const Work& work) {
  WM_ASSIGN_OR_RETURN(const auto views, store.Views());
  WM_ASSIGN_OR_RETURN(const auto writer, store.BeginWrite());
  for (const graph::ViewRecord& view : views) {
    if (view.root_path == work.other_root) WM_RETURN_IF_ERROR(writer->RemoveView(view.key));
  }
  return writer->CollectGarbage();
}

constexpr std::array<Operation, 5> kOperations = {{
    {"update of every file", RewriteAll, IndexTree},
    {"update of some files", RewriteSome, IndexTree},
    {"index anew", RewriteSome, IndexAnew},
    {"fold", UpdateSome, Fold},
    {"removal of a view", IndexOther, RemoveOther},
}};

absl::Status Perform(const Operation& operation, const Work& work) {
  WM_ASSIGN_OR_RETURN(const auto store, ReopenStore(work.store));
  return operation.run(*store, work);
}

// Runs an operation in a process of its own and kills it after the given time. Whether that ended
// it early: it may have been done.
bool RunAndKill(const Operation& operation, const Work& work, std::chrono::microseconds after) {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) _exit(Perform(operation, work).ok() ? 0 : 1);
  std::this_thread::sleep_for(after);
  kill(child, SIGKILL);
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0) << "the operation failed";
  return WIFSIGNALED(status);
}

// Reads every row and edge; a torn state would not survive that.
std::uint64_t CountEdges(const graph::ReadView& view) {
  std::uint64_t edges = 0;
  std::vector<SymbolId> symbols;
  std::vector<Neighbor> out;
  std::vector<Position> sites;
  for (const FileId file : view.Files()) {
    view.SymbolsOf(file, symbols);
    for (const SymbolId symbol : symbols) {
      EXPECT_FALSE(view.QualifiedName(symbol).empty());
      view.Out(symbol, out);
      for (const Neighbor& neighbor : out) view.Sites(neighbor, sites);
      edges += out.size();
    }
  }
  return edges;
}

class CrashTest : public ::testing::Test {
 protected:
  CrashTest() {
    WriteProject(directory_, "project", 0);
    WriteProject(directory_, "other", 0);
  }

  Work MakeWork() const {
    return {directory_.path() / "store", std::filesystem::canonical(directory_.path() / "project"),
            std::filesystem::canonical(directory_.path() / "other")};
  }

  // How long an operation takes that nobody kills.
  std::chrono::microseconds Time(const Operation& operation, const Work& work, int round) const {
    operation.prepare(directory_, work, round);
    const auto began = std::chrono::steady_clock::now();
    EXPECT_THAT(Perform(operation, work), testing::IsOk()) << operation.name;
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() -
                                                                 began);
  }

  TempDir directory_;
};

TEST_F(CrashTest, KilledAtAnyMomentLeavesAPublishedState) {
  const std::uint64_t seed = NumberFromEnvironment("WM_CRASH_SEED", kSeed);
  const std::uint64_t kills = NumberFromEnvironment("WM_CRASH_KILLS", kKills);
  const Work work = MakeWork();
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport first, Index(work.store, work.root));
  std::array<std::chrono::microseconds, kOperations.size()> whole{};
  int round = 1;
  for (std::size_t i = 0; i < whole.size(); ++i, ++round) {
    whole.at(i) = Time(kOperations.at(i), work, round);
  }

  std::mt19937_64 random(seed);
  std::uint64_t killed_early = 0;
  for (std::uint64_t i = 0; i < kills; ++i, ++round) {
    const std::size_t which = i % kOperations.size();
    const Operation& operation = kOperations.at(which);
    SCOPED_TRACE(fmt::format("WM_CRASH_SEED={}, kill {}: {}", seed, i, operation.name));
    operation.prepare(directory_, work, round);
    std::uint64_t generation = 0;
    {
      WM_ASSERT_OK_AND_ASSIGN(const auto store, ReopenStore(work.store));
      generation = (*store->FindView(first.key))->generation;
    }
    const bool is_early = RunAndKill(operation, work, whole.at(which) * (random() % 256) / 200);
    killed_early += is_early ? 1 : 0;
    // What else the machine does changes how long the next one takes.
    whole.at(which) = is_early ? whole.at(which) * 17 / 16 : whole.at(which) * 2 / 3;

    WM_ASSERT_OK_AND_ASSIGN(const auto store, ReopenStore(work.store));
    WM_ASSERT_OK_AND_ASSIGN(const auto view, store->OpenView(first.key));
    EXPECT_GE(view->info().generation, generation);
    EXPECT_LE(view->info().generation, generation + 1);
    EXPECT_EQ(CountEdges(*view), first.edges);
    ASSERT_THAT(operation.run(*store, work), testing::IsOk()) << "the next run";
  }
  EXPECT_GT(killed_early, kills / 10) << "the runs were too short to be killed";

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport last, Index(work.store, work.root));
  const TempDir fresh;
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport clean, Index(fresh.path() / "store", work.root));
  EXPECT_EQ(last.root, clean.root);
}

}  // namespace
}  // namespace waymark::indexer
