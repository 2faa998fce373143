// The configuration of the response pipeline: what a file of TOML says, and what it comes to for a
// session.
//
// A file has the schema 1 or 2. Schema 1 has neither [profiles] nor [hints]; it is read as schema 2
// with the built-in ones, and stays as it is until somebody saves. Whatever a file does not say has
// its default. Profiles are variants along four axes (tokenizer, llm, agent, data); the file adds
// variants to the built-in ones, or replaces them by name.
//
// Everything here is pure and thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "services/pipeline_settings.h"

namespace waymark::services {

inline constexpr int kPipelineSchema = 2;
inline constexpr std::string_view kPipelineConfigName = "pipeline.toml";
// A longer file is refused before it is parsed.
inline constexpr std::size_t kMaxPipelineConfigBytes = std::size_t{1} << 20;
// The variant that an axis has unless the file names another: the session tells it.
inline constexpr std::string_view kAutoProfile = "auto";

// Keys of the maps below are endpoints as EndpointName() has them.
struct DedupConfig {
  // The session has one context of a model, so that answers without a context id may be referred
  // to (ReferenceSettings).
  bool one_context = false;
  int lru_size = 5;
  std::map<std::string, bool> enabled_per_endpoint;
  std::string hint_verbosity = "terse";
  std::optional<bool> near_ref_enabled;  // unset: as the agent profile says
  int min_body_chars = 200;              // bytes
};

struct TemplatesConfig {
  std::vector<std::string> active;
  std::map<std::string, std::string> endpoint_overrides;
};

// From which size on a text of a shape gets the format for that shape.
struct ShapeThresholds {
  int markdown_columns = 2;
  int array_items = 4;
  double key_stability = 0.7;
  int flat_fields = 8;
};

struct MckpConfig {
  std::optional<int> recursion_depth;        // unset: as the agent profile says
  std::vector<std::string> formats_enabled;  // empty: all lossless ones
  ShapeThresholds shape_thresholds;
};

struct TelemetryConfig {
  bool enabled = false;
  double sample_rate = 1;  // of sessions
  int flush_every_n = 25;  // events
  bool share_endpoints_with_team = false;
};

// Beats every other place that says the same of the endpoint.
struct EndpointConfig {
  std::optional<bool> dedup_enabled;
  std::optional<int> lru_size;
  std::optional<std::string> template_id;
  std::optional<int> min_body_chars;
};

struct TokenizerProfile {
  double chars_per_token = 4;  // bytes of a token on average; 4 is that of o200k_base
};

struct LlmProfile {
  std::string tokenizer;
  int context_window = 200'000;  // tokens of its own tokenizer
};

struct AgentProfile {
  int recursion_depth = 5;
  double hint_aggressiveness = 0.5;  // above 0, at most 1; higher: shorter texts are referred to
  bool near_ref_enabled = false;
};

struct DataProfile {
  std::string endpoint_pattern;  // an endpoint, or its beginning and "*"
  std::string preferred_format;  // a template; empty: the smallest encoding
};

template <typename Profile>
struct ProfileAxis {
  std::string active = std::string(kAutoProfile);
  std::map<std::string, Profile> variants;
};

struct ProfilesConfig {
  ProfileAxis<TokenizerProfile> tokenizer;
  ProfileAxis<LlmProfile> llm;
  ProfileAxis<AgentProfile> agent;
  std::map<std::string, DataProfile> data;
};

// The policy of one type of hint.
struct HintRule {
  bool enabled = true;
  int max_per_session = 0;                     // 0: no limit
  std::vector<std::string> applies_to_models;  // empty: all
};

struct PipelineConfig {
  PipelineConfig();  // the defaults and the built-in profiles and hints

  int schema_version = kPipelineSchema;
  DedupConfig dedup;
  TemplatesConfig templates;
  MckpConfig mckp;
  TelemetryConfig telemetry;
  std::map<std::string, EndpointConfig> endpoint_overrides;
  ProfilesConfig profiles;
  std::map<std::string, HintRule> hints;
};

// Facts about a session that are known when it begins. The counts are of the sessions before it.
struct SessionContext {
  std::string model_id;  // empty: unknown
  std::string client;    // the name that the client gives itself; empty: unknown
  std::uint64_t event_count = 0;
  std::uint64_t compaction_count = 0;
  double read_share = 0;  // of calls that read files, 0 to 1
};

// The variants that hold in a session, by name.
struct ActiveProfiles {
  std::string tokenizer;
  std::string llm;
  std::string agent;
};

// Reads a file; `name` begins the errors: "pipeline.toml:3:7: dedup.lru_size is from 1 to 64, not
// 0". InvalidArgument for what is no TOML, a key that does not exist, a value of another type or
// outside of its range, and a variant that nothing defines; FailedPrecondition for a schema that is
// newer.
absl::StatusOr<PipelineConfig> ReadPipelineConfig(std::string_view name, std::string_view text);

// The file of the configuration, in schema 2: what differs from the defaults. Reading it gives the
// configuration back.
std::string WritePipelineConfig(const PipelineConfig& config);

// The text with [telemetry] enabled set; every other byte stays. Errors are those of reading.
absl::StatusOr<std::string> WithTelemetryEnabled(std::string_view name, std::string_view text,
                                                 bool enabled);

// The variant of a model: of its name, with hyphens for points and a date behind it or not. Empty
// if there is none.
std::string ModelVariantOf(const PipelineConfig& config, std::string_view model_id);

// The agent profile that fits what sessions were like.
std::string_view AgentOf(const SessionContext& session);

// Which variants hold. A name of `active` beats the session. A model without a variant of its name
// has the one that is named as the client, or else "default". A variant of an agent that is named
// as the client beats the one that fits what sessions were like.
ActiveProfiles ActiveProfilesOf(const PipelineConfig& config, const SessionContext& session);

// The settings that the pipeline works with. The same arguments give the same settings. The first
// place that gives a value counts: endpoint_overrides, the knob in the file, the data profile, the
// agent profile, the default.
PipelineSettings ResolvePipeline(const PipelineConfig& config, const SessionContext& session);

// Whether a hint of the type may be sent to the model. An unknown type may not.
bool AllowsHint(const PipelineConfig& config, std::string_view type, std::string_view model_id);

}  // namespace waymark::services
