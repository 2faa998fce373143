#include "services/view_refresher.h"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "graph/crash_journal.h"
#include "graph/store.h"
#include "indexer/indexer.h"
#include "services/engine.h"
#include "shop_repository.h"
#include "testing/held_writer_lock.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"
#include "testing/wait_for.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using ::testing::HasSubstr;
using testing::IsOk;
using ::testing::Optional;
using testing::TempDir;
using testing::WaitFor;

class ViewRefresherTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));
  }

  void StartViewRefresher() {
    RefresherOptions options;
    options.watch.quiet = milliseconds(30);
    options.watch.git_quiet = milliseconds(100);
    engine_->StartViewRefresher(std::move(options));
    ASSERT_TRUE(WaitFor([this] { return View().watch.has_value() && IsCurrent(); }));
  }

  StatusView View() {
    const absl::StatusOr<StatusAnswer> status = engine_->Status({});
    EXPECT_THAT(status, IsOk());
    return status.ok() && !status->views.empty() ? status->views.front() : StatusView();
  }

  // Caught up, and nothing known that differs.
  bool IsCurrent() {
    const StatusView view = View();
    return view.watch.has_value() && view.watch->mode != "starting" &&
           view.files_differing == std::optional<std::uint64_t>(0);
  }

  // The root of a clean index of the tree as it is.
  std::string CleanRoot() {
    const TempDir store;
    const absl::StatusOr<std::unique_ptr<Engine>> engine =
        Engine::Open({.store_directory = store.path() / "store"});
    EXPECT_THAT(engine, IsOk());
    const absl::StatusOr<IndexAnswer> answer = (*engine)->Index({.root = root_}, nullptr, {});
    EXPECT_THAT(answer, IsOk());
    return answer.ok() ? answer->report.root.ToHex() : "";
  }

  void Git(const std::string& arguments) const {
    const std::string command = fmt::format(
        "git -C '{}' -c user.name=t -c user.email=t@example.com -c init.defaultBranch=main {} "
        ">/dev/null 2>&1",
        root_.string(), arguments);
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
  }

  TempDir directory_;
  fs::path root_ = fs::canonical(testing::WriteShopRepository(directory_));
  std::unique_ptr<Engine> engine_;
};

TEST_F(ViewRefresherTest, WhatChangedBeforeTheStartIsCaughtUp) {
  directory_.WriteFile("shop/shop/refund.py", "def refund():\n    pass\n");

  StartViewRefresher();

  EXPECT_EQ(View().root, CleanRoot());
  WM_ASSERT_OK_AND_ASSIGN(const SymbolAnswer answer,
                          engine_->Symbol({.root = root_, .name = "shop.refund.refund"}, {}));
  EXPECT_THAT(answer.payload.index->files_differing, Optional(0U));
}

TEST_F(ViewRefresherTest, AnEditIsPublishedAndUntilThenCounted) {
  Git("init");
  StartViewRefresher();
  // As long as git has its lock no batch is complete.
  const fs::path lock = directory_.WriteFile("shop/.git/index.lock", "");
  directory_.WriteFile("shop/shop/refund.py", "def refund():\n    pass\n");
  directory_.WriteFile("shop/shop/mail.py", "def render(amount):\n    return 1\n");

  WM_ASSERT_OK_AND_ASSIGN(const SearchAnswer answer,
                          engine_->Search({.root = root_, .query = "refund"}, {}));

  ASSERT_TRUE(answer.payload.index.has_value());
  EXPECT_THAT(answer.payload.index->files_differing, Optional(2U));
  fs::remove(lock);
  ASSERT_TRUE(WaitFor([this] { return IsCurrent(); }));
  EXPECT_EQ(View().root, CleanRoot());
  EXPECT_EQ(View().watch->updates, 1U);
}

TEST_F(ViewRefresherTest, AnotherWriterIsWaitedForAndNamed) {
  StartViewRefresher();
  {
    const testing::HeldWriterLock lock(directory_.path() / "store");
    directory_.WriteFile("shop/shop/refund.py", "def refund():\n    pass\n");

    EXPECT_TRUE(WaitFor([this] { return !View().watch->trouble.empty(); }));
  }

  EXPECT_TRUE(WaitFor([this] { return IsCurrent(); }));
  EXPECT_EQ(View().watch->trouble, "");
  EXPECT_EQ(View().root, CleanRoot());
}

TEST_F(ViewRefresherTest, IndexingByHandDoesNotMeetAnUpdate) {
  StartViewRefresher();
  for (int i = 0; i < 20; ++i) {
    directory_.WriteFile("shop/shop/refund.py", fmt::format("def refund{}():\n    pass\n", i));
    const absl::StatusOr<IndexAnswer> answer = engine_->Index({.root = root_}, nullptr, {});
    ASSERT_THAT(answer, IsOk());
    std::this_thread::sleep_for(milliseconds(7 * i));
  }

  ASSERT_TRUE(WaitFor([this] { return IsCurrent(); }));
  EXPECT_EQ(View().root, CleanRoot());
}

