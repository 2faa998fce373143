#include "services/telemetry.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "adaptation/telemetry_files.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using ::waymark::testing::IsOk;
using ::waymark::testing::StatusIs;
using ::waymark::testing::TempDir;

// Files are as old as the system's clock says, so events are of the same time.
const Milliseconds kNoon = NowInMilliseconds();
constexpr Milliseconds kOneDay = 86'400'000;

PipelineEvent EventOf(const std::string& tool) {
  PipelineEvent event;
  event.server = "git-hub secret name";
  event.tool = tool;
  event.call_id = "toolu_0123456789";
  event.context = "main-context";
  event.path = "/home/user/plans/merger.txt";
  event.bytes_before = 1000;
  event.bytes_after = 400;
  event.tokens_before = 250;
  event.tokens_after = 100;
  event.tokenizer = "o200k_base";
  event.content[0] = 0xab;
  event.layer = PipelineLayer::kEncoder;
  event.format = "adaptive/v1";
  event.shape = "array_of_objects";
  event.inner_formats = {"url", "log"};
  event.columns = 4;
  event.rows = 20;
  event.key_stability = 0.75;
  return event;
}

std::unique_ptr<TelemetryLog> OpenLog(const fs::path& directory, std::string_view session,
                                      TelemetrySettings settings = {}, Milliseconds now = kNoon) {
  auto log = TelemetryLog::Open(directory, settings, session, [now] { return now; });
  EXPECT_THAT(log, IsOk());
  return log.ok() ? *std::move(log) : nullptr;
}

std::string AllText(const fs::path& directory) {
  std::string text;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
    if (!entry.is_regular_file() || entry.path().filename() == "servers.jsonl") continue;
    std::ifstream in(entry.path());
    std::stringstream content;
    content << in.rdbuf();
    text += content.str();
  }
  return text;
}

TEST(TelemetryLog, WhatIsWrittenIsRead) {
  const TempDir directory;
  {
    const auto log = OpenLog(directory.path(), "session-one");
    log->Add(EventOf("list_issues"));
    log->Add(EventOf("get_issue"));
  }
  const TelemetryRecord record = ReadTelemetry(directory.path(), 0);
  EXPECT_EQ(record.damaged_lines, 0U);
  ASSERT_THAT(record.events, SizeIs(2));
  const StoredEvent& event = record.events[0];
  EXPECT_EQ(event.endpoint_class, "list_issues");
  EXPECT_EQ(EndpointNameOf(record, event.tool_name_anon), "mcp__git-hub secret name__list_issues");
  EXPECT_THAT(event.session_hash, SizeIs(16));
  EXPECT_THAT(event.context_hash, SizeIs(8));
  EXPECT_THAT(event.tool_call_id_hash, SizeIs(8));
  EXPECT_THAT(event.file_path_hash, SizeIs(8));
  EXPECT_THAT(event.content_sha_prefix, SizeIs(32));
  EXPECT_EQ(event.layer_used, "L2");
  EXPECT_EQ(event.format_id, "adaptive/v1");
  EXPECT_EQ(event.baseline_id, "raw");
  EXPECT_EQ(event.tokenizer_id, "o200k_base");
  EXPECT_EQ(event.tokens_baseline, 250U);
  EXPECT_EQ(event.tokens_final, 100U);
  EXPECT_EQ(event.response_chars, 1000U);
  EXPECT_EQ(event.final_chars, 400U);
  EXPECT_THAT(event.inner_formats, ElementsAre("url", "log"));
  EXPECT_EQ(event.n_cols, 4U);
  EXPECT_EQ(event.key_stability, 0.75);
  EXPECT_EQ(event.ts_ms, kNoon);
  ASSERT_THAT(record.sessions, SizeIs(1));
  EXPECT_EQ(record.sessions[0].total_events, 2U);
  EXPECT_EQ(record.sessions[0].l2_hit_rate, 1.0);
  EXPECT_EQ(record.sessions[0].savings_pct, 60.0);
}

TEST(TelemetryLog, HoldsNoNamesOfServersSessionsCallsAndPaths) {
  const TempDir directory;
  OpenLog(directory.path(), "session-one")->Add(EventOf("list_issues"));
  const std::string text = AllText(directory.path());
  EXPECT_THAT(text, HasSubstr("list_issues"));
  for (const char* secret :
       {"git-hub", "session-one", "toolu", "main-context", "merger", "/home", "ab00000000"}) {
    EXPECT_THAT(text, Not(HasSubstr(secret)));
  }
}

