// The commits that a context tells when it is asked for them.
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/engine.h"
#include "services/limits.h"
#include "services/payload_text.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using testing::GitRepository;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using testing::StatusIs;

constexpr char kHow[] = "how a cart is charged once";
constexpr char kWhy[] = "why is a cart charged only once?";

class ContextCommitsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    git_.Write("shop/cart.py", "def pay(cart):\n    return 1\n\n\ndef add(item):\n    return 1\n");
    git_.Write("shop/bank.py", "def charge(card):\n    return 1\n");
    git_.Commit("begin the shop");
    git_.Replace("shop/cart.py", "return 1", "return charge(cart)");
    git_.Replace("shop/bank.py", "return 1", "return card");
    first_ = Commit("charge a cart once since banks refuse repeats", "2024-05-01T23:30:00-05:00");
    git_.Replace("shop/cart.py", "return 1", "return item");
    second_ = Commit("return what is added", "2024-06-01T12:00:00Z");
    WM_ASSERT_OK_AND_ASSIGN(engine_,
                            Engine::Open({.store_directory = directory_.path() / "store"}));
    WM_ASSERT_OK(engine_->Index({.root = git_.path()}, nullptr, {}));
  }

  std::string Commit(const std::string& message, const std::string& date) const {
    git_.Git("add -A");
    git_.Git(fmt::format("commit -q -m '{}' --date={}", message, date));
    return git_.Git("rev-parse --short=12 HEAD");
  }

  wire::Payload Ask(ContextRequest request) {
    request.root = git_.path();
    const absl::StatusOr<ContextAnswer> answer = engine_->Context(request, {});
    EXPECT_THAT(answer, testing::IsOk());
    return answer.ok() ? answer->payload : wire::Payload();
  }

  static std::vector<std::string> IdsOf(const wire::Payload& payload) {
    std::vector<std::string> ids;
    ids.reserve(payload.commits.size());
    for (const wire::Commit& commit : payload.commits) ids.push_back(commit.id);
    return ids;
  }

  testing::TempDir directory_;
  GitRepository git_{directory_.path() / "shop"};
  std::string first_;
  std::string second_;
  std::unique_ptr<Engine> engine_;
};

TEST_F(ContextCommitsTest, AreToldWithDaySubjectAndTheSymbolsThatTheyChanged) {
  const wire::Payload payload = Ask({.task = kHow, .commits = 1});

  const wire::Commit expected{.id = first_,
                              .day = "2024-05-02",  // in UTC
                              .subject = "charge a cart once since banks refuse repeats",
                              .files = {{"shop/bank.py", {"charge"}}, {"shop/cart.py", {"pay"}}},
                              .more_files = 0};
  EXPECT_THAT(payload.commits, ElementsAre(expected));
}

TEST_F(ContextCommitsTest, AreToldUnaskedOnlyToAQuestionAboutChange) {
  EXPECT_THAT(Ask({.task = kHow}).commits, IsEmpty());
  const wire::Payload payload = Ask({.task = kWhy});
  EXPECT_EQ(IdsOf(payload).front(), first_);
  EXPECT_LE(payload.commits.size(), kUsualContextCommits);
  EXPECT_EQ(payload.completeness.certainty, Ask({.task = kHow}).completeness.certainty);
}

TEST_F(ContextCommitsTest, AreNotToldUnaskedByTheRestOfAnAnswerBySmallOnesOrWithoutHistory) {
  const std::string root = Ask({.task = kWhy, .max_symbols = 1}).pack_root->ToHex();

  EXPECT_THAT(Ask({.task = kWhy, .held = {.exclude = {root}}}).commits, IsEmpty());
  EXPECT_THAT(Ask({.task = kWhy, .budget_tokens = 4999}).commits, IsEmpty());
  const auto without = retrieval::Parts::Of(retrieval::Part::kHistory);
  EXPECT_THAT(Ask({.task = kWhy, .without = without}).commits, IsEmpty());
}