TEST_F(ViewRefresherTest, ACheckoutThatGoesIsLetGo) {
  StartViewRefresher();
  fs::rename(root_, directory_.path() / "elsewhere");

  EXPECT_TRUE(WaitFor([this] { return !View().watch.has_value(); }));
}

TEST_F(ViewRefresherTest, QuestionsDuringABurstAreAnsweredAndTheEndIsThatOfACleanIndex) {
  Git("init");
  Git("add -A");
  Git("commit -m first");
  StartViewRefresher();
  for (int i = 0; i < 1'000; ++i) {
    directory_.WriteFile(fmt::format("shop/burst/d{}/m{}.py", i % 20, i),
                         fmt::format("from shop.cart import Cart\n\n\ndef f{}():\n"
                                     "    return Cart().total()\n",
                                     i));
    if (i % 100 != 0) continue;
    const absl::StatusOr<SearchAnswer> answer =
        engine_->Search({.root = root_, .query = "Cart"}, {});
    ASSERT_THAT(answer, IsOk());
  }
  ASSERT_TRUE(WaitFor([this] { return IsCurrent(); }));
  EXPECT_EQ(View().root, CleanRoot());

  Git("add -A");
  Git("commit -m burst");
  Git("checkout -q HEAD~1");
  ASSERT_TRUE(WaitFor([this] { return IsCurrent() && View().files < 10; }));
  EXPECT_EQ(View().root, CleanRoot());

  Git("checkout -q main");
  ASSERT_TRUE(WaitFor([this] { return IsCurrent() && View().files > 1'000; }));
  fs::remove_all(root_ / "burst");
  ASSERT_TRUE(WaitFor([this] { return IsCurrent() && View().files < 10; }));
  EXPECT_EQ(View().root, CleanRoot());
}

// A client would start the next daemon into the same end.
TEST_F(ViewRefresherTest, AViewThatDaemonsDiedOfIsLeftAloneUntilItIsIndexed) {
  const graph::WorkKey update = KeyOfUpdate({.repository = View().repository, .view = View().view});
  for (unsigned i = 0; i < kMaxDeathsOfUpdate; ++i) {
    const ::pid_t daemon = ::fork();
    ASSERT_GE(daemon, 0);
    if (daemon == 0) {
      graph::CrashJournal book(directory_.path() / "store");
      const graph::CrashJournal::Work work(book, update, kMaxDeathsOfUpdate);
      ::raise(SIGKILL);
    }
    ASSERT_EQ(::waitpid(daemon, nullptr, 0), daemon);
  }
  engine_->StartViewRefresher({});
  ASSERT_TRUE(
      WaitFor([this] { return View().watch.has_value() && !View().watch->trouble.empty(); }));
  EXPECT_THAT(View().watch->trouble, HasSubstr("`waymark index`"));

  WM_ASSERT_OK(engine_->Index({.root = root_}, nullptr, {}));

  EXPECT_TRUE(WaitFor([this] { return IsCurrent() && View().watch->trouble.empty(); }));
}

// The view that a question opened; the refresher keeps it for the next one.
class HeldStateTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(store_, graph::Store::Open({.directory = directory_.path() / "store"}));
    WM_ASSERT_OK_AND_ASSIGN(const indexer::IndexReport report,
                            indexer::IndexRepository(*store_, {.root = root_}));
    key_ = report.key;
    RefresherOptions options;
    options.watch.quiet = milliseconds(30);
    refresher_ = std::make_unique<ViewRefresher>(*store_, std::move(options));
    ASSERT_TRUE(WaitFor(
        [this] { return refresher_->FilesDiffering(key_) == std::optional<std::uint64_t>(0); }));
    WM_ASSERT_OK_AND_ASSIGN(std::shared_ptr<const graph::ReadView> view, store_->OpenView(key_));
    state_ = view;
    refresher_->Hold(key_, std::move(view));
  }

  TempDir directory_;
  fs::path root_ = fs::canonical(testing::WriteShopRepository(directory_));
  std::unique_ptr<graph::Store> store_;
  graph::ViewKey key_;
  std::unique_ptr<ViewRefresher> refresher_;
  std::weak_ptr<const graph::ReadView> state_;
};

TEST_F(HeldStateTest, IsWhatTheNextQuestionIsAnsweredFrom) {
  WM_ASSERT_OK_AND_ASSIGN(const std::shared_ptr<const graph::ReadView> next,
                          store_->OpenView(key_));

  EXPECT_EQ(state_.lock(), next);
}

TEST_F(HeldStateTest, IsClosedForAWriterOfThisProcess) {
  const ViewRefresher::Pause pause(*refresher_);

  EXPECT_TRUE(state_.expired());
}

TEST_F(HeldStateTest, IsClosedWhenTheTreeChanges) {
  directory_.WriteFile("shop/shop/refund.py", "def refund():\n    pass\n");

  EXPECT_TRUE(WaitFor([this] { return state_.expired(); }));
}

}  // namespace
}  // namespace waymark::services