TEST(TelemetryLog, HashesOfTwoInstallationsDiffer) {
  const TempDir one;
  const TempDir other;
  OpenLog(one.path(), "s")->Add(EventOf("t"));
  OpenLog(other.path(), "s")->Add(EventOf("t"));
  const StoredEvent a = ReadTelemetry(one.path(), 0).events.at(0);
  const StoredEvent b = ReadTelemetry(other.path(), 0).events.at(0);
  EXPECT_NE(a.session_hash, b.session_hash);
  EXPECT_NE(a.content_sha_prefix, b.content_sha_prefix);
  EXPECT_NE(a.tool_name_anon, b.tool_name_anon);
}

TEST(TelemetryLog, FilesAreTheUsersAlone) {
  const TempDir directory;
  const fs::path within = directory.path() / "telemetry";
  OpenLog(within, "s")->Add(EventOf("t"));
  EXPECT_EQ(fs::status(within).permissions(), fs::perms::owner_all);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(within)) {
    if (!entry.is_regular_file()) continue;
    EXPECT_EQ(entry.status().permissions(), fs::perms::owner_read | fs::perms::owner_write)
        << entry.path();
  }
}

TEST(TelemetryLog, WritesAfterSoManyEvents) {
  const TempDir directory;
  const auto log = OpenLog(directory.path(), "s", {.sample_rate = 1, .flush_every = 3});
  log->Add(EventOf("t"));
  log->Add(EventOf("t"));
  EXPECT_THAT(ReadTelemetry(directory.path(), 0).events, SizeIs(0));
  log->Add(EventOf("t"));
  EXPECT_THAT(ReadTelemetry(directory.path(), 0).events, SizeIs(3));
}

TEST(TelemetryLog, ASessionIsRecordedWholeOrNotAtAll) {
  const TempDir directory;
  for (int session = 0; session < 20; ++session) {
    const auto log = OpenLog(directory.path(), std::to_string(session), {.sample_rate = 0.5});
    log->Add(EventOf("t"));
    log->Add(EventOf("t"));
  }
  const TelemetryRecord record = ReadTelemetry(directory.path(), 0);
  EXPECT_EQ(record.events.size(), 2 * record.sessions.size());
  for (const StoredEvent& event : record.events) EXPECT_EQ(event.sample_rate_applied, 0.5);
}

TEST(Anonymizer, DrawsTheShareOfSessionsThatIsAskedFor) {
  const Anonymizer anonymizer("a key");
  int sampled = 0;
  for (int session = 0; session < 4000; ++session) {
    if (anonymizer.IsSampled(std::to_string(session), 0.7)) ++sampled;
  }
  EXPECT_NEAR(sampled / 4000.0, 0.7, 0.03);
  EXPECT_TRUE(anonymizer.IsSampled("any", 1));
  EXPECT_FALSE(anonymizer.IsSampled("any", 0));
}

TEST(TelemetryLog, AnEventThatCannotBeWrittenIsCounted) {
  const TempDir directory;
  const auto log = OpenLog(directory.path(), "s", {.sample_rate = 1, .flush_every = 1});
  fs::remove_all(directory.path() / "events");
  directory.WriteFile("events", "a file in place of the directory");
  log->Add(EventOf("t"));
  log->Add(EventOf("t"));
  EXPECT_EQ(log->lost_events(), 2U);
}

TEST(TelemetryLog, EventsGoAfterThirtyDays) {
  const TempDir directory;
  OpenLog(directory.path(), "old")->Add(EventOf("t"));
  OpenLog(directory.path(), "new", {}, kNoon + 29 * kOneDay);
  EXPECT_THAT(ReadTelemetry(directory.path(), 0).events, SizeIs(1));
  OpenLog(directory.path(), "newer", {}, kNoon + 31 * kOneDay);
  EXPECT_THAT(ReadTelemetry(directory.path(), 0).events, SizeIs(0));
}

TEST(TelemetryLog, SummariesGoAfterNinetyDays) {
  const TempDir directory;
  OpenLog(directory.path(), "old")->Add(EventOf("t"));
  OpenLog(directory.path(), "new", {}, kNoon + 2 * kOneDay)->Add(EventOf("t"));
  OpenLog(directory.path(), "later", {}, kNoon + 91 * kOneDay);
  const TelemetryRecord record = ReadTelemetry(directory.path(), 0);
  ASSERT_THAT(record.sessions, SizeIs(1));
  EXPECT_EQ(record.sessions[0].ended_at_ms, kNoon + 2 * kOneDay);
}

TEST(TelemetryLog, SummariesThatOthersWriteWhileOldOnesGoAreKept) {
  const TempDir directory;
  const TelemetryPaths paths(directory.path());
  const auto append = [&paths](Milliseconds ended) {
    SessionSummary summary;
    summary.session_hash = "a";
    summary.ended_at_ms = ended;
    EXPECT_THAT(AppendSession(paths, WriteSummaryLine(summary)), IsOk());
  };
  constexpr std::size_t kSessions = 200;
  std::atomic<bool> has_ended = false;
  std::thread other([&] {
    for (std::size_t session = 0; session < kSessions; ++session) append(kNoon);
    has_ended = true;
  });
  while (!has_ended) {
    append(kNoon - 91 * kOneDay);
    DropOldTelemetry(paths, kNoon);
  }
  other.join();
  EXPECT_EQ(ReadTelemetry(directory.path(), kNoon).sessions.size(), kSessions);
}

