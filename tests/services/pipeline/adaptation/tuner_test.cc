#include "services/tuner.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testing/status_matchers.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string NameOfTool(const StoredEvent& event) { return event.tool_name_anon; }

// The changes that observations ask for, as "RULE KNOB: BEFORE -> AFTER".
std::vector<std::string> Asked(const TuneObservations& seen, std::string_view config = "",
                               TuneSource source = TuneSource::kEvents) {
  const absl::StatusOr<PipelineConfig> current = ReadPipelineConfig("p", config);
  EXPECT_TRUE(current.ok()) << current.status();
  std::vector<std::string> asked;
  for (const TuneChange& change : ChangesFor(*current, seen, source)) {
    asked.push_back(change.rule + " " + change.knob + ": " + change.before + " -> " + change.after);
    EXPECT_FALSE(change.reason.empty());
  }
  return asked;
}

TuneObservations SeenEndpoint(EndpointFingerprint print) {
  if (print.endpoint_class.empty()) print.endpoint_class = "t";
  TuneObservations seen;
  seen.endpoints = {std::move(print)};
  return seen;
}

TuneObservations SeenFacts(SessionFacts facts) {
  return {.endpoints = {}, .facts = std::move(facts)};
}

struct RuleCase {
  const char* name;
  TuneObservations seen;
  const char* config;
  std::vector<std::string> asked;
};

TEST(TuneRules, AskForWhatEndpointsAreLike) {
  const std::string off = "dedup.enabled_per_endpoint.t = false";
  const RuleCase cases[] = {
      {"R1: few calls", SeenEndpoint({.call_count = 19, .dup_rate = 0}), "", {}},
      {"R1: no repeats",
       SeenEndpoint({.call_count = 20, .dup_rate = 0.05}),
       "",
       {"R1 dedup.enabled_per_endpoint.t: true -> false"}},
      {"R1: some repeats", SeenEndpoint({.call_count = 20, .dup_rate = 0.06}), "", {}},
      {"R1: a disabled endpoint that repeats is enabled",
       SeenEndpoint({.call_count = 20, .dup_rate = 0.3, .burst_p90 = 2}),
       off.c_str(),
       {"R1 dedup.enabled_per_endpoint.t: false -> true"}},
      {"R1: repeats after many others",
       SeenEndpoint({.call_count = 20, .dup_rate = 0.3, .burst_p90 = 6}),
       "",
       {"R1 endpoint_overrides.t.lru_size: 5 -> 7"}},
      {"R1: at most ten",
       SeenEndpoint({.call_count = 20, .dup_rate = 0.3, .burst_p90 = 60}),
       "",
       {"R1 endpoint_overrides.t.lru_size: 5 -> 10"}},
      {"R2: a table",
       SeenEndpoint(
           {.call_count = 20, .shape_dominant = "markdown_table", .dup_rate = 0.1, .avg_cols = 2}),
       "",
       {"R2 templates.endpoint_overrides.t:  -> csv_from_md"}},
      {"R2: a list",
       SeenEndpoint(
           {.call_count = 20, .shape_dominant = "markdown_table", .dup_rate = 0.1, .avg_cols = 1}),
       "",
       {}},
      {"R2: few calls",
       SeenEndpoint(
           {.call_count = 19, .shape_dominant = "markdown_table", .dup_rate = 0.1, .avg_cols = 9}),
       "",
       {}},
      {"R2: a build",
       SeenEndpoint({.call_count = 20,
                     .shape_dominant = "nested_object",
                     .dup_rate = 0.1,
                     .inner_formats_top3 = {"hash", "log", "url"}}),
       "",
       {"R2 templates.endpoint_overrides.t:  -> pipeline_deep_mckp"}},
      {"R2: a review",
       SeenEndpoint({.call_count = 20,
                     .shape_dominant = "nested_object",
                     .dup_rate = 0.1,
                     .inner_formats_top3 = {"diff"}}),
       "",
       {"R2 templates.endpoint_overrides.t:  -> mr_diff_fence"}},
  };
  for (const RuleCase& one : cases) {
    EXPECT_EQ(Asked(one.seen, one.config), one.asked) << one.name;
  }
}

