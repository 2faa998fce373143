// Which work processes died of, as other processes come to know it.
#include "graph/crash_journal.h"

#include <atomic>
#include <csignal>
#include <filesystem>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "testing/temp_dir.h"
#include "testing/wait_for.h"

namespace waymark::graph {
namespace {

using testing::TempDir;

constexpr unsigned kAnyDeaths = 1000;

WorkKey WorkKeyOf(std::uint64_t number) {
  return FieldHasher("test").Add(number).Finish<WorkKey>();
}

// What `work` does in a process of its own, which is killed at its end.
template <typename Work>
void Die(const Work& work) {
  const ::pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    work();
    ::raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFSIGNALED(status));
}

void DieOf(const std::filesystem::path& directory, const WorkKey& key) {
  Die([&] {
    auto* const book = new CrashJournal(directory);
    new CrashJournal::Work(*book, key, kAnyDeaths);
  });
}

// Work that may is done, and so forgotten.
bool MayBegin(const std::filesystem::path& directory, const WorkKey& key, unsigned max_deaths) {
  CrashJournal book(directory);
  const CrashJournal::Work work(book, key, max_deaths);
  return work.may_begin();
}

TEST(CrashJournal, WorkThatWasDoneKilledNobody) {
  const TempDir directory;
  Die([&] {
    CrashJournal book(directory.path());
    const CrashJournal::Work work(book, WorkKeyOf(1), 1);
  });

  EXPECT_TRUE(MayBegin(directory.path(), WorkKeyOf(1), 1));
}

TEST(CrashJournal, WorkThatProcessesDiedOfIsLeftAlone) {
  const TempDir directory;
  DieOf(directory.path(), WorkKeyOf(1));
  EXPECT_FALSE(MayBegin(directory.path(), WorkKeyOf(1), 1));
  DieOf(directory.path(), WorkKeyOf(1));

  EXPECT_FALSE(MayBegin(directory.path(), WorkKeyOf(1), 2));
  EXPECT_TRUE(MayBegin(directory.path(), WorkKeyOf(2), 1));
}

TEST(CrashJournal, OnlyDeathsInARowCount) {
  const TempDir directory;
  DieOf(directory.path(), WorkKeyOf(1));
  EXPECT_TRUE(MayBegin(directory.path(), WorkKeyOf(1), 2));  // and is done

  EXPECT_TRUE(MayBegin(directory.path(), WorkKeyOf(1), 1));
}

TEST(CrashJournal, WhatIsForgottenIsBegunAgain) {
  const TempDir directory;
  DieOf(directory.path(), WorkKeyOf(1));
  DieOf(directory.path(), WorkKeyOf(2));
  CrashJournal(directory.path()).Forget(WorkKeyOf(1));

  EXPECT_TRUE(MayBegin(directory.path(), WorkKeyOf(1), 1));
  EXPECT_FALSE(MayBegin(directory.path(), WorkKeyOf(2), 1));
}

TEST(CrashJournal, AProcessThatLivesHasNotDied) {
  const TempDir directory;
  CrashJournal book(directory.path());
  const CrashJournal::Work work(book, WorkKeyOf(1), 1);
  const CrashJournal::Work another(book, WorkKeyOf(2), 1);

  EXPECT_TRUE(MayBegin(directory.path(), WorkKeyOf(1), 1));
  EXPECT_TRUE(MayBegin(directory.path(), WorkKeyOf(2), 1));
}

TEST(CrashJournal, AllThatWasUnderWayIsSuspected) {
  const TempDir directory;
  Die([&] {
    auto* const book = new CrashJournal(directory.path());
    for (std::uint64_t i = 0; i < 3; ++i) new CrashJournal::Work(*book, WorkKeyOf(i), 1);
  });

  for (std::uint64_t i = 0; i < 3; ++i) {
    EXPECT_FALSE(MayBegin(directory.path(), WorkKeyOf(i), 1)) << i;
  }
}

// Else what merely ran beside the guilty would be held for guilty too.
TEST(CrashJournal, WhatIsSuspectedIsDoneAlone) {
  const TempDir directory;
  DieOf(directory.path(), WorkKeyOf(1));
  CrashJournal book(directory.path());
  std::atomic<bool> is_about_to{false};
  std::atomic<bool> is_alone{false};
  bool was_alone = false;
  auto innocent = std::make_unique<CrashJournal::Work>(book, WorkKeyOf(2), 2);
  std::thread thread([&] {
    is_about_to = true;
    const CrashJournal::Work suspected(book, WorkKeyOf(1), 2);
    was_alone = is_alone;
  });

  EXPECT_TRUE(testing::WaitFor([&] { return is_about_to.load(); }));
  is_alone = true;
  innocent.reset();
  thread.join();
  EXPECT_TRUE(was_alone);
}

TEST(CrashJournal, WhatHasNoLineIsDoneAndNotNoted) {
  const TempDir directory;
  CrashJournal book(directory.path());
  std::vector<std::unique_ptr<CrashJournal::Work>> work;
  for (std::uint64_t i = 0; i <= kMaxWorkUnderWay; ++i) {
    work.push_back(std::make_unique<CrashJournal::Work>(book, WorkKeyOf(i), 1));
    EXPECT_TRUE(work.back()->may_begin());
  }
}

TEST(CrashJournal, OfManyDeathsTheFirstAreForgotten) {
  const TempDir directory;
  for (std::uint64_t i = 0; i <= kMaxDeathsKept; ++i) DieOf(directory.path(), WorkKeyOf(i));

  EXPECT_TRUE(MayBegin(directory.path(), WorkKeyOf(0), 1));
  EXPECT_FALSE(MayBegin(directory.path(), WorkKeyOf(kMaxDeathsKept), 1));
}

TEST(CrashJournal, WithoutAFileNothingIsKnown) {
  const TempDir directory;
  const std::filesystem::path missing = directory.path() / "missing";
  DieOf(missing, WorkKeyOf(1));
  EXPECT_TRUE(MayBegin(missing, WorkKeyOf(1), 1));

  directory.WriteFile("under-way", "of something else");
  DieOf(directory.path(), WorkKeyOf(1));
  EXPECT_TRUE(MayBegin(directory.path(), WorkKeyOf(1), 1));
}

}  // namespace
}  // namespace waymark::graph