TEST(TelemetryLog, ADamagedSummaryIsAsOldAsTheOneBefore) {
  const TempDir directory;
  OpenLog(directory.path(), "old")->Add(EventOf("t"));
  std::ofstream(directory.path() / "sessions.jsonl", std::ios::app) << "an old line\n";
  OpenLog(directory.path(), "new", {}, kNoon + 2 * kOneDay)->Add(EventOf("t"));
  std::ofstream(directory.path() / "sessions.jsonl", std::ios::app) << "a new line\n";
  OpenLog(directory.path(), "later", {}, kNoon + 91 * kOneDay);
  const TelemetryRecord record = ReadTelemetry(directory.path(), 0);
  EXPECT_THAT(record.sessions, SizeIs(1));
  EXPECT_EQ(record.damaged_lines, 1U);
}

TEST(TelemetryRecord, ALineThatIsNestedDeepIsDamaged) {
  const TempDir directory;
  OpenLog(directory.path(), "s")->Add(EventOf("t"));
  const std::string deep = std::string(30'000, '[') + std::string(30'000, ']');
  for (const char* file : {"servers.jsonl", "sessions.jsonl"}) {
    std::ofstream(directory.path() / file, std::ios::app)
        << R"({"hash": )" << deep << ", \"server\": 1}\n"
        << R"({"data": {}, "type": )" << deep << "}\n";
  }
  const TelemetryRecord record = ReadTelemetry(directory.path(), 0);
  EXPECT_EQ(record.damaged_lines, 4U);
  EXPECT_THAT(record.servers, SizeIs(1));
  EXPECT_THAT(record.sessions, SizeIs(1));
}

TEST(TelemetryRecord, DamagedLinesAreCountedAndTheOthersRead) {
  const TempDir directory;
  OpenLog(directory.path(), "s")->Add(EventOf("t"));
  const fs::path file = fs::directory_iterator(directory.path() / "events")->path();
  const std::string whole = WriteEventLine(ReadTelemetry(directory.path(), 0).events.at(0));
  std::ofstream(file, std::ios::app) << "no json\n"
                                     << "{\"session_hash\": 3}\n"
                                     << std::string(kMaxTelemetryLine + 1, 'x') << "\n"
                                     << "[1, 2]\n\n"
                                     << whole << "\n"
                                     << whole.substr(0, whole.size() / 2);
  const TelemetryRecord record = ReadTelemetry(directory.path(), 0);
  EXPECT_EQ(record.damaged_lines, 5U);
  EXPECT_THAT(record.events, SizeIs(2));
}

TEST(TelemetryRecord, EventsBeforeATimeAreLeftOut) {
  const TempDir directory;
  OpenLog(directory.path(), "s")->Add(EventOf("t"));
  EXPECT_THAT(ReadTelemetry(directory.path(), kNoon).events, SizeIs(1));
  EXPECT_THAT(ReadTelemetry(directory.path(), kNoon + 1).events, SizeIs(0));
}

TEST(TelemetryRecord, AMissingDirectoryIsEmpty) {
  const TempDir directory;
  EXPECT_THAT(ReadTelemetry(directory.path() / "none", 0).events, SizeIs(0));
}

TEST(TelemetryPurge, DeletesWhatTelemetryWroteAndNothingElse) {
  const TempDir directory;
  OpenLog(directory.path(), "s")->Add(EventOf("t"));
  directory.WriteFile("notes.txt", "mine");
  EXPECT_THAT(PurgeTelemetry(directory.path()), ::waymark::testing::IsOkAndHolds(4U));
  EXPECT_TRUE(fs::exists(directory.path() / "notes.txt"));
  EXPECT_FALSE(fs::exists(directory.path() / "events"));
  EXPECT_FALSE(fs::exists(directory.path() / "secret"));
}

TEST(TelemetryLine, AnEventWithoutASessionIsRefused) {
  EXPECT_THAT(ReadEventLine("{}"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("session_hash")));
  EXPECT_THAT(ReadEventLine(R"({"session_hash": "a", "tokens_final": -1})"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("tokens_final")));
  EXPECT_THAT(ReadEventLine(R"({"session_hash": "a", "sample_rate_applied": 0})"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("sample_rate")));
}

TEST(TelemetryLine, MembersOfLaterVersionsAreIgnored) {
  EXPECT_THAT(ReadEventLine(R"({"session_hash": "a", "mood": {"of": "tomorrow"}})"), IsOk());
}

}  // namespace
}  // namespace waymark::services
