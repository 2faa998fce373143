// What is read of commits, and that a history brought forward is the one that is read anew.
#include "indexer/history.h"

#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/history.h"
#include "history/commit_words.h"
#include "history/indented_definitions.h"
#include "indexer/indexer.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::indexer {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::GitRepository;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::StatusIs;

std::vector<std::string> WordsOf(std::string_view message) {
  graph::Tokenizer tokenizer;
  return CommitWords(message, tokenizer);
}

TEST(CommitWords, AreStemmedAndStandOnce) {
  EXPECT_THAT(WordsOf("Open sessions\n\nsessionInterface opens the session"),
              ElementsAre("open", "session", "interfac", "the"));
}

TEST(CommitWords, LeaveOutWhatPointsElsewhere) {
  EXPECT_THAT(WordsOf("Fix cookie (#"
                      "1234), see https://example.org/x and 0123abcd9 in v2.3.1\n"
                      "Signed-off-by: Somebody Else <a@example.org>\n"),
              ElementsAre("fix", "cooki", "see", "and", "in"));
}

TEST(CommitWords, OfHousekeepingThereAreNone) {
  EXPECT_THAT(WordsOf("Bump requests to 2.0"), IsEmpty());
  EXPECT_THAT(WordsOf("Merge branch 'main'"), IsEmpty());
}

TEST(NameOfHead, KnowsHowBlocksBegin) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"def save_session(self, app):", "save_session"},
      {"class NullSession(Session):", "NullSession"},
      {"func (c *Client) Do(r Request) error {", "Do"},
      {"Status DBImpl::Get(const Key& key) {", "Get"},
      {"pub fn parse(&self) -> Ast {", "parse"},
      {"export const useForm = (options) => {", "useForm"},
      {"public async Task<int> CountAsync(string name)", "CountAsync"},
      {"  def self.render(page)", "render"},
      {"if (ready) {", ""},
      {"for item in items:", ""},
      {"else {", ""},
  };
  for (const auto& [line, name] : cases) EXPECT_EQ(NameOfHead(line), name) << line;
}

TEST(IndentedDefinitions, AreThoseAChangeIsNestedIn) {
  const IndentedDefinitions names(
      "class App:\n"
      "    def first(self):\n"
      "        return 1\n"
      "\n"
      "    def second(self):\n"
      "        if self.ready:\n"
      "            return 2\n");
  std::vector<std::string> found;

  names.Add(7, 7, 10, found);

  EXPECT_THAT(found, ElementsAre("second", "App"));
}

TEST(IndentedDefinitions, ReachAcrossABraceOnALineOfItsOwn) {
  const IndentedDefinitions names(
      "static int count(const char* name,\n"
      "                 int length)\n"
      "{\n"
      "    return length;\n"
      "}\n");
  std::vector<std::string> found;

  names.Add(4, 4, 10, found);

  EXPECT_THAT(found, ElementsAre("count"));
}

TEST(IndentedDefinitions, HoldWhatTheLinesDefine) {
  const IndentedDefinitions names("x = 1\n\n\ndef added():\n    return helper()\n");
  std::vector<std::string> found;

  names.Add(3, 5, 10, found);

  EXPECT_THAT(found, ElementsAre("added"));
}

class HistoryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WM_ASSERT_OK_AND_ASSIGN(store_, graph::Store::Open({.directory = directory_.path() / "store"}));
    git_.Write("app.py", "def open_session():\n    return 1\n");
    first_ = git_.Commit("open a session");
    git_.Write("app.py", "def open_session():\n    return 2\n");
    git_.Write("README.md", "text\n");
    second_ = git_.Commit("sessions of two");
  }

  graph::ViewKey Index(const std::string& commit = "") {
    IndexOptions options;
    options.root = git_.path();
    options.commit = commit;
    auto report = IndexRepository(*store_, options);
    EXPECT_TRUE(report.ok()) << report.status();
    return report.ok() ? report->key : graph::ViewKey();
  }

  std::string EncodedHistory(const graph::ViewKey& key) {
    auto history = store_->OpenHistory(key);
    EXPECT_TRUE(history.ok() && *history != nullptr);
    return history.ok() && *history != nullptr ? (*history)->Encode() : "";
  }

  testing::TempDir directory_;
  GitRepository git_{directory_.path() / "shop"};
  std::unique_ptr<graph::Store> store_;
  std::string first_;
  std::string second_;
};

TEST_F(HistoryTest, TellsWhatCommitsSaidAndTouched) {
  const graph::ViewKey key = Index();

  WM_ASSERT_OK_AND_ASSIGN(const HistoryReport report, UpdateHistory(*store_, key, {}));

  EXPECT_EQ(report.commits, 2U);
  EXPECT_EQ(report.read, 2U);
  WM_ASSERT_OK_AND_ASSIGN(const auto history, store_->OpenHistory(key));
  ASSERT_NE(history, nullptr);
  const graph::CommitFacts newest = history->Facts(0);
  EXPECT_THAT(newest.terms, ElementsAre("of", "session", "two"));
  ASSERT_EQ(newest.touched.size(), 1U);  // no source file, no touch
  EXPECT_EQ(newest.touched[0].path, "app.py");
  EXPECT_THAT(newest.touched[0].names, ElementsAre("open_session"));
}

