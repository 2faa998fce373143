// Which commits an answer tells.
#include "retrieval/related_commits.h"

#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph/history.h"
#include "testing/drawn_graph.h"

namespace waymark::retrieval {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::waymark::testing::DrawnGraph;

constexpr char kRelatedDrawing[] = R"(
src/bank.py
  function charge
  function refund
src/cart.py
  function add
  function pay
)";

class RelatedCommitsTest : public ::testing::Test {
 protected:
  // Each commit is newer than those added later.
  void Add(std::vector<std::string> terms, std::vector<graph::TouchedFile> touched) {
    commits_.push_back(
        {.commit = {}, .terms = std::move(terms), .touched = std::move(touched), .author = "Kim"});
  }

  // `answer`: names of symbols, best first, each half as good as the one before.
  std::vector<RelatedCommit> Found(std::string_view task, const std::vector<std::string>& answer,
                                   std::size_t count = 10) {
    const graph::History history("abc", commits_);
    std::vector<RankedSymbol> ranking;
    float score = 1;
    for (const std::string& name : answer) {
      ranking.push_back({.symbol = graph_.At(name), .score = score});
      score /= 2;
    }
    Inquiry inquiry;
    if (!task.empty()) inquiry.tasks = {task};
    return RelatedCommits(graph_.view(), history, inquiry, ranking, count, nullptr);
  }

  static std::vector<std::uint32_t> NumbersOf(const std::vector<RelatedCommit>& related) {
    std::vector<std::uint32_t> numbers;
    numbers.reserve(related.size());
    for (const RelatedCommit& one : related) numbers.push_back(one.commit);
    return numbers;
  }

  const DrawnGraph graph_{kRelatedDrawing};
  std::vector<graph::CommitFacts> commits_;
};

TEST_F(RelatedCommitsTest, SpeakOfTheQuestionOrChangedWhatAnswersIt) {
  Add({"typo"}, {{"src/bank.py", {"refund"}}});
  Add({"lock"}, {{"src/cart.py", {"pay"}}});
  Add({"bank", "twice"}, {{"src/bank.py", {"charge"}}});

  EXPECT_THAT(NumbersOf(Found("charged twice by the bank", {"pay"})), ElementsAre(2, 1));
}

TEST_F(RelatedCommitsTest, NameTheSymbolsOfTheAnswerThatTheyChangedBestFirst) {
  Add({"lock"}, {{"src/cart.py", {"add", "pay"}}, {"src/bank.py", {"refund"}}});

  const std::vector<RelatedCommit> related = Found("locks", {"pay", "charge", "add"});

  ASSERT_EQ(related.size(), 1U);
  EXPECT_THAT(graph_.NamesOf(related[0].symbols), ElementsAre("pay", "add"));
}

TEST_F(RelatedCommitsTest, AreKnownByTheNamesThatTheyChangedAlthoughTheCodeIsGone) {
  Add({"cleanup", "refund"}, {{"src/old.py", {"send_voucher"}}});
  Add({"voucher"}, {{"src/other.py", {}}});
  Add({"cleanup"}, {{"src/other.py", {"unrelated"}}});

  EXPECT_THAT(NumbersOf(Found("voucher", {})), ElementsAre(1, 0));
}

TEST_F(RelatedCommitsTest, OfEqualWorthComeNewestFirst) {
  Add({"lock"}, {{"src/cart.py", {"pay"}}});
  Add({"lock"}, {{"src/cart.py", {"pay"}}});

  const std::vector<RelatedCommit> related = Found("lock", {"pay"});

  EXPECT_THAT(NumbersOf(related), ElementsAre(0, 1));
  EXPECT_THAT(related[0].score, DoubleEq(related[1].score));
}

TEST_F(RelatedCommitsTest, ThatChangedOneSymbolAreWorthMoreThanThoseThatChangedMany) {
  Add({"format"}, {{"src/cart.py", {"a", "b", "pay"}}});
  Add({"format"}, {{"src/cart.py", {"pay"}}});

  EXPECT_THAT(NumbersOf(Found("", {"pay"})), ElementsAre(1, 0));
}

TEST_F(RelatedCommitsTest, AreAsManyAsAskedForAtMost) {
  for (int i = 0; i < 5; ++i) Add({"lock"}, {{"src/cart.py", {"pay"}}});

  EXPECT_THAT(NumbersOf(Found("lock", {"pay"}, 2)), ElementsAre(0, 1));
}

TEST_F(RelatedCommitsTest, AreNoneIfNothingIsLikeTheQuestionOrChangedTheAnswer) {
  Add({"typo"}, {{"src/bank.py", {"refund"}}});

  EXPECT_THAT(Found("charge", {"pay"}), IsEmpty());
  EXPECT_THAT(Found("of the", {}), IsEmpty()) << "a question without words";
}

TEST_F(RelatedCommitsTest, OfAFileAreAllThatChangedIt) {
  Add({"typo"}, {{"src/bank.py", {"refund"}}});
  Add({"typo"}, {{"src/cart.py", {"add"}}});

  EXPECT_THAT(NumbersOf(Found("", {"src/bank.py"})), ElementsAre(0));
}

}  // namespace
}  // namespace waymark::retrieval
