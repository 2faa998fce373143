#include "services/pipeline_config.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adaptation/config_fields.h"
#include "testing/status_matchers.h"
#include "wire/adaptive.h"

namespace waymark::services {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::waymark::testing::StatusIs;

PipelineConfig ReadText(std::string_view text) {
  absl::StatusOr<PipelineConfig> config = ReadPipelineConfig("pipeline.toml", text);
  EXPECT_TRUE(config.ok()) << config.status();
  return config.ok() ? *config : PipelineConfig();
}

PipelineSettings Resolved(std::string_view text, const SessionContext& session = {}) {
  return ResolvePipeline(ReadText(text), session);
}

TEST(PipelineConfig, AnEmptyFileIsTheDefault) {
  EXPECT_EQ(WritePipelineConfig(ReadText("")), WritePipelineConfig(PipelineConfig()));
  const PipelineSettings settings = Resolved("");
  const PipelineSettings usual;
  EXPECT_EQ(settings.references.recent_answers, usual.references.recent_answers);
  EXPECT_EQ(settings.references.least_body_bytes, usual.references.least_body_bytes);
  EXPECT_EQ(settings.references.safety_factor, usual.references.safety_factor);
  EXPECT_EQ(settings.references.most_age_tokens, usual.references.most_age_tokens);
  EXPECT_EQ(settings.references.most_near_references, usual.references.most_near_references);
  EXPECT_EQ(settings.encoder.recursion_depth, usual.encoder.recursion_depth);
  EXPECT_EQ(settings.encoder.templates, usual.encoder.templates);
  EXPECT_EQ(settings.encoder.most_format_hints, usual.encoder.most_format_hints);
  EXPECT_EQ(settings.telemetry.flush_every, usual.telemetry.flush_every);
}

// Each knob, and what it changes. `told` has the values that the pipeline reads.
struct KnobCase {
  const char* text;
  std::string (*told)(const PipelineSettings& settings);
  const char* usual;
  const char* changed;
};

std::string Told(bool value) { return value ? "true" : "false"; }

const KnobCase kKnobCases[] = {
    {"dedup.lru_size = 7",
     [](const PipelineSettings& s) { return std::to_string(s.references.recent_answers); }, "5",
     "7"},
    {"dedup.enabled_per_endpoint.mcp__a__b = false",
     [](const PipelineSettings& s) {
       return Told(EndpointOf(s, "mcp__a__b").has_references.value_or(true));
     },
     "true", "false"},
    {"dedup.hint_verbosity = 'verbose'",
     [](const PipelineSettings& s) {
       return std::to_string(static_cast<int>(s.references.verbosity));
     },
     "0", "2"},
    {"dedup.near_ref_enabled = true",
     [](const PipelineSettings& s) { return Told(s.references.has_near_references); }, "false",
     "true"},
    {"dedup.min_body_chars = 300",
     [](const PipelineSettings& s) { return std::to_string(s.references.least_body_bytes); }, "200",
     "300"},
    {"dedup.one_context = true",
     [](const PipelineSettings& s) { return Told(s.references.has_one_context); }, "false", "true"},
    {"templates.active = ['csv_from_md']",
     [](const PipelineSettings& s) { return std::to_string(s.encoder.templates.size()); }, "3",
     "1"},
    {"templates.endpoint_overrides.grep = 'csv_from_md'",
     [](const PipelineSettings& s) { return EndpointOf(s, "grep").template_id.value_or("none"); },
     "none", "csv_from_md"},
    {"mckp.recursion_depth = 2",
     [](const PipelineSettings& s) { return std::to_string(s.encoder.recursion_depth); }, "5", "2"},
    {"mckp.formats_enabled = ['kv', 'csv']",
     [](const PipelineSettings& s) { return std::to_string(s.encoder.formats.size()); }, "0", "2"},
    {"mckp.shape_thresholds.array_items = 9",
     [](const PipelineSettings& s) { return std::to_string(s.encoder.least_array_items); }, "4",
     "9"},
    {"telemetry.sample_rate = 0.5",
     [](const PipelineSettings& s) { return Told(s.telemetry.sample_rate < 1); }, "false", "true"},
    {"telemetry.flush_every_n = 3",
     [](const PipelineSettings& s) { return std::to_string(s.telemetry.flush_every); }, "25", "3"},
};

TEST(PipelineConfig, EachKnobChangesWhatThePipelineReads) {
  for (const KnobCase& knob : kKnobCases) {
    EXPECT_EQ(knob.told(Resolved("")), knob.usual) << knob.text;
    EXPECT_EQ(knob.told(Resolved(knob.text)), knob.changed) << knob.text;
  }
}

TEST(PipelineConfig, WhatIsWrittenReadsAsTheSame) {
  for (const KnobCase& knob : kKnobCases) {
    const std::string written = WritePipelineConfig(ReadText(knob.text));
    EXPECT_EQ(knob.told(Resolved(written)), knob.changed) << written;
    EXPECT_EQ(WritePipelineConfig(ReadText(written)), written);
  }
  PipelineConfig config;
  config.endpoint_overrides["a \"quoted\"\n\x7f\u00e9\U0001f600 name"].lru_size = 9;
  config.endpoint_overrides["says nothing"];
  config.profiles.llm.active = "own";
  config.profiles.llm.variants["own"] = {.tokenizer = "openai_o200k", .context_window = 5000};
  config.profiles.data["d"].endpoint_pattern = "mcp__x__*";
  config.hints["near_ref"].max_per_session = 3;
  const std::string written = WritePipelineConfig(config);
  const PipelineConfig read = ReadText(written);
  EXPECT_EQ(WritePipelineConfig(read), written);
  EXPECT_EQ(read.endpoint_overrides.size(), 2U);
  EXPECT_EQ(read.endpoint_overrides.at("a \"quoted\"\n\x7f\u00e9\U0001f600 name").lru_size, 9);
}

struct FaultCase {
  const char* text;
  const char* message;
};

TEST(PipelineConfig, AFaultIsToldWithItsLineAndColumn) {
  const FaultCase cases[] = {
      {"[dedup]\nlru_size = 0", "pipeline.toml:2:12: dedup.lru_size is from 1 to 64, not 0"},
      {"[dedup]\nlru_size = 5.0", "pipeline.toml:2:12: dedup.lru_size is a whole number"},
      {"[dedup]\nlru_sise = 5",
       "pipeline.toml:2:1: there is no key dedup.lru_sise; did you mean "
       "lru_size?"},
      {"dedup = 3", "pipeline.toml:1:9: dedup is a table"},
      {"[telemetry]\nsample_rate = nan", "telemetry.sample_rate is from 0 to 1, not nan"},
      {"[telemetry]\nenabled = 1", "pipeline.toml:2:11: telemetry.enabled is true or false"},
      {"[templates]\nactive = ['zip']",
       "pipeline.toml:2:11: each of templates.active is one of csv_from_md, pipeline_deep_mckp, "
       "mr_diff_fence, not 'zip'"},
      {"[templates.endpoint_overrides]\na = ''", "is one of csv_from_md"},
      {"[profiles.llm]\nactive = 'none'",
       "pipeline.toml:2:10: profiles.llm.active is 'none', of which there is no variant"},
      {"[profiles.llm.variants.m]\ntokenizer = 'none'",
       "profiles.llm.variants.m.tokenizer is 'none', of which there is no variant"},
      {"a = 1\na = 2", "pipeline.toml:2:"},
      {"[dedup", "pipeline.toml:1:"},
      {"[\ndedup]", "pipeline.toml:1:2: "},
      {"[", "pipeline.toml:1:"},
      {"# \xc3\xa9\n'\xc3\xa9' = 1", "pipeline.toml:2:2: outside of comments write characters"},
      {"a = '''\n\xc3\xa9'''", "pipeline.toml:2:1: outside of comments"},
      {"a = \"\"\"\\\"\"\"#\xc3\xa9\"\"\"", "pipeline.toml:1:13: outside of comments"},
      {"a = \"\xff\"", "pipeline.toml:1:6: there is a byte that is no UTF-8"},
  };
  for (const FaultCase& one : cases) {
    EXPECT_THAT(ReadPipelineConfig("pipeline.toml", one.text),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(one.message)))
        << one.text;
  }
}