TEST_F(HistoryTest, BroughtForwardIsTheOneReadAnew) {
  const graph::ViewKey key = Index();
  ASSERT_THAT(UpdateHistory(*store_, key, {}), testing::IsOk());
  git_.Write("app.py", "def open_session():\n    return 3\n\n\ndef close():\n    pass\n");
  git_.Commit("close a session");
  Index();

  WM_ASSERT_OK_AND_ASSIGN(const HistoryReport report, UpdateHistory(*store_, key, {}));

  EXPECT_EQ(report.commits, 3U);
  EXPECT_EQ(report.read, 1U);
  const std::string forward = EncodedHistory(key);
  WM_ASSERT_OK_AND_ASSIGN(store_, graph::Store::Open({.directory = directory_.path() / "other"}));
  const graph::ViewKey fresh = Index();
  WM_ASSERT_OK_AND_ASSIGN(const HistoryReport anew, UpdateHistory(*store_, fresh, {.threads = 2}));
  EXPECT_EQ(anew.read, 3U);
  EXPECT_EQ(EncodedHistory(fresh), forward);
}

TEST_F(HistoryTest, OfACommitHoldsNothingLater) {
  const graph::ViewKey key = Index(first_);

  WM_ASSERT_OK_AND_ASSIGN(const HistoryReport report, UpdateHistory(*store_, key, {}));

  EXPECT_EQ(report.commits, 1U);
}

TEST_F(HistoryTest, OfAnEarlierCommitIsNotThatOfTheLater) {
  const graph::ViewKey key = Index();
  ASSERT_THAT(UpdateHistory(*store_, key, {}), testing::IsOk());
  git_.Git("checkout -q --detach " + first_);
  Index();

  WM_ASSERT_OK_AND_ASSIGN(const auto stale, store_->OpenHistory(key));
  EXPECT_EQ(stale, nullptr);
  WM_ASSERT_OK_AND_ASSIGN(const HistoryReport report, UpdateHistory(*store_, key, {}));
  EXPECT_EQ(report.commits, 1U);
  EXPECT_EQ(report.read, 0U);
}

TEST_F(HistoryTest, IsBounded) {
  const graph::ViewKey key = Index();

  WM_ASSERT_OK_AND_ASSIGN(const HistoryReport report,
                          UpdateHistory(*store_, key, {.max_commits = 1}));

  EXPECT_EQ(report.commits, 1U);
}

TEST_F(HistoryTest, ReadsNothingOutsideOfGit) {
  testing::TempDir plain;
  {
    const GitRepository once(plain.path() / "once");
    once.Write("../lib/app.py", "def run():\n    return 1\n");
  }
  IndexOptions options;
  options.root = plain.path() / "lib";
  auto indexed = IndexRepository(*store_, options);
  ASSERT_THAT(indexed, testing::IsOk());

  WM_ASSERT_OK_AND_ASSIGN(const HistoryReport report, UpdateHistory(*store_, indexed->key, {}));

  EXPECT_EQ(report.commits, 0U);
}

graph::GitObjectId IdOf(const std::string& hex) {
  graph::GitObjectId id{};
  for (std::size_t i = 0; i < id.size(); ++i) {
    id[i] = static_cast<std::uint8_t>(std::stoul(hex.substr(2 * i, 2), nullptr, 16));
  }
  return id;
}

TEST_F(HistoryTest, HeadsOfCommitsHaveTheDateOfTheAuthorAndAllOfTheSubject) {
  git_.Git("commit -q --allow-empty -m 'close\nthe session\n\nBody' --date='1714624200 +0500'");
  const std::vector<graph::GitObjectId> ids = {IdOf(git_.Git("rev-parse HEAD")), IdOf(first_)};

  WM_ASSERT_OK_AND_ASSIGN(const std::vector<CommitHead> heads, ReadCommitHeads(git_.path(), ids));

  ASSERT_EQ(heads.size(), 2U);
  EXPECT_EQ(heads[0].seconds, 1714624200);
  EXPECT_EQ(heads[0].subject, "close the session");
  EXPECT_EQ(heads[1].subject, "open a session");
}

TEST_F(HistoryTest, HeadsOfCommitsThatGitLacksAreAnError) {
  const std::vector<graph::GitObjectId> unknown(1);

  EXPECT_THAT(ReadCommitHeads(git_.path(), unknown),
              StatusIs(absl::StatusCode::kFailedPrecondition));
}

TEST_F(HistoryTest, CanBeCancelled) {
  const graph::ViewKey key = Index();
  const std::atomic<bool> cancelled{true};

  EXPECT_THAT(UpdateHistory(*store_, key, {.cancelled = &cancelled}),
              StatusIs(absl::StatusCode::kCancelled));
  WM_ASSERT_OK_AND_ASSIGN(const auto history, store_->OpenHistory(key));
  EXPECT_EQ(history, nullptr);
}

}  // namespace
}  // namespace waymark::indexer
