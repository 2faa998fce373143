// A file that ends the process that parses it, as a fault of a parser would.
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "graph/crash_journal.h"
#include "graph/status.h"
#include "graph/store.h"
#include "indexer/indexer.h"
#include "resources/parallel.h"
#include "resources/watchdog.h"
#include "run/extract_stage.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::indexer {
namespace {

using ::testing::IsEmpty;
using testing::TempDir;

class FatalFileTest : public ::testing::Test {
 protected:
  FatalFileTest() { WriteLarge(""); }

  // Beside the large one. Not there while processes die: they are to die of the large one.
  void WriteSmall() { directory_.WriteFile("project/small.py", "def small():\n    pass\n"); }

  // Writes a file whose parse takes long enough to be seen.
  void WriteLarge(const std::string& end) {
    std::string text;
    for (int i = 0; text.size() < (1U << 20); ++i) {
      text += fmt::format("def f{}(a, b):\n    return [a.x(b[{}]) for y in (a, b)]\n\n", i, i);
    }
    directory_.WriteFile("project/large.py", text + end);
  }

  absl::StatusOr<IndexReport> Index(std::chrono::milliseconds max_file_time = kMaxFileTime) const {
    graph::StoreOptions at;
    at.directory = directory_.path() / "store";
    WM_ASSIGN_OR_RETURN(const auto store, graph::Store::Open(at));
    IndexOptions index;
    index.root = directory_.path() / "project";
    index.threads = 2;
    index.max_file_time = max_file_time;
    return IndexRepository(*store, index);
  }

  // Whether something has a line in the book of the store: from byte 16 on, 36 bytes each, of which
  // the last four tell whether it is under way.
  bool IsSomethingUnderWay() const {
    std::ifstream file(directory_.path() / "store" / "under-way", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    for (std::size_t at = 48; at + 4 <= bytes.size() && at < 16 + 36 * 64; at += 36) {
      if (bytes.substr(at, 4) != std::string(4, '\0')) return true;
    }
    return false;
  }

  // So many processes in a row that index, and are killed while they have parsed one file for a
  // while. Between the look and the kill a parse may end, which makes those before count no more.
  void DieOfTheLargeFile(unsigned processes) const {
    constexpr unsigned kMaxTries = 20;
    unsigned tries = 0;
    for (unsigned died = 0; died < processes; died = DiesOfTheLargeFile() ? died + 1 : 0) {
      ASSERT_LT(tries++, kMaxTries) << "it is parsed too fast to be killed";
    }
  }

  // So that nothing is under way but what the next process does.
  void RecordDeaths() const {
    graph::CrashJournal book(directory_.path() / "store");
    const graph::CrashJournal::Work other(book, graph::WorkKey(), 1);
  }

  bool DiesOfTheLargeFile() const {
    RecordDeaths();
    const pid_t child = fork();
    EXPECT_GE(child, 0);
    if (child < 0) return false;
    if (child == 0) {
      std::thread killer([this] {
        constexpr int kLooks = 10;
        for (int seen = 0; seen < kLooks; seen = IsSomethingUnderWay() ? seen + 1 : 0) {
          std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        raise(SIGKILL);
      });
      const bool is_done = Index().ok();
      killer.detach();
      _exit(is_done ? 0 : 1);
    }
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) && IsSomethingUnderWay();
  }

  TempDir directory_;
};

TEST_F(FatalFileTest, IsSkippedOnceItHasKilledTwo) {
  DieOfTheLargeFile(kMaxDeathsOfParse);
  WriteSmall();

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport report, Index());

  EXPECT_EQ(report.files_indexed, 1U);
  ASSERT_EQ(report.skipped.size(), 1U);
  EXPECT_EQ(report.skipped[0].path, "large.py");
  EXPECT_EQ(report.skipped[0].reason, SkipReason::kParseLimit);
}

TEST_F(FatalFileTest, IsReadAgainWhenItHasChanged) {
  DieOfTheLargeFile(kMaxDeathsOfParse);
  WriteSmall();
  WM_ASSERT_OK(Index());
  WriteLarge("# mended\n");

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport report, Index());

  EXPECT_EQ(report.files_indexed, 2U);
  EXPECT_THAT(report.skipped, IsEmpty());
}

TEST_F(FatalFileTest, IsReadAgainAfterOneDeath) {
  DieOfTheLargeFile(1);

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport report, Index());

  EXPECT_EQ(report.files_indexed, 1U);
}

// What ends a scanner that loops ends a parse that only takes longer than it may.
TEST_F(FatalFileTest, ThatIsParsedWithoutEndEndsTheProcessOnceAndIsSkipped) {
  EXPECT_EXIT(Index(std::chrono::milliseconds(10)).IgnoreError(),
              ::testing::ExitedWithCode(kStuckExitCode),
              "parsing large.py took more than 0.01 s of the processor.*from now on the file is "
              "skipped, as parse_limit");
  WriteSmall();

  WM_ASSERT_OK_AND_ASSIGN(const IndexReport report, Index());

  EXPECT_EQ(report.files_indexed, 1U);
  ASSERT_EQ(report.skipped.size(), 1U);
  EXPECT_EQ(report.skipped[0].path, "large.py");
  EXPECT_EQ(report.skipped[0].reason, SkipReason::kParseLimit);
}

// Either of the threads that have a share of a stage.
TEST(Watchdog, SeesTheThreadsThatShareAStage) {
  const auto loop = [](unsigned looping) {
    Watchdog watch(std::chrono::milliseconds(5));
    const Watchdog::StageScope stage(watch, "linking", "/here");
    std::atomic<bool> begun = false;
    ParallelFor(2, 2, [&](unsigned thread, std::size_t) {
      while (thread != looping && !begun) std::this_thread::yield();
      begun = true;
      for (volatile bool goes_on = true; thread == looping && goes_on;) continue;
    });
  };
  for (const unsigned thread : {0U, 1U}) {
    EXPECT_EXIT(loop(thread), ::testing::ExitedWithCode(kStuckExitCode),
                "linking /here took more than 0.03 s of the processor");
  }
}

}  // namespace
}  // namespace waymark::indexer