TEST(PipelineConfig, FormatsAreThoseOfTheEncoder) {
  for (const std::string_view word : kFormatWords) {
    EXPECT_TRUE(wire::AdaptiveFormatFromName(word).has_value()) << word;
  }
}

TEST(PipelineConfig, ANewerSchemaIsRefused) {
  EXPECT_THAT(ReadPipelineConfig("pipeline.toml", "# mine\nschema_version = 3\nnew_key = 1"),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       HasSubstr("pipeline.toml:2:18: schema_version 3 is newer than 2")));
}

TEST(PipelineConfig, AFileOfTheFirstSchemaIsReadAsTheSecond) {
  const PipelineConfig config = ReadText("schema_version = 1\n[dedup]\nlru_size = 9\n");
  EXPECT_EQ(config.schema_version, kPipelineSchema);
  EXPECT_EQ(config.dedup.lru_size, 9);
  EXPECT_TRUE(config.profiles.agent.variants.contains("marathon_refactor"));
  EXPECT_TRUE(config.hints.contains("near_ref"));
  EXPECT_THAT(WritePipelineConfig(config), HasSubstr("schema_version = 2\n"));
}

TEST(PipelineConfig, KeysThatSayNothingAnyMoreAreRead) {
  const PipelineConfig config = ReadText(
      "[profiles.tokenizer.variants.ollama_bpe]\ntoon_overhead = 1.0\nchars_per_token = 3.0");
  EXPECT_EQ(config.profiles.tokenizer.variants.at("ollama_bpe").chars_per_token, 3.0);
}

