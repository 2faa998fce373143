// What users say of answers, and what it changes.
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "answers/judgement_store.h"
#include "services/engine.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using testing::GitRepository;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::StatusIs;
using testing::TempDir;

constexpr char kJudgedTask[] = "refuse a login";

class FeedbackTest : public ::testing::Test {
 protected:
  void SetUp() override {
    git_.Write("auth.py",
               "def refuse_login(user):\n    return 1\n\n\n"
               "def count_failures(user):\n    return 2\n");
    git_.Write("page.py", "def login_page():\n    return 3\n");
    git_.Commit("begin");
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    Index();
  }

  void Index() { WM_ASSERT_OK(engine_->Index({.root = git_.path()}, nullptr, {})); }

  FeedbackAnswer Give(FeedbackRequest request) {
    request.root = git_.path();
    auto answer = engine_->Feedback(request, {});
    EXPECT_THAT(answer, testing::IsOk());
    return answer.ok() ? *std::move(answer) : FeedbackAnswer{};
  }

  void Say(const std::string& symbol, bool useful, const std::string& task = kJudgedTask) {
    Give({.action = FeedbackAction::kSay, .task = task, .symbols = {symbol}, .useful = useful});
  }

  std::vector<std::string> Ranking(const std::string& task, retrieval::Parts without = {}) {
    const auto answer =
        engine_->Context({.root = git_.path(), .task = task, .without = without}, {});
    EXPECT_THAT(answer, testing::IsOk());
    std::vector<std::string> names;
    if (!answer.ok()) return names;
    for (const wire::Symbol& symbol : answer->payload.symbols) {
      if (symbol.kind == SymbolKind::kFunction) names.push_back(symbol.qualified_name);
    }
    return names;
  }

  TempDir directory_;
  GitRepository git_{directory_.path() / "shop"};
  std::unique_ptr<Engine> engine_;
};

TEST_F(FeedbackTest, PutsWhatWasNeededFirstWhenTheTaskComesAgain) {
  ASSERT_EQ(Ranking(kJudgedTask).front(), "auth.refuse_login");

  Say("count_failures", true);

  EXPECT_EQ(Ranking(kJudgedTask).front(), "auth.count_failures");
  EXPECT_EQ(Ranking("a login to refuse").front(), "auth.count_failures");
}

TEST_F(FeedbackTest, PutsNoiseLast) {
  Say("refuse_login", false);

  EXPECT_EQ(Ranking(kJudgedTask).back(), "auth.refuse_login");
}

TEST_F(FeedbackTest, LeavesOtherTasksAsTheyWere) {
  const std::vector<std::string> before = Ranking("the page");

  Say("count_failures", true);

  EXPECT_EQ(Ranking("the page"), before);
}

TEST_F(FeedbackTest, CanBeLeftOutOfARanking) {
  const std::vector<std::string> before = Ranking(kJudgedTask);

  Say("count_failures", true);

  EXPECT_EQ(Ranking(kJudgedTask, retrieval::Parts::Of(retrieval::Part::kFeedback)), before);
}

TEST_F(FeedbackTest, IsShownByExplain) {
  Say("count_failures", true);

  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer,
                          engine_->Context({.root = git_.path(),
                                            .task = kJudgedTask,
                                            .explain = true,
                                            .explained = "count_failures"},
                                           {}));

  EXPECT_GT(answer.explanation->symbol->ranking.scores.parts.learned, 0.4F);
}

TEST_F(FeedbackTest, EndsWhenTheSymbolChanges) {
  const std::vector<std::string> before = Ranking(kJudgedTask);
  Say("count_failures", true);

  git_.Write("auth.py",
             "def refuse_login(user):\n    return 1\n\n\n"
             "def count_failures(user):\n    return 20\n");
  Index();

  EXPECT_EQ(Ranking(kJudgedTask), before);
  ASSERT_EQ(Give({}).judgements.size(), 1U);
  EXPECT_FALSE(Give({}).judgements[0].holds);
}

TEST_F(FeedbackTest, OutlivesAnEditElsewhereInTheFile) {
  Say("count_failures", true);

  git_.Write("auth.py",
             "def refuse_login(user):\n    return 100\n\n\n"
             "def count_failures(user):\n    return 2\n");
  Index();

  EXPECT_EQ(Ranking(kJudgedTask).front(), "auth.count_failures");
}

TEST_F(FeedbackTest, EndsWhenTheCodeOfWhatEnclosesTheSymbolChanges) {
  const auto write = [&](const std::string& base, const std::string& sibling) {
    git_.Write("gate.py", "import os\n\n\nclass Gate" + base +
                              ":\n    def count_failures_here(self):\n        return 4\n" +
                              sibling);
    Index();
  };
  write("", "");
  Say("count_failures_here", true);

  write("", "\n    def close(self):\n        return 5\n");
  EXPECT_TRUE(Give({}).judgements[0].holds) << "a further member is none of its own code";
  write("(Door)", "");
  EXPECT_FALSE(Give({}).judgements[0].holds) << "the class is another one";
}