TEST(TuneRules, AskForWhatSessionsAreLike) {
  const RuleCase cases[] = {
      {"R3: often compacted",
       SeenFacts({.sessions = 1,
                  .events = 100,
                  .compactions = 6,
                  .events_of_a_session = 100,
                  .events_of_a_partition = 60,
                  .bytes_p25 = 200}),
       "",
       {"R3 dedup.lru_size: 5 -> 12"}},
      {"R3: often compacted, short partitions",
       SeenFacts({.sessions = 1,
                  .events = 100,
                  .compactions = 6,
                  .events_of_a_session = 100,
                  .events_of_a_partition = 15,
                  .bytes_p25 = 200}),
       "",
       {"R3 dedup.lru_size: 5 -> 10"}},
      {"R3: short sessions",
       SeenFacts({.sessions = 10, .events = 100, .events_of_a_session = 10, .bytes_p25 = 200}),
       "",
       {"R3 dedup.lru_size: 5 -> 3"}},
      {"R3: back to the usual size",
       SeenFacts({.sessions = 1, .events = 100, .events_of_a_session = 100, .bytes_p25 = 200}),
       "dedup.lru_size = 20",
       {"R3 dedup.lru_size: 20 -> 5"}},
      {"R4: flat",
       SeenFacts({.sessions = 1,
                  .events = 100,
                  .events_of_a_session = 100,
                  .depth_p95 = 2,
                  .bytes_p25 = 200}),
       "",
       {"R4 mckp.recursion_depth: 5 -> 3"}},
      {"R4: deep",
       SeenFacts({.sessions = 1,
                  .events = 100,
                  .events_of_a_session = 100,
                  .depth_p95 = 3,
                  .bytes_p25 = 200}),
       "mckp.recursion_depth = 2",
       {"R4 mckp.recursion_depth: 2 -> 5"}},
      {"R5: within bounds",
       SeenFacts({.sessions = 1, .events = 100, .events_of_a_session = 100, .bytes_p25 = 320}),
       "",
       {"R5 dedup.min_body_chars: 200 -> 320"}},
      {"R5: at least",
       SeenFacts({.sessions = 1, .events = 100, .events_of_a_session = 100, .bytes_p25 = 3}),
       "",
       {"R5 dedup.min_body_chars: 200 -> 100"}},
      {"R5: at most",
       SeenFacts({.sessions = 1, .events = 100, .events_of_a_session = 100, .bytes_p25 = 3000}),
       "",
       {"R5 dedup.min_body_chars: 200 -> 500"}},
      {"too few events",
       SeenFacts({.sessions = 19, .events = 19, .events_of_a_session = 1}),
       "",
       {}},
  };
  for (const RuleCase& one : cases) {
    EXPECT_EQ(Asked(one.seen, one.config), one.asked) << one.name;
  }
}

TEST(TuneRules, OfSessionLogsPinWhatSessionsHaveInCommon) {
  TuneObservations seen =
      SeenEndpoint({.endpoint_class = "mcp__x__y", .call_count = 3, .dup_rate = 0.1});
  seen.facts = {.sessions = 2,
                .events = 10,
                .read_share = 0.5,
                .models = {{"claude-sonnet-4-6", 8}, {"other", 2}}};
  EXPECT_THAT(Asked(seen, "", TuneSource::kSessionLogs),
              ElementsAre("P1 profiles.llm.active: auto -> claude-sonnet-4.6",
                          "P2 profiles.agent.active: auto -> file_search_heavy",
                          "P3 profiles.data.mcp__x__y:  -> mcp__x__y"));
  EXPECT_THAT(Asked(seen), IsEmpty());
  seen.facts.models = {{"claude-sonnet-4-6", 7}, {"other", 3}};
  seen.facts.read_share = 0.4;
  seen.endpoints[0].endpoint_class = "Read";
  EXPECT_THAT(Asked(seen, "", TuneSource::kSessionLogs), IsEmpty());
  seen.facts = {.sessions = 1,
                .events = 500,
                .compactions = 3,
                .events_of_a_session = 500,
                .events_of_a_partition = 125,
                .bytes_p25 = 200};
  EXPECT_THAT(Asked(seen, "", TuneSource::kSessionLogs),
              ElementsAre("P2 profiles.agent.active: auto -> marathon_refactor"));
}