TEST_F(ContextCommitsTest, ChangedTheSymbolsInQuestionIfThereIsNoTask) {
  EXPECT_THAT(IdsOf(Ask({.around = {"shop.cart.add"}, .commits = 1})), ElementsAre(second_));
}

TEST_F(ContextCommitsTest, OfARevisionAreNotLaterThanIt) {
  WM_ASSERT_OK(engine_->Index({.root = git_.path(), .at = first_}, nullptr, {}));

  const std::string task = "charge what is added";
  EXPECT_THAT(IdsOf(Ask({.task = task, .commits = 9})), IsSupersetOf({first_, second_}));
  EXPECT_THAT(IdsOf(Ask({.task = task, .commits = 9, .state = {.at = first_}})),
              AllOf(Contains(first_), Not(Contains(second_))));
}

TEST_F(ContextCommitsTest, OfARevisionWithoutAHistoryAreMissedAndTheAnswerSaysHowToReadThem) {
  const wire::Payload payload = Ask({.task = kHow, .commits = 3, .state = {.at = first_}});

  EXPECT_THAT(payload.commits, IsEmpty());
  EXPECT_THAT(payload.symbols, Not(IsEmpty()));
  EXPECT_EQ(payload.completeness.certainty, wire::Certainty::kIncomplete);
  EXPECT_THAT(payload.completeness.reason,
              HasSubstr(fmt::format("their history is not read yet; run: waymark index {} --at {}",
                                    git_.path().string(), first_)));
}

TEST_F(ContextCommitsTest, OutsideGitAreMissed) {
  directory_.WriteFile("plain/cart.py", "def pay(cart):\n    return 1\n");
  const std::filesystem::path root = directory_.path() / "plain";
  WM_ASSERT_OK(engine_->Index({.root = root}, nullptr, {}));

  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer,
                          engine_->Context({.root = root, .task = "pay", .commits = 3}, {}));

  EXPECT_THAT(answer.payload.completeness.reason,
              HasSubstr("no commits are told: the index shows no commit of git"));
}

TEST_F(ContextCommitsTest, ThatGitHasNoLongerAreMissed) {
  std::filesystem::rename(git_.path() / ".git", git_.path() / "gone");

  const wire::Payload payload = Ask({.task = kHow, .commits = 3});

  EXPECT_THAT(payload.commits, IsEmpty());
  EXPECT_THAT(payload.completeness.reason, HasSubstr("no commits are told: "));
  EXPECT_THAT(Ask({.task = kWhy}).completeness.reason, Not(HasSubstr("commits"))) << "unasked";
  std::filesystem::rename(git_.path() / "gone", git_.path() / ".git");
}

TEST_F(ContextCommitsTest, TakeAtMostAQuarterOfTheBudget) {
  for (const char* format : {"gcf", "json", "xml", "markdown", "gcx", "text", "gcb1"}) {
    const Encoding encoding{.format = format};
    for (std::uint32_t budget = 400; budget <= 1600; budget += 100) {
      const wire::Payload payload =
          Ask({.task = kHow, .budget_tokens = budget, .commits = 3, .encoding = encoding});
      EXPECT_LE(payload.tokens_used, budget) << format;
      EXPECT_THAT(payload.symbols, Not(IsEmpty())) << format << " " << budget;
    }
    EXPECT_EQ(Ask({.task = kHow, .commits = 2, .encoding = encoding}).commits.size(), 2U) << format;
  }
  EXPECT_THAT(Ask({.task = kHow, .budget_tokens = 132, .commits = 3}).commits, IsEmpty());
}

TEST_F(ContextCommitsTest, AreNotRepeatedByTheCallForTheRest) {
  const wire::Payload payload = Ask({.task = kHow, .max_symbols = 1, .commits = 3});

  ASSERT_TRUE(payload.truncation.has_value());
  EXPECT_THAT(payload.truncation->next_call, Not(HasSubstr("--commits")));
}

