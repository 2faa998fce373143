#include "resources/memory_budget.h"

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/mapped_memory.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::indexer {
namespace {

using testing::IsOk;
using testing::StatusIs;

constexpr std::uint64_t kMebibyte = 1u << 20;

// A budget with that much beyond what is set aside for the program and one thread.
MemoryBudget WithRoom(std::uint64_t bytes) {
  return {kProgramBytes + kThreadBytes + bytes, 1, std::filesystem::temp_directory_path()};
}

TEST(ParseBytes, IsNothingForFilesThatEachThreadHasRoomFor) {
  EXPECT_EQ(ParseBytes(""), 0);
  EXPECT_EQ(ParseBytes(std::string(kSmallParseBytes / kParseTokenBytes, ';')), 0);
}

TEST(ParseBytes, GrowsWithTokensRatherThanBytes) {
  std::string dense;
  std::string sparse;
  while (dense.size() < kMebibyte) dense += "f(x);";
  while (sparse.size() < kMebibyte) sparse += "#define SOME_LONG_NAME_OF_A_REGISTER 0x00001234\n";
  EXPECT_GT(ParseBytes(dense), 100 * kMebibyte);
  EXPECT_LT(ParseBytes(sparse), 20 * kMebibyte);
}

TEST(ThreadsWithin, GivesThreadsHalfOfTheMemoryAndAlwaysOne) {
  EXPECT_EQ(ThreadsWithin(1, 8), 1);
  EXPECT_EQ(ThreadsWithin(8 * kThreadBytes, 8), 4);
  EXPECT_EQ(ThreadsWithin(std::uint64_t{1} << 40, 8), 8);
}

TEST(MemoryBudget, RefusesAFileThatNoOtherWouldMakeRoomFor) {
  MemoryBudget budget = WithRoom(10 * kMebibyte);
  EXPECT_THAT(budget.Take(10 * kMebibyte, "a.c").status(), IsOk());
  EXPECT_THAT(budget.Take(11 * kMebibyte, "a.c").status(),
              StatusIs(absl::StatusCode::kInvalidArgument, ::testing::HasSubstr("--memory")));
}

TEST(MemoryBudget, LetsAFileWaitUntilAnotherIsDone) {
  MemoryBudget budget = WithRoom(10 * kMebibyte);
  std::atomic<bool> returned = false;
  std::atomic<bool> was_returned = false;
  std::thread second;
  {
    absl::StatusOr<MemoryBudget::Lease> lease = budget.Take(8 * kMebibyte, "a.c");
    ASSERT_THAT(lease.status(), IsOk());
    second = std::thread([&] {
      const absl::StatusOr<MemoryBudget::Lease> after = budget.Take(8 * kMebibyte, "b.c");
      was_returned = after.ok() && returned;
    });
    const MemoryBudget::Lease moved = *std::move(lease);
    returned = true;
  }
  second.join();
  EXPECT_TRUE(was_returned);
}

TEST(MemoryBudget, CountsWhatIsKeptForGoodWhereNothingCanSpill) {
  MemoryBudget budget{kProgramBytes + kThreadBytes + 10 * kMebibyte, 1, "/no such directory"};
  budget.Keep(6 * kMebibyte);
  EXPECT_THAT(budget.Check(4 * kMebibyte, "the graph"), IsOk());
  EXPECT_THAT(budget.Check(5 * kMebibyte, "the graph"),
              StatusIs(absl::StatusCode::kInvalidArgument, ::testing::HasSubstr("the graph")));
  EXPECT_THAT(budget.Take(5 * kMebibyte, "a.c").status(),
              StatusIs(absl::StatusCode::kInvalidArgument, ::testing::_));
}

TEST(MemoryBudget, LetsTablesSpillOnceAQuarterOfTheMemoryIsUsed) {
  const testing::TempDir directory;
  MemoryBudget budget{8 * (kProgramBytes + kThreadBytes), 1, directory.path()};
  const auto keep_block = [&](std::uint64_t kept) {
    budget.Keep(kept);
    return graph::SpillVector<char>(kMebibyte);
  };
  EXPECT_FALSE(testing::LiesInAFile(keep_block(kMebibyte).data()));
  EXPECT_TRUE(testing::LiesInAFile(keep_block(4 * (kProgramBytes + kThreadBytes)).data()));
  EXPECT_THAT(budget.Check(0, "the graph"), IsOk());
}

TEST(MemoryBudget, RefusesWhatIsSetAsideAlone) {
  MemoryBudget budget{kProgramBytes, 1, std::filesystem::temp_directory_path()};
  budget.Keep(kMebibyte);
  EXPECT_THAT(budget.Check(0, "the graph"),
              StatusIs(absl::StatusCode::kInvalidArgument, ::testing::HasSubstr("--memory")));
}

}  // namespace
}  // namespace waymark::indexer