StoredEvent RecordedAnswer(const std::string& tool, const std::string& content,
                           std::uint64_t tokens = 100) {
  return {.session_hash = "s",
          .context_hash = "c",
          .tool_name_anon = tool,
          .endpoint_class = tool,
          .tool_kind = "other",
          .content_sha_prefix = content,
          .layer_used = "L3",
          .tokens_baseline = tokens,
          .tokens_final = tokens,
          .response_chars = 4 * tokens,
          .final_chars = 4 * tokens,
          .shape = "prose"};
}

TEST(Fingerprints, TellRepeatsOfTheSamePartition) {
  std::vector<StoredEvent> events = {RecordedAnswer("t", "1"), RecordedAnswer("u", "2"),
                                     RecordedAnswer("t", "1"), RecordedAnswer("t", "3"),
                                     RecordedAnswer("t", "1")};
  events.push_back(RecordedAnswer("t", "1"));
  events.back().context_partition = 1;
  events.push_back(RecordedAnswer("t", "1"));
  events.back().session_hash = "other";
  const TuneObservations seen = Observe(events, NameOfTool);
  ASSERT_THAT(seen.endpoints, SizeIs(2));
  const EndpointFingerprint& print = seen.endpoints[0];
  EXPECT_EQ(print.endpoint_class, "t");
  EXPECT_EQ(print.call_count, 6U);
  EXPECT_DOUBLE_EQ(print.dup_rate, 2.0 / 6);
  EXPECT_DOUBLE_EQ(print.burst_p90, 1);
  EXPECT_EQ(print.source_sessions, 2U);
  EXPECT_DOUBLE_EQ(print.avg_response_chars, 400);
  EXPECT_EQ(seen.facts.sessions, 2U);
  EXPECT_EQ(seen.facts.compactions, 1U);
}

TEST(Fingerprints, TellShapesAndTheirEntropy) {
  std::vector<StoredEvent> events;
  for (int i = 0; i < 4; ++i) {
    events.push_back(RecordedAnswer("t", std::to_string(i)));
    events.back().shape = i == 0 ? "prose" : i == 1 ? "unknown" : "markdown_table";
    events.back().n_cols = 5;
    events.back().inner_formats = {"url", i == 0 ? "log" : "diff"};
  }
  const EndpointFingerprint print = Observe(events, NameOfTool).endpoints.at(0);
  EXPECT_EQ(print.shape_dominant, "markdown_table");
  EXPECT_DOUBLE_EQ(print.shape_mix.at("markdown_table"), 0.5);
  EXPECT_DOUBLE_EQ(print.format_entropy, 1.5);
  EXPECT_DOUBLE_EQ(print.avg_cols, 5);
  EXPECT_THAT(print.inner_formats_top3, ElementsAre("url", "diff", "log"));
  WM_ASSERT_OK_AND_ASSIGN(const EndpointFingerprint read,
                          ReadFingerprintLine(WriteFingerprintLine(print)));
  EXPECT_EQ(WriteFingerprintLine(read), WriteFingerprintLine(print));
}

EndpointFingerprint Shared(std::uint64_t sessions, double dup_rate, Milliseconds last_seen = 1000) {
  return {.endpoint_class = "t",
          .call_count = 10,
          .shape_mix = {{"prose", 1}},
          .dup_rate = dup_rate,
          .last_seen_ms = last_seen,
          .source_sessions = sessions};
}

TEST(TeamFingerprints, AreSharedOnlyIfManySessionsAreBehindThem) {
  EXPECT_THAT(ShareableFingerprints(std::vector{Shared(4, 0), Shared(5, 0)}), SizeIs(1));
}