TEST_F(FeedbackTest, EndsWhenAFieldOfItsTypeChanges) {
  const auto write = [&](const std::string& field, const std::string& limit) {
    git_.Write("gate.py", "limit = " + limit + "\n\n\nclass Gate:\n    " + field +
                              "\n\n    def count_failures_here(self):\n        return 4\n");
    Index();
  };
  write("most = 3", "1");
  Say("count_failures_here", true);

  write("most = 3  # a day", "2");
  EXPECT_TRUE(Give({}).judgements[0].holds) << "what a field does is the same";
  write("most = 4", "2");
  EXPECT_FALSE(Give({}).judgements[0].holds);
}

TEST_F(FeedbackTest, CountsWhileItsFileIsNotWhatWasIndexed) {
  Say("count_failures", true);

  git_.Write("auth.py",
             "def refuse_login(user):\n    return 1\n\n\n"
             "def count_failures(user):\n    return 2\n\n\n# being edited\n");

  EXPECT_EQ(Ranking(kJudgedTask).front(), "auth.count_failures");
}

TEST_F(FeedbackTest, KeepsTheLastWordAboutASymbolAndATask) {
  Say("count_failures", true);
  Say("count_failures", false);

  const FeedbackAnswer list = Give({});
  EXPECT_EQ(list.kept, 1U);
  ASSERT_EQ(list.judgements.size(), 1U);
  EXPECT_FALSE(list.judgements[0].useful);
  EXPECT_EQ(list.judgements[0].symbol, "auth.count_failures");
  EXPECT_EQ(list.judgements[0].task, kJudgedTask);
}

TEST_F(FeedbackTest, TellsOnceWhatIsNamedTwice) {
  const FeedbackAnswer said = Give({.action = FeedbackAction::kSay,
                                    .task = kJudgedTask,
                                    .symbols = {"count_failures", "auth.count_failures"}});
  EXPECT_EQ(said.judgements.size(), 1U);
  EXPECT_EQ(said.kept, 1U);
}

TEST_F(FeedbackTest, WeighsWhatWasAskedForLessThanWhatWasTold) {
  Give({.action = FeedbackAction::kSay,
        .task = kJudgedTask,
        .symbols = {"refuse_login"},
        .source = retrieval::JudgementSource::kImplicit});
  Say("count_failures", true);

  EXPECT_EQ(Ranking(kJudgedTask).front(), "auth.count_failures");
}

TEST_F(FeedbackTest, ForgetsWhatWasSaidOfASymbolOrAll) {
  Say("count_failures", true);
  Say("refuse_login", true);
  Say("login_page", false);

  const FeedbackAnswer one =
      Give({.action = FeedbackAction::kForget, .symbols = {"count_failures"}});
  EXPECT_EQ(one.judgements.size(), 1U);
  EXPECT_EQ(one.kept, 2U);

  EXPECT_EQ(Give({.action = FeedbackAction::kForget}).judgements.size(), 2U);
  EXPECT_THAT(Give({}).judgements, IsEmpty());
}

TEST_F(FeedbackTest, OutlivesTheProcess) {
  Say("count_failures", true);

  engine_ = nullptr;
  WM_ASSERT_OK_AND_ASSIGN(engine_, Engine::Open({.store_directory = directory_.path() / "store"}));

  EXPECT_EQ(Ranking(kJudgedTask).front(), "auth.count_failures");
}

TEST_F(FeedbackTest, RefusesATaskWithoutWordsAndAnUnknownSymbol) {
  FeedbackRequest request{.root = git_.path(),
                          .action = FeedbackAction::kSay,
                          .task = "the of",
                          .symbols = {"refuse_login"}};
  EXPECT_THAT(engine_->Feedback(request, {}), StatusIs(absl::StatusCode::kInvalidArgument));

  request.task = kJudgedTask;
  request.symbols = {"no_such"};
  EXPECT_THAT(engine_->Feedback(request, {}), StatusIs(absl::StatusCode::kNotFound));

  request.symbols.clear();
  EXPECT_THAT(engine_->Feedback(request, {}), StatusIs(absl::StatusCode::kInvalidArgument));
}

retrieval::RelevanceJudgement SomeJudgement(std::string task) {
  retrieval::RelevanceJudgement judgement;
  judgement.task = std::move(task);
  judgement.terms = {"login", "refus"};
  judgement.name = "f";
  judgement.shown = "a.f";
  judgement.source = retrieval::JudgementSource::kImplicit;
  return judgement;
}

TEST(RelevanceJudgements, ReadAsTheyWereWritten) {
  const JudgementList judgements = {SomeJudgement("one\ntwo \"quoted\""), SomeJudgement("three")};

  WM_ASSERT_OK_AND_ASSIGN(const JudgementList read, ReadJudgements(WriteJudgements(judgements)));

  EXPECT_EQ(read, judgements);
}

TEST(RelevanceJudgements, AreRefusedWhenDamagedAndTheLineIsNamed) {
  EXPECT_THAT(ReadJudgements("waymark lessons 2\n"), StatusIs(absl::StatusCode::kDataLoss));
  const auto damaged = ReadJudgements(WriteJudgements({SomeJudgement("one")}) + "{}\n");
  EXPECT_THAT(damaged, StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(std::string(damaged.status().message()), HasSubstr("line 3"));
}

}  // namespace
}  // namespace waymark::services
