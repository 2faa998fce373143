// Whoever asks about a checkout that is being indexed for the first time learns of that.
#include "services/index_run.h"

#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "services/engine.h"
#include "shop_repository.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::StatusIs;
using testing::TempDir;

class IndexRunTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(engine_, Engine::Open({.store_directory = store_}));
  }

  TempDir directory_;
  fs::path store_ = directory_.path() / "store";
  fs::path root_ = testing::WriteShopRepository(directory_);
  std::unique_ptr<Engine> engine_;
};

TEST_F(IndexRunTest, IsFoundFromItsCheckoutAndBelowWithHowFarItIs) {
  {
    const IndexRunNote note(store_, root_);
    EXPECT_EQ(FindIndexRun(store_, root_)->progress, "");
    note.Tell({.stage = indexer::Stage::kExtracting, .files_done = 3, .files_total = 40});

    const std::optional<IndexRun> run = FindIndexRun(store_, root_ / "shop");
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ(run->process, ::getpid());
    EXPECT_EQ(run->progress, "reading 3 of 40 files");
    EXPECT_FALSE(FindIndexRun(store_, directory_.path()).has_value());
  }
  EXPECT_FALSE(FindIndexRun(store_, root_).has_value());
}

TEST_F(IndexRunTest, AnotherRepositoryWithinIsNotItsCheckout) {
  fs::create_directories(root_ / "shop" / ".git");
  const IndexRunNote note(store_, root_);
  EXPECT_FALSE(FindIndexRun(store_, root_ / "shop").has_value());
}

TEST_F(IndexRunTest, ThatWasKilledLeavesAFileWhichSaysNothing) {
  std::string name;
  {
    const IndexRunNote note(store_, root_);
    for (const fs::directory_entry& entry : fs::directory_iterator(store_)) {
      const std::string file = entry.path().filename();
      if (file.starts_with("waymark.index-")) name = file;
    }
  }
  ASSERT_NE(name, "");
  std::ofstream(store_ / name) << "1\nreading 3 of 40 files\n";
  EXPECT_FALSE(FindIndexRun(store_, root_).has_value());
  const IndexRunNote next(store_, root_);
  EXPECT_TRUE(FindIndexRun(store_, root_).has_value());
}

TEST_F(IndexRunTest, IsWhatAQuestionIsRefusedFor) {
  const auto ask = [&] { return engine_->Symbol({.root = root_, .name = "Cart"}, {}); };
  EXPECT_THAT(ask(), StatusIs(absl::StatusCode::kFailedPrecondition,
                              AllOf(HasSubstr("is not indexed"), HasSubstr("waymark index"))));
  const IndexRunNote note(store_, root_);
  note.Tell({.stage = indexer::Stage::kResolving, .files_done = 7, .files_total = 9});
  EXPECT_THAT(ask(),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       AllOf(HasSubstr(fmt::format("being indexed for the first time, by process "
                                                   "{}: relating 7 of 9 files",
                                                   ::getpid())),
                             Not(HasSubstr("run: waymark index")))));
}

TEST_F(IndexRunTest, EndsWithItsRun) {
  std::string seen;
  const auto look = [&](const indexer::Progress&) {
    const std::optional<IndexRun> run = FindIndexRun(store_, root_);
    if (run.has_value() && !run->progress.empty()) seen = run->progress;
  };
  WM_ASSERT_OK(engine_->Index({.root = root_}, look, {}));
  EXPECT_THAT(seen, HasSubstr(" files"));
  EXPECT_FALSE(FindIndexRun(store_, root_).has_value());
}

TEST_F(IndexRunTest, OfACommitIsNoneThatQuestionsWaitFor) {
  testing::GitRepository repository(root_);
  repository.Commit("open a shop");
  bool is_told = false;
  bool is_run = false;
  const auto look = [&](const indexer::Progress&) {
    is_run = true;
    is_told = is_told || FindIndexRun(store_, root_).has_value();
  };
  WM_ASSERT_OK(engine_->Index({.root = root_, .at = "HEAD"}, look, {}));
  EXPECT_TRUE(is_run);
  EXPECT_FALSE(is_told);
}

}  // namespace
}  // namespace waymark::services