TEST(PipelineProfiles, AVariantOfABuiltInNameKeepsWhatTheFileDoesNotSay) {
  const PipelineConfig config =
      ReadText("[profiles.agent.variants.marathon_refactor]\nrecursion_depth = 2");
  const AgentProfile& agent = config.profiles.agent.variants.at("marathon_refactor");
  EXPECT_EQ(agent.recursion_depth, 2);
  EXPECT_TRUE(agent.near_ref_enabled);
}

TEST(PipelineProfiles, TheModelTellsHowLongAnAnswerIsThere) {
  EXPECT_EQ(Resolved("").references.most_age_tokens, 100'000U);
  EXPECT_EQ(Resolved("", {.model_id = "claude-sonnet-4-6-20260201"}).references.most_age_tokens,
            87'500U);
  EXPECT_EQ(Resolved("", {.model_id = "gemma4:26b"}).references.most_age_tokens, 3'891U);
  EXPECT_EQ(Resolved("profiles.llm.active = 'gemma4:26b'").references.most_age_tokens, 3'891U);
  EXPECT_EQ(Resolved("profiles.tokenizer.active = 'anthropic_class'").references.most_age_tokens,
            87'500U);
}

TEST(PipelineProfiles, TheSessionsBeforeTellTheAgent) {
  const SessionContext marathon{.event_count = 900, .compaction_count = 4};
  const PipelineSettings settings = Resolved("", marathon);
  EXPECT_EQ(settings.encoder.recursion_depth, 7);
  EXPECT_EQ(settings.references.safety_factor, 3U);
  EXPECT_TRUE(settings.references.has_near_references);
  const PipelineSettings searching = Resolved("", {.event_count = 50, .read_share = 0.7});
  EXPECT_EQ(searching.encoder.recursion_depth, 3);
  EXPECT_EQ(searching.references.safety_factor, 7U);
}

TEST(PipelineProfiles, AKnobBeatsTheAgentProfile) {
  const PipelineSettings settings = Resolved(
      "[dedup]\nnear_ref_enabled = false\n[mckp]\nrecursion_depth = 4\n"
      "[profiles.agent]\nactive = 'marathon_refactor'");
  EXPECT_EQ(settings.encoder.recursion_depth, 4);
  EXPECT_FALSE(settings.references.has_near_references);
}

TEST(PipelineProfiles, DataProfilesBeatTemplatesAndOverridesBeatBoth) {
  const std::string text =
      "[templates.endpoint_overrides]\nmcp__x__a = 'csv_from_md'\n"
      "[profiles.data.x]\nendpoint_pattern = 'mcp__x__a'\npreferred_format = 'mr_diff_fence'\n";
  EXPECT_EQ(EndpointOf(Resolved(text), "mcp__x__a").template_id, "mr_diff_fence");
  const PipelineSettings settings =
      Resolved(text +
               "[endpoint_overrides.mcp__x__a]\ntemplate_id = 'pipeline_deep_mckp'\n"
               "dedup_enabled = false\nlru_size = 8\nmin_body_chars = 77\n");
  const EndpointSettings& own = EndpointOf(settings, "mcp__x__a");
  EXPECT_EQ(own.template_id, "pipeline_deep_mckp");
  EXPECT_EQ(own.has_references, false);
  EXPECT_EQ(own.recent_answers, 8U);
  EXPECT_EQ(own.least_body_bytes, 77U);
}

TEST(PipelineProfiles, ABeginningStandsForTheEndpointsThatHaveNothingOfTheirOwn) {
  const PipelineSettings settings = Resolved("");
  EXPECT_EQ(EndpointOf(settings, "mcp__gitlab__list_issues").template_id, "csv_from_md");
  EXPECT_EQ(EndpointOf(settings, "mcp__gitlab__list_issues_of_group").template_id, "csv_from_md");
  EXPECT_EQ(EndpointOf(settings, "mcp__gitlab__list").template_id, std::nullopt);
}

TEST(HintPolicy, AnUnknownTypeIsDenied) {
  EXPECT_TRUE(AllowsHint(PipelineConfig(), "ref", ""));
  EXPECT_FALSE(AllowsHint(PipelineConfig(), "poem", ""));
  EXPECT_FALSE(AllowsHint(PipelineConfig(), "schema_explainer", ""));
}

TEST(HintPolicy, AHintForSomeModelsIsForNoOther) {
  EXPECT_EQ(Resolved("").encoder.most_format_hints, 0U);
  EXPECT_EQ(Resolved("", {.model_id = "claude-sonnet-4.6"}).encoder.most_format_hints, 0U);
  EXPECT_EQ(Resolved("", {.model_id = "gpt-oss:20b"}).encoder.most_format_hints, 10U);
  EXPECT_EQ(Resolved("profiles.llm.active = 'gpt-oss:20b'").encoder.most_format_hints, 10U);
}

TEST(HintPolicy, LimitsAndSwitchesReachThePipeline) {
  EXPECT_FALSE(Resolved("hints.ref.enabled = false").references.is_on);
  EXPECT_EQ(Resolved("hints.near_ref.max_per_session = 2").references.most_near_references, 2U);
  EXPECT_FALSE(Resolved("[dedup]\nnear_ref_enabled = true\n[hints.near_ref]\nenabled = false")
                   .references.has_near_references);
}

TEST(TelemetrySwitch, EveryOtherByteOfTheFileStays) {
  const FaultCase cases[] = {
      {"", "[telemetry]\nenabled = true\n"},
      {"# mine\n[dedup]\nlru_size = 7",
       "# mine\n[dedup]\nlru_size = 7\n\n[telemetry]\nenabled = "
       "true\n"},
      {"[telemetry] # off\nenabled = false # é\n", "[telemetry] # off\nenabled = true # é\n"},
      {"[telemetry]\n  sample_rate = 0.5\n", "[telemetry]\nenabled = true\n  sample_rate = 0.5\n"},
      {"telemetry = { sample_rate = 0.5 }\n",
       "telemetry = { enabled = true, sample_rate = 0.5 }\n"},
      {"telemetry = {}", "telemetry = { enabled = true}"},
      {"\xef\xbb\xbf# é\n[telemetry]\nenabled = false",
       "\xef\xbb\xbf# é\n[telemetry]\nenabled = true"},
      {"# é\ntelemetry.enabled = false\n", "# é\ntelemetry.enabled = true\n"},
  };
  for (const FaultCase& one : cases) {
    WM_ASSERT_OK_AND_ASSIGN(const std::string text, WithTelemetryEnabled("p", one.text, true));
    EXPECT_EQ(text, one.message);
    EXPECT_TRUE(ReadText(text).telemetry.enabled);
  }
}

TEST(TelemetrySwitch, AFormThatCannotBeChangedIsLeftAlone) {
  EXPECT_THAT(WithTelemetryEnabled("p", "telemetry.sample_rate = 0.5\n[dedup]\n", true),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("by hand")));
}

TEST(PipelineProfiles, TakeTheVariantsThatAreNamedAsTheClient) {
  const absl::StatusOr<PipelineConfig> config = ReadPipelineConfig(
      "p",
      "[profiles.agent.variants.some-agent]\nhint_aggressiveness = 1.0\n"
      "[profiles.llm.variants.some-agent]\ntokenizer = 'anthropic_class'\ncontext_window = 2000\n");
  WM_ASSERT_OK(config.status());
  const SessionContext known = {
      .model_id = "", .client = "some-agent", .event_count = 500, .compaction_count = 3};
  EXPECT_EQ(ActiveProfilesOf(*config, known).agent, "some-agent");
  EXPECT_EQ(ActiveProfilesOf(*config, known).llm, "some-agent");
  EXPECT_EQ(ActiveProfilesOf(*config, known).tokenizer, "anthropic_class");
  EXPECT_EQ(ResolvePipeline(*config, known).references.safety_factor, 2U);
  SessionContext other = known;
  other.client = "other";
  EXPECT_EQ(ActiveProfilesOf(*config, other).agent, "marathon_refactor");
  EXPECT_EQ(ActiveProfilesOf(*config, other).llm, "default");
}

}  // namespace
}  // namespace waymark::services