TEST(TeamFingerprints, WeighMoreThanOnesOwn) {
  const std::vector own = {Shared(2, 0.1)};
  const auto both = BlendWithTeam(own, std::vector{Shared(5, 0.5)}, 2000);
  ASSERT_THAT(both, SizeIs(1));
  EXPECT_DOUBLE_EQ(both[0].dup_rate, 0.7 * 0.5 + 0.3 * 0.1);
  EXPECT_EQ(both[0].call_count, 20U);
  EXPECT_DOUBLE_EQ(both[0].shape_mix.at("prose"), 1);
}

TEST(TeamFingerprints, OfMembersAreWeighedByTheirSessions) {
  const auto both = BlendWithTeam({}, std::vector{Shared(5, 0.2), Shared(15, 0.6)}, 2000);
  ASSERT_THAT(both, SizeIs(1));
  EXPECT_DOUBLE_EQ(both[0].dup_rate, 0.5);
}

TEST(TeamFingerprints, CountForAFortnightAndOnlyOfManySessions) {
  constexpr Milliseconds kDay = 86'400'000;
  const std::vector team = {Shared(5, 0.5), Shared(4, 0.5, 15 * kDay)};
  EXPECT_THAT(BlendWithTeam({}, team, 14 * kDay), SizeIs(1));
  EXPECT_THAT(BlendWithTeam({}, team, 15 * kDay), IsEmpty());
}

SimulatedSavings Simulated(const std::vector<StoredEvent>& events, std::string_view config) {
  const absl::StatusOr<PipelineConfig> read = ReadPipelineConfig("p", config);
  EXPECT_TRUE(read.ok()) << read.status();
  return SimulateEvents(events, ResolvePipeline(*read, {}), NameOfTool);
}

TEST(SimulateEvents, CountsAReferenceForWhatIsStillRemembered) {
  const std::vector<StoredEvent> events = {RecordedAnswer("t", "1"), RecordedAnswer("t", "2"),
                                           RecordedAnswer("t", "3"), RecordedAnswer("t", "1")};
  // A reference of 7 tokens for one of 100, and the numbers of the other three.
  EXPECT_EQ(Simulated(events, "").saved_tokens(), 93 - 3 * 8);
  EXPECT_EQ(Simulated(events, "dedup.lru_size = 2").saved_tokens(), -4 * 8);
  EXPECT_EQ(Simulated(events, "dedup.min_body_chars = 500").saved_tokens(), 0);
  EXPECT_EQ(Simulated(events, "dedup.enabled_per_endpoint.t = false").saved_tokens(), 0);
}

TEST(SimulateEvents, NoReferenceCrossesAContextOrAPartition) {
  std::vector<StoredEvent> events = {RecordedAnswer("t", "1"), RecordedAnswer("t", "1")};
  events[1].context_partition = 1;
  EXPECT_EQ(Simulated(events, "").references, 0U);
  events = {RecordedAnswer("t", "1"), RecordedAnswer("t", "1")};
  events[1].context_hash = "d";
  EXPECT_EQ(Simulated(events, "").references, 0U);
  for (StoredEvent& event : events) event.context_hash.clear();
  EXPECT_EQ(Simulated(events, "").references, 0U);
  EXPECT_EQ(Simulated(events, "dedup.one_context = true").references, 1U);
  events[1].is_dedup_hit = true;
  events[1].tokens_final = 7;
  EXPECT_EQ(Simulated(events, "").references, 1U) << "the session had one context";
}

TEST(SimulateEvents, AnAnswerCostsWhatItsEncodingCost) {
  std::vector<StoredEvent> events = {RecordedAnswer("t", "1")};
  events[0].tokens_final = 60;
  EXPECT_EQ(Simulated(events, "").saved_tokens(), 40 - 8);
}

// An endpoint whose answers repeat rarely, and the few repeats save tokens.
std::vector<StoredEvent> RareRepeats() {
  std::vector<StoredEvent> events;
  for (int i = 0; i < 40; ++i) events.push_back(RecordedAnswer("t", std::to_string(i), 1000));
  events.push_back(RecordedAnswer("t", "39", 1000));
  return events;
}