TEST_F(ContextCommitsTest, AreToldByAStream) {
  std::string text;
  WM_ASSERT_OK(engine_->StreamContext({.root = git_.path(), .task = kHow, .commits = 1},
                                      LinesSink([&text](std::string_view lines) {
                                        text += lines;
                                        return absl::OkStatus();
                                      }),
                                      {}));

  EXPECT_THAT(
      text, HasSubstr(fmt::format("\n# commit {} 2024-05-02 shop/bank.py#charge shop/cart.py#pay: "
                                  "charge a cart once since banks refuse repeats\n",
                                  first_)));
}

TEST_F(ContextCommitsTest, AreToldAgainIfTheSymbolsAreUnchanged) {
  const wire::Payload whole = Ask({.task = kHow, .commits = 1});

  WM_ASSERT_OK_AND_ASSIGN(const ContextAnswer answer,
                          engine_->Context({.root = git_.path(),
                                            .task = kHow,
                                            .commits = 1,
                                            .encoding = {.format = "gcf"},
                                            .held = {.pack_root = whole.pack_root->ToHex()}},
                                           {}));

  ASSERT_TRUE(answer.sent.has_value());
  EXPECT_THAT(answer.sent->text, AllOf(::testing::StartsWith("unchanged "), HasSubstr(first_)));
}

TEST_F(ContextCommitsTest, OfSeveralRepositoriesComeInTurn) {
  GitRepository mail(directory_.path() / "mail");
  mail.Write("mail/cart.py", "def charged(cart):\n    return 1\n");
  mail.Commit("mail what a cart is charged");
  WM_ASSERT_OK(engine_->Index({.root = mail.path()}, nullptr, {}));

  const wire::Payload payload = Ask({.task = kHow,
                                     .commits = 2,
                                     .repositories = {{.name = "shop", .root = git_.path()},
                                                      {.name = "mail", .root = mail.path()}}});

  ASSERT_EQ(payload.commits.size(), 2U);
  EXPECT_EQ(payload.commits[0].files[0].path, "shop:shop/bank.py");
  EXPECT_EQ(payload.commits[1].files[0].path, "mail:mail/cart.py");
}

TEST_F(ContextCommitsTest, HaveABoundedSubjectOnOneLine) {
  git_.Write("shop/cart.py", "def pay(cart):\n    return 2\n");
  Commit(std::string(200, 'a') + " charge", "2024-07-01T12:00:00Z");
  WM_ASSERT_OK(engine_->Index({.root = git_.path()}, nullptr, {}));

  const wire::Payload payload = Ask({.around = {"shop.cart.pay"}, .commits = 1});

  ASSERT_EQ(payload.commits.size(), 1U);
  EXPECT_EQ(payload.commits[0].subject, std::string(120, 'a') + "...");
}

TEST_F(ContextCommitsTest, CannotForgeWhatATerminalShows) {
  git_.Replace("shop/cart.py", "return charge", "return 2 + charge");
  Commit("charge a cart \x1b[31monce", "2024-07-01T12:00:00Z");
  WM_ASSERT_OK(engine_->Index({.root = git_.path()}, nullptr, {}));

  EXPECT_THAT(CommitsText(Ask({.task = kHow, .commits = 2})),
              HasSubstr("charge a cart \\u001b[31monce\n"));
}

TEST_F(ContextCommitsTest, AreTwoLinesEachInText) {
  EXPECT_EQ(CommitsText(Ask({.task = kHow, .commits = 1})),
            fmt::format("commits that matter:\n"
                        "  {} 2024-05-02  charge a cart once since banks refuse repeats\n"
                        "      shop/bank.py (charge), shop/cart.py (pay)\n",
                        first_));
}

TEST_F(ContextCommitsTest, AreBounded) {
  EXPECT_THAT(
      engine_->Context({.root = git_.path(), .task = kHow, .commits = kMaxContextCommits + 1}, {}),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("the number of commits")));
}

}  // namespace
}  // namespace waymark::services
