// An index run that is killed at any moment leaves the published state as it was.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "graph/store.h"
#include "indexer/indexer.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::indexer {
namespace {

using testing::TempDir;

constexpr int kKills = 50;
constexpr int kFiles = 120;

std::unique_ptr<graph::Store> OpenStore(const std::filesystem::path& directory) {
  graph::StoreOptions options;
  options.directory = directory;
  auto store = graph::Store::Open(options);
  EXPECT_THAT(store, testing::IsOk());
  return store.ok() ? *std::move(store) : nullptr;
}

absl::StatusOr<IndexReport> Index(const std::filesystem::path& store_directory,
                                  const std::filesystem::path& root) {
  graph::StoreOptions store_options;
  store_options.directory = store_directory;
  auto store = graph::Store::Open(store_options);
  if (!store.ok()) return store.status();
  IndexOptions options;
  options.root = root;
  options.threads = 2;
  return IndexRepository(**store, options);
}

void WriteProject(const TempDir& directory, int version) {
  for (int i = 0; i < kFiles; ++i) {
    directory.WriteFile(fmt::format("project/m{}.py", i),
                        fmt::format("import m{0}\n\nclass C{1}:\n    def f(self):\n"
                                    "        return m{0}.C{0}().f()  # {2}\n",
                                    (i + 1) % kFiles, i, version));
  }
}

// Runs an index in a process of its own and kills it after the given time. Whether that ended it
// early: it may have been done.
bool IndexAndKill(const std::filesystem::path& store, const std::filesystem::path& root,
                  std::chrono::microseconds after) {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) _exit(Index(store, root).ok() ? 0 : 1);
  std::this_thread::sleep_for(after);
  kill(child, SIGKILL);
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
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

TEST(IndexRepository, KilledAtAnyMomentLeavesThePreviousState) {
  const TempDir directory;
  WriteProject(directory, 0);
  const std::filesystem::path root = std::filesystem::canonical(directory.path() / "project");
  const std::filesystem::path store_directory = directory.path() / "store";
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport first, Index(store_directory, root));
  // How long the runs take that will be killed: updates, like this one.
  WriteProject(directory, kKills + 1);
  const auto began = std::chrono::steady_clock::now();
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport second, Index(store_directory, root));
  const auto whole_run = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - began);

  std::uint64_t generation = second.generation;
  std::uint32_t random = 12345;
  int killed_early = 0;
  for (int i = 1; i <= kKills; ++i) {
    WriteProject(directory, i);
    random = random * 1664525 + 1013904223;
    killed_early += IndexAndKill(store_directory, root, whole_run * (random >> 24) / 200) ? 1 : 0;

    const std::unique_ptr<graph::Store> store = OpenStore(store_directory);
    ASSERT_NE(store, nullptr);
    WM_ASSERT_OK_AND_ASSIGN(const auto view, store->OpenView(first.key));
    EXPECT_GE(view->info().generation, generation);
    EXPECT_LE(view->info().generation, generation + 1);
    EXPECT_EQ(CountEdges(*view), first.edges);
    generation = view->info().generation;
  }
  EXPECT_GT(killed_early, kKills / 10) << "the runs were too short to be killed";

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport last, Index(store_directory, root));
  const TempDir fresh;
  WM_ASSERT_OK_AND_ASSIGN(const IndexReport clean, Index(fresh.path() / "store", root));
  EXPECT_EQ(last.root, clean.root);
}

}  // namespace
}  // namespace waymark::indexer