TEST(Tune, DeclinesAChangeThatSavesLess) {
  const std::vector<StoredEvent> events = RareRepeats();
  const auto simulate = [&](const PipelineConfig& config) {
    return SimulateEvents(events, ResolvePipeline(config, {}), NameOfTool);
  };
  const TuneOutcome outcome =
      Tune(PipelineConfig(), Observe(events, NameOfTool), TuneSource::kEvents, simulate);
  ASSERT_FALSE(outcome.declined.empty());
  EXPECT_EQ(outcome.declined[0].knob, "dedup.enabled_per_endpoint.t");
  EXPECT_EQ(outcome.declined[0].saved_difference, -(993 - 40 * 8));
  EXPECT_FALSE(outcome.config.dedup.enabled_per_endpoint.contains("t"));
  EXPECT_EQ(outcome.before.saved_tokens(), 993 - 40 * 8);
  EXPECT_EQ(outcome.after.saved_tokens(), outcome.before.saved_tokens());
}

TEST(Tune, EnlargesTheMemoryOfAnEndpointThatNeedsIt) {
  std::vector<StoredEvent> events;
  for (int i = 0; i < 64; ++i) events.push_back(RecordedAnswer("t", std::to_string(i % 8)));
  const auto simulate = [&](const PipelineConfig& config) {
    return SimulateEvents(events, ResolvePipeline(config, {}), NameOfTool);
  };
  const TuneObservations seen = Observe(events, NameOfTool);
  const TuneOutcome outcome = Tune(PipelineConfig(), seen, TuneSource::kEvents, simulate);
  EXPECT_EQ(outcome.before.references, 0U);
  EXPECT_EQ(outcome.after.references, 56U);
  EXPECT_EQ(outcome.config.endpoint_overrides.at("t").lru_size, 8);
  ASSERT_FALSE(outcome.made.empty());
  EXPECT_THAT(outcome.made[0].reason, HasSubstr("88 % of 64 answers repeat an earlier one"));
  EXPECT_EQ(outcome.made[0].saved_difference, 56 * (93 + 8));

  EXPECT_THAT(Tune(outcome.config, seen, TuneSource::kEvents, simulate).made, IsEmpty());
}

// Twenty answers that never repeat.
std::vector<StoredEvent> NoRepeats() {
  std::vector<StoredEvent> events;
  for (int i = 0; i < 20; ++i) events.push_back(RecordedAnswer("t", std::to_string(i)));
  return events;
}

TEST(SimulateEvents, ANumberIsPaidForWhereAnAnswerMayBeReferredTo) {
  std::vector<StoredEvent> events = NoRepeats();
  EXPECT_EQ(Simulated(events, "").saved_tokens(), -20 * 8);
  EXPECT_EQ(Simulated(events, "dedup.enabled_per_endpoint.t = false").saved_tokens(), 0);
  for (StoredEvent& event : events) {
    event.is_numbered = true;
    event.tokens_final += 8;
  }
  EXPECT_EQ(Simulated(events, "").saved_tokens(), -20 * 8);
  EXPECT_EQ(Simulated(events, "dedup.enabled_per_endpoint.t = false").saved_tokens(), 0);
}

TEST(Tune, LeavesOutWhatIsKnownToSaveNothing) {
  const std::vector<StoredEvent> events = NoRepeats();
  const auto simulate = [&](const PipelineConfig& config) {
    return SimulateEvents(events, ResolvePipeline(config, {}), NameOfTool);
  };
  const TuneOutcome outcome =
      Tune(PipelineConfig(), Observe(events, NameOfTool), TuneSource::kEvents, simulate);
  ASSERT_THAT(outcome.made, SizeIs(1));
  EXPECT_EQ(outcome.made[0].knob, "dedup.enabled_per_endpoint.t");
  EXPECT_EQ(outcome.made[0].saved_difference, 20 * 8);
  ASSERT_THAT(outcome.declined, SizeIs(1));
  EXPECT_EQ(outcome.declined[0].knob, "dedup.min_body_chars");
  EXPECT_EQ(outcome.declined[0].saved_difference, 0);
}

