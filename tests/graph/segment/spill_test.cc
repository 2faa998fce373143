#include "graph/spill.h"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "testing/mapped_memory.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::graph {
namespace {

using testing::LiesInAFile;
using testing::StatusIs;
using testing::TempDir;

SpillVector<int> Counted(int size) {
  SpillVector<int> numbers;
  for (int i = 0; i < size; ++i) numbers.push_back(i);
  return numbers;
}

bool IsCounted(const SpillVector<int>& numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != static_cast<int>(i)) return false;
  }
  return true;
}

// A file that is closed stays mapped and cannot grow.
void CloseFilesBelow(const std::filesystem::path& directory) {
  std::vector<int> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code error;
    const std::string target = std::filesystem::read_symlink(entry.path(), error).string();
    if (target.starts_with(directory.string())) found.push_back(std::stoi(entry.path().filename()));
  }
  for (const int descriptor : found) close(descriptor);
}

TEST(Spill, TakesMemoryFromAFileWithoutANameWhileAScopeLives) {
  const TempDir directory;
  const SpillVector<int> before = Counted(100'000);
  std::optional<SpillScope> scope;
  {
    WM_ASSERT_OK_AND_ASSIGN(SpillScope begun, SpillScope::Begin(directory.path()));
    scope.emplace(std::move(begun));
  }
  const SpillVector<int> within = Counted(100'000);
  const SpillBlock block(kMinSpillBytes);
  scope.reset();
  const SpillVector<int> after = Counted(100'000);

  EXPECT_FALSE(LiesInAFile(before.data()));
  EXPECT_TRUE(LiesInAFile(within.data()));
  EXPECT_TRUE(LiesInAFile(block.data()));
  EXPECT_FALSE(LiesInAFile(after.data()));
  EXPECT_TRUE(IsCounted(before) && IsCounted(within) && IsCounted(after));
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(Spill, LeavesSmallBlocksOnTheHeap) {
  const TempDir directory;
  WM_ASSERT_OK_AND_ASSIGN(const SpillScope scope, SpillScope::Begin(directory.path()));
  EXPECT_FALSE(LiesInAFile(SpillBlock(kMinSpillBytes - 1).data()));
}

TEST(Spill, GivesBlocksOutAgain) {
  const TempDir directory;
  WM_ASSERT_OK_AND_ASSIGN(const SpillScope scope, SpillScope::Begin(directory.path()));
  const SpillBlock kept(4096);
  const char* first = nullptr;
  {
    const SpillBlock block(10'000);
    first = block.data();
  }
  EXPECT_EQ(SpillBlock(9'000).data(), first);
  EXPECT_NE(SpillBlock(20'000).data(), first);
}

TEST(Spill, ServesThreadsAtOnce) {
  const TempDir directory;
  WM_ASSERT_OK_AND_ASSIGN(const SpillScope scope, SpillScope::Begin(directory.path()));
  std::vector<int> right(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < right.size(); ++t) {
    threads.emplace_back([&right, t] {
      for (int i = 0; i < 50; ++i) right[t] += IsCounted(Counted(1000 * (i + 1))) ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(right, ::testing::Each(50));
}

// In a process of its own: the file is one for all of a process.
TEST(SpillDeathTest, FallsBackToTheHeapWhereTheFileCannotGrow) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const TempDir directory;
  const auto grow_beyond = [&] {
    auto scope = SpillScope::Begin(directory.path());
    if (!scope.ok()) std::exit(2);
    CloseFilesBelow(directory.path());
    const SpillVector<int> numbers = Counted(100'000);
    const bool fell_back = IsCounted(numbers) && !LiesInAFile(numbers.data());
    std::exit(fell_back && !SpillScope::status().ok() ? 0 : 1);
  };
  EXPECT_EXIT(grow_beyond(), ::testing::ExitedWithCode(0), "");
}

TEST(SpillDeathTest, SaysWhyThereIsNoFile) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto begin = [] {
    std::exit(SpillScope::Begin("/no such directory").status().code() == absl::StatusCode::kNotFound
                  ? 0
                  : 1);
  };
  EXPECT_EXIT(begin(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace waymark::graph
