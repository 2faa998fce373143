#include "services/session_logs.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::SizeIs;
using ::waymark::testing::StatusIs;
using ::waymark::testing::TempDir;

std::string LoggedCall(const std::string& id, const std::string& tool,
                       const std::string& input = "{}") {
  return R"({"type":"assistant","timestamp":"2026-11-30T12:00:00.5Z","message":{"model":"m-1",)"
         R"("content":[{"type":"text","text":"I look"},{"type":"tool_use","id":")" +
         id + R"(","name":")" + tool + R"(","input":)" + input + "}]}}\n";
}

std::string LoggedAnswer(const std::string& id, const std::string& content,
                         const std::string& of_line = "") {
  return R"({"type":"user","timestamp":"2026-11-30T12:00:01Z")" + of_line +
         R"(,"message":{"content":[{"type":"tool_result","tool_use_id":")" + id +
         R"(","content":)" + content + "}]}}\n";
}

std::string Repeated(char letter) { return "\"" + std::string(800, letter) + " and words\""; }

LoggedSession ReadLog(const TempDir& directory, const std::string& text) {
  absl::StatusOr<LoggedSession> session = ReadSessionLog(directory.WriteFile("p/s.jsonl", text));
  EXPECT_TRUE(session.ok()) << session.status();
  return *std::move(session);
}

TEST(SessionLog, JoinsCallsAndAnswers) {
  const TempDir directory;
  const LoggedSession session = ReadLog(
      directory, LoggedCall("1", "Read", R"({"file_path":"/a"})") +
                     LoggedCall("2", "mcp__git__hub__list") +
                     LoggedAnswer("2", R"([{"type":"text","text":"two"},{"type":"image"}])") +
                     LoggedAnswer("1", "\"one\""));
  EXPECT_EQ(session.id, "s");
  EXPECT_THAT(session.models, ElementsAre(Pair("m-1", 2U)));
  ASSERT_THAT(session.steps, SizeIs(2));
  EXPECT_EQ(session.steps[0].answer.server, "git");
  EXPECT_EQ(session.steps[0].answer.tool, "hub__list");
  EXPECT_EQ(session.steps[0].answer.text, "two");
  EXPECT_EQ(session.steps[1].answer.tool, "Read");
  EXPECT_EQ(session.steps[1].answer.arguments, R"({"file_path":"/a"})");
  EXPECT_EQ(session.steps[1].answer.context, "main");
  EXPECT_EQ(session.steps[1].ts_ms, 1'796'040'001'000);
}

TEST(SessionLog, LeavesOutErrorsAndAnswersWithoutACall) {
  const TempDir directory;
  const LoggedSession session =
      ReadLog(directory, LoggedAnswer("0", "\"whose?\"") + LoggedCall("1", "Bash") +
                             R"({"type":"user","message":{"content":[{"type":"tool_result",)"
                             R"("tool_use_id":"1","is_error":true,"content":"no such file"}]}})"
                             "\n");
  EXPECT_THAT(session.steps, SizeIs(0));
}

TEST(SessionLog, SkipsAndCountsDamagedLines) {
  const TempDir directory;
  const LoggedSession session = ReadLog(
      directory, "half of a li\n" + LoggedCall("1", "Bash") + "[]\n\n{\"type\":\"mood\"}\n" +
                     R"({"type":"user","message":7})" + "\n" + LoggedAnswer("1", "\"done\""));
  EXPECT_EQ(session.damaged_lines, 2U);
  EXPECT_THAT(session.steps, SizeIs(1));
}

TEST(SessionLog, ALineThatIsNestedDeepIsDamaged) {
  const TempDir directory;
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  const LoggedSession session =
      ReadLog(directory, LoggedCall("1", "Bash", deep) + LoggedCall("2", "Bash") +
                             LoggedAnswer("2", "\"done\""));
  EXPECT_EQ(session.damaged_lines, 1U);
  EXPECT_THAT(session.steps, SizeIs(1));
}

TEST(SessionLog, KeepsTheContextsOfSubAgentsApart) {
  const TempDir directory;
  const LoggedSession session = ReadLog(
      directory, LoggedCall("1", "Read") + LoggedCall("2", "Read") + LoggedCall("3", "Read") +
                     LoggedAnswer("1", Repeated('a')) +
                     LoggedAnswer("2", Repeated('a'), R"(,"isSidechain":true)") +
                     LoggedAnswer("3", Repeated('a'), R"(,"isSidechain":true,"agentId":"x")"));
  const std::vector<StoredEvent> events = ReplaySession(session, {});
  ASSERT_THAT(events, SizeIs(3));
  EXPECT_EQ(events[1].context_hash, "sidechain");
  EXPECT_TRUE(events[1].is_sidechain);
  EXPECT_EQ(events[2].context_hash, "x");
  for (const StoredEvent& event : events) EXPECT_FALSE(event.is_dedup_hit);
}

TEST(SessionLog, ARepeatedAnswerIsAReferenceUntilTheNextCompaction) {
  const TempDir directory;
  const std::string compaction = "{\"type\":\"system\",\"subtype\":\"compact_boundary\"}\n";
  const LoggedSession session =
      ReadLog(directory, LoggedCall("1", "t") + LoggedAnswer("1", Repeated('a')) +
                             LoggedCall("2", "t") + LoggedAnswer("2", Repeated('a')) + compaction +
                             LoggedCall("3", "t") + LoggedAnswer("3", Repeated('a')));
  const std::vector<StoredEvent> events = ReplaySession(session, {});
  ASSERT_THAT(events, SizeIs(3));
  EXPECT_FALSE(events[0].is_dedup_hit);
  EXPECT_TRUE(events[1].is_dedup_hit);
  EXPECT_FALSE(events[2].is_dedup_hit);
  EXPECT_EQ(events[2].context_partition, 1U);
  EXPECT_EQ(events[1].tool_name_anon, "t");
  PipelineSettings without;
  without.references.is_on = false;
  for (const StoredEvent& event : ReplaySession(session, without)) {
    EXPECT_FALSE(event.is_dedup_hit);
  }
}

TEST(FindSessionLogs, FindsTheFilesOfAProject) {
  const TempDir directory;
  directory.WriteFile("-home-me-shop/1.jsonl", "");
  directory.WriteFile("-home-me-shop/notes.txt", "");
  directory.WriteFile("-home-me-mail/2.jsonl", "");
  WM_ASSERT_OK_AND_ASSIGN(const auto all, FindSessionLogs(directory.path(), "", 0));
  EXPECT_THAT(all, SizeIs(2));
  WM_ASSERT_OK_AND_ASSIGN(const auto shop, FindSessionLogs(directory.path(), "shop", 0));
  ASSERT_THAT(shop, SizeIs(1));
  EXPECT_EQ(shop[0].filename(), "1.jsonl");
  WM_ASSERT_OK_AND_ASSIGN(const auto later,
                          FindSessionLogs(directory.path(), "", NowInMilliseconds() + 60'000));
  EXPECT_THAT(later, SizeIs(0));
  EXPECT_THAT(FindSessionLogs(directory.path() / "none", "", 0),
              StatusIs(absl::StatusCode::kNotFound));
}

}  // namespace
}  // namespace waymark::services