TEST(Tune, MakesWhatNoSimulationOfReferencesCanTell) {
  std::vector<StoredEvent> events = NoRepeats();
  for (StoredEvent& event : events) {
    event.shape = "markdown_table";
    event.n_cols = 5;
  }
  const auto simulate = [&](const PipelineConfig& config) {
    return SimulateEvents(events, ResolvePipeline(config, {}), NameOfTool);
  };
  const TuneOutcome outcome =
      Tune(PipelineConfig(), Observe(events, NameOfTool), TuneSource::kEvents, simulate);
  ASSERT_THAT(outcome.made, SizeIs(2));
  EXPECT_EQ(outcome.made[1].rule, "R2");
  EXPECT_FALSE(outcome.made[1].is_simulated);
}

TEST(Fingerprints, AreALineEachInCsv) {
  const std::vector<EndpointFingerprint> prints = {{.endpoint_class = "a,\"b\"",
                                                    .call_count = 3,
                                                    .shape_mix = {{"prose", 0.5}, {"unknown", 0.5}},
                                                    .inner_formats_top3 = {"url", "log"}}};
  const std::string csv = WriteFingerprintsCsv(prints);
  EXPECT_THAT(csv, ::testing::StartsWith("endpoint_class,call_count,avg_response_chars,"));
  EXPECT_THAT(csv, HasSubstr("\r\n\"a,\"\"b\"\"\",3,0,"));
  EXPECT_THAT(csv, HasSubstr(",prose=0.5;unknown=0.5,"));
  EXPECT_THAT(csv, HasSubstr(",url;log,"));
  EXPECT_THAT(csv, ::testing::EndsWith("\r\n"));
}

EndpointFingerprint OfServer(std::string name, std::uint64_t sessions, double dup_rate) {
  EndpointFingerprint print = Shared(sessions, dup_rate);
  print.endpoint_class = std::move(name);
  return print;
}

TEST(ProviderFingerprints, AreOfTheToolsOfTheServerAloneUnderItsNames) {
  const std::vector<EndpointFingerprint> prints = {
      OfServer("mcp__shop__list", 5, 0.1), OfServer("mcp__shop__rare", 4, 0.1),
      OfServer("mcp__other__list", 9, 0.1), OfServer("Read", 9, 0.1)};
  WM_ASSERT_OK_AND_ASSIGN(const std::vector<EndpointFingerprint> told,
                          ReadFingerprintList(WriteFingerprintList(prints, "shop")));
  ASSERT_THAT(told, SizeIs(1));
  EXPECT_EQ(told[0].endpoint_class, "list");
  WM_ASSERT_OK_AND_ASSIGN(const std::vector<EndpointFingerprint> none,
                          ReadFingerprintList(WriteFingerprintList({}, "shop")));
  EXPECT_THAT(none, IsEmpty());
  for (const char* const list : {"", "{}", "[3]", "[{}]", "[{\"endpoint_class\":3}]", "[] []"}) {
    EXPECT_FALSE(ReadFingerprintList(list).ok()) << list;
  }
}

TEST(ProviderFingerprints, WeighLessThanOnesOwn) {
  const std::vector own = {OfServer("mcp__mine__list", 1, 0.1), OfServer("Read", 1, 0.1)};
  const std::vector told = {OfServer("list", 5, 0.6), OfServer("Read", 5, 0.6),
                            OfServer("unused", 5, 0.6)};
  const auto both = BlendWithProvider(own, "mine", told, 2000);
  ASSERT_THAT(both, SizeIs(2));
  EXPECT_EQ(both[0].endpoint_class, "mcp__mine__list");
  EXPECT_DOUBLE_EQ(both[0].dup_rate, 0.4 * 0.6 + 0.6 * 0.1);
  EXPECT_EQ(both[1].dup_rate, 0.1) << "a tool of another server";
  const std::vector few = {OfServer("list", 4, 0.6)};
  EXPECT_EQ(BlendWithProvider(own, "mine", few, 2000)[0].dup_rate, 0.1);
}

}  // namespace
}  // namespace waymark::services
