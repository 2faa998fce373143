// Random sessions against a model of what the agent's contexts hold. Calls, writes of files, lost
// answers, compactions and polls follow each other in any order, and the kept texts are few.
#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "services/pipeline_hints.h"
#include "services/response_pipeline.h"
#include "session/near_reference.h"
#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::Eq;
using testing::IsOkAndHolds;

constexpr int kSessions = 30;
constexpr int kSteps = 250;
constexpr std::size_t kFewBytes = 9000;  // room for about ten originals

class ModelledSession {
 public:
  explicit ModelledSession(std::uint32_t seed)
      : random_(seed), pipeline_(Settings(), nullptr, nullptr, kFewBytes) {}

  void Run() {
    for (int step = 0; step < kSteps && !::testing::Test::HasFatalFailure(); ++step) {
      Step();
      if (step % 5 == 0) CheckPromises();
    }
    CheckPromises();
  }

  std::size_t exact() const { return exact_; }

  std::size_t near() const { return near_; }

  std::size_t lost() const { return lost_; }

 private:
  static PipelineSettings Settings() {
    PipelineSettings settings;
    settings.references.has_near_references = true;
    settings.references.most_age_tokens = 4000;
    return settings;
  }

  // The agent's knowledge of a numbered answer.
  struct Numbered {
    std::string original;
    std::string context;
    int partition = 0;
    bool is_written = false;
  };

  int Below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }

  void Step() {
    switch (Below(12)) {
      case 0:
        pipeline_.Compact();
        ++partition_;
        promised_.clear();
        return;
      case 1:
        return Change();
      case 2:
        return Write();
      default:
        return Call();
    }
  }

  // A file has another content from now on, and the writer's answer passes the pipeline.
  void Change() {
    const int file = Below(4);
    ++versions_[file];
    Take(pipeline_.Shape({"", "Write", Arguments(file), "main", "done"}), "done", "main");
  }

  // One of the answers that wait reaches the agent, or is lost.
  void Write() {
    if (unwritten_.empty()) return;
    const auto at = unwritten_.begin() + Below(static_cast<int>(unwritten_.size()));
    const std::uint32_t ordinal = *at;
    unwritten_.erase(at);
    if (Below(4) == 0) {
      ++lost_;
      return;
    }
    pipeline_.Sent(ordinal);
    answers_.at(ordinal).is_written = true;
  }

  void Call() {
    static constexpr const char* kContexts[] = {"main", "helper", ""};
    const std::string context = kContexts[Below(8) == 0 ? 2 : Below(2)];
    const int file = Below(4);
    const bool is_poll = Below(2) == 0;
    const std::string text = is_poll ? Poll(file) : Content(file);
    Take(pipeline_.Shape({"", is_poll ? "poll" : "Read", Arguments(file), context, text}), text,
         context);
  }

  static std::string Arguments(int file) {
    return fmt::format(R"({{"file_path":"/r/{}.py"}})", file);
  }

  std::string Content(int file) {
    return fmt::format("{} {}\n{}", file, versions_[file] % 3, std::string(20, 'a')) +
           std::string(600, static_cast<char>('b' + file)) + Words();
  }

  // Sometimes with an escape, or a change that is too long for a near-reference.
  std::string Poll(int file) {
    static constexpr const char* kStates[] = {"pending", "success", "x, y", "caf\\u00e9",
                                              "a state that is much too long for the hint"};
    return fmt::format(R"({{"file":{},"state":"{}", "n":{},"log":"{}"}})", file, kStates[Below(5)],
                       Below(3), std::string(300, 'l') + Words());
  }

  static std::string Words() {
    std::string words;
    for (int i = 0; i < 80; ++i) words += fmt::format(" {}", i * 37 % 101);
    return words;
  }

  void Take(const ShapedText& sent, const std::string& text, const std::string& context) {
    if (sent.refers_to != 0) return CheckHint(sent, text, context);
    const StampedText stamped = SplitStamp(sent.text);
    ASSERT_EQ(stamped.body, text);
    ASSERT_EQ(stamped.ordinal, sent.ordinal);
    if (sent.ordinal == 0) return;
    ASSERT_NE(context, "");
    ASSERT_TRUE(answers_.emplace(sent.ordinal, Numbered{text, context, partition_}).second);
    unwritten_.push_back(sent.ordinal);
    if (Below(3) == 0) return;
    pipeline_.Sent(sent.ordinal);
    answers_.at(sent.ordinal).is_written = true;
    unwritten_.pop_back();
  }

  // A hint names an answer that this context was sent after the last compaction, and stands for
  // exactly the text of the tool.
  void CheckHint(const ShapedText& sent, const std::string& text, const std::string& context) {
    WM_ASSERT_OK_AND_ASSIGN(const Hint hint, ParseHint(sent.text));
    ASSERT_TRUE(answers_.contains(sent.refers_to));
    const Numbered& named = answers_.at(sent.refers_to);
    ASSERT_TRUE(named.is_written);
    ASSERT_EQ(named.partition, partition_);
    ASSERT_EQ(named.context, context);
    if (const auto* const reference = std::get_if<ReferenceHint>(&hint)) {
      ++exact_;
      ASSERT_EQ(reference->ordinal, sent.refers_to);
      ASSERT_EQ(named.original, text);
    } else {
      ++near_;
      const auto& near = std::get<NearReferenceHint>(hint);
      ASSERT_EQ(near.ordinal, sent.refers_to);
      ASSERT_THAT(ApplyChanges(named.original, near.changes), IsOkAndHolds(Eq(text)));
    }
    promised_.insert(sent.refers_to);
  }

  void CheckPromises() {
    for (const std::uint32_t ordinal : promised_) {
      ASSERT_THAT(pipeline_.Recall(fmt::format("r{}", ordinal)),
                  IsOkAndHolds(Eq(answers_.at(ordinal).original)));
    }
  }

  std::mt19937 random_;
  ResponsePipeline pipeline_;
  std::map<std::uint32_t, Numbered> answers_;
  std::vector<std::uint32_t> unwritten_;
  std::set<std::uint32_t> promised_;
  std::map<int, int> versions_;
  int partition_ = 0;
  std::size_t exact_ = 0;
  std::size_t near_ = 0;
  std::size_t lost_ = 0;
};

TEST(SessionModel, EveryReferenceStandsForItsTextInAnyOrderOfEvents) {
  std::size_t exact = 0;
  std::size_t near = 0;
  std::size_t lost = 0;
  for (std::uint32_t seed = 1; seed <= kSessions; ++seed) {
    SCOPED_TRACE(seed);
    ModelledSession session(seed);
    session.Run();
    if (HasFatalFailure()) return;
    exact += session.exact();
    near += session.near();
    lost += session.lost();
  }
  // The sessions reach what they are about.
  EXPECT_GT(exact, 500u);
  EXPECT_GT(near, 100u);
  EXPECT_GT(lost, 100u);
}

}  // namespace
}  // namespace waymark::services
