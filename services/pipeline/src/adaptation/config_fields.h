// The keys of the tables of a pipeline configuration: one list for each struct, which reading and
// writing both follow.
#pragma once

#include <span>
#include <string_view>

#include "services/pipeline_config.h"

namespace waymark::services {

// The values that a key may have: a number from `low` to `high`, or one of `words` if there are
// any.
struct ConfigLimits {
  double low = 0;
  double high = 0;
  std::span<const std::string_view> words = {};
};

inline constexpr std::string_view kVerbosityWords[] = {"terse", "standard", "verbose"};
inline constexpr std::string_view kTemplateWords[] = {"csv_from_md", "pipeline_deep_mckp",
                                                      "mr_diff_fence"};

// The names of wire::AdaptiveFormat.
inline constexpr std::string_view kFormatWords[] = {"kv",          "csv",        "json_compact",
                                                    "csv_from_md", "code_fence", "deep_mckp",
                                                    "prefixes",    "references"};

inline constexpr ConfigLimits kLruLimits = {.low = 1, .high = 64};
inline constexpr ConfigLimits kBodyLimits = {.low = 1, .high = 1 << 20};
inline constexpr ConfigLimits kDepthLimits = {.low = 0, .high = 16};
inline constexpr ConfigLimits kLeastLimits = {.low = 1, .high = 1000};
inline constexpr ConfigLimits kShareLimits = {.low = 0, .high = 1};
inline constexpr ConfigLimits kCountLimits = {.low = 0, .high = 1'000'000};

// Keys that files of earlier programs have and that say nothing here, since tokens are counted and
// every nested value is written by the same rule.
inline constexpr std::string_view kRetiredKeys[] = {
    "inline_json_cost", "toon_overhead",      "max_inline_nested", "prefer_explicit_keys", "bpe",
    "priority",         "auto_detect_window", "hint_set"};

template <typename Visitor>
void VisitFields(Visitor&& visit, const DedupConfig& /*of*/) {
  visit("one_context", &DedupConfig::one_context);
  visit("lru_size", &DedupConfig::lru_size, kLruLimits);
  visit("enabled_per_endpoint", &DedupConfig::enabled_per_endpoint);
  visit("hint_verbosity", &DedupConfig::hint_verbosity, ConfigLimits{.words = kVerbosityWords});
  visit("near_ref_enabled", &DedupConfig::near_ref_enabled);
  visit("min_body_chars", &DedupConfig::min_body_chars, kBodyLimits);
}

template <typename Visitor>
void VisitFields(Visitor&& visit, const TemplatesConfig& /*of*/) {
  visit("active", &TemplatesConfig::active, ConfigLimits{.words = kTemplateWords});
  visit("endpoint_overrides", &TemplatesConfig::endpoint_overrides,
        ConfigLimits{.words = kTemplateWords});
}

template <typename Visitor>
void VisitFields(Visitor&& visit, const ShapeThresholds& /*of*/) {
  visit("markdown_columns", &ShapeThresholds::markdown_columns, kLeastLimits);
  visit("array_items", &ShapeThresholds::array_items, kLeastLimits);
  visit("key_stability", &ShapeThresholds::key_stability, kShareLimits);
  visit("flat_fields", &ShapeThresholds::flat_fields, kLeastLimits);
}

template <typename Visitor>
void VisitFields(Visitor&& visit, const MckpConfig& /*of*/) {
  visit("recursion_depth", &MckpConfig::recursion_depth, kDepthLimits);
  visit("formats_enabled", &MckpConfig::formats_enabled, ConfigLimits{.words = kFormatWords});
  visit("shape_thresholds", &MckpConfig::shape_thresholds);
}

template <typename Visitor>
void VisitFields(Visitor&& visit, const TelemetryConfig& /*of*/) {
  visit("enabled", &TelemetryConfig::enabled);
  visit("sample_rate", &TelemetryConfig::sample_rate, kShareLimits);
  visit("flush_every_n", &TelemetryConfig::flush_every_n, ConfigLimits{.low = 1, .high = 10'000});
  visit("share_endpoints_with_team", &TelemetryConfig::share_endpoints_with_team);
}

template <typename Visitor>
void VisitFields(Visitor&& visit, const EndpointConfig& /*of*/) {
  visit("dedup_enabled", &EndpointConfig::dedup_enabled);
  visit("lru_size", &EndpointConfig::lru_size, kLruLimits);
  visit("template_id", &EndpointConfig::template_id, ConfigLimits{.words = kTemplateWords});
  visit("min_body_chars", &EndpointConfig::min_body_chars, kBodyLimits);
}

template <typename Visitor>
void VisitFields(Visitor&& visit, const TokenizerProfile& /*of*/) {
  visit("chars_per_token", &TokenizerProfile::chars_per_token,
        ConfigLimits{.low = 0.5, .high = 32});
}

template <typename Visitor>
void VisitFields(Visitor&& visit, const LlmProfile& /*of*/) {
  visit("tokenizer", &LlmProfile::tokenizer);
  visit("context_window", &LlmProfile::context_window,
        ConfigLimits{.low = 1024, .high = 100'000'000});
}

template <typename Visitor>
void VisitFields(Visitor&& visit, const AgentProfile& /*of*/) {
  visit("recursion_depth", &AgentProfile::recursion_depth, kDepthLimits);
  visit("hint_aggressiveness", &AgentProfile::hint_aggressiveness,
        ConfigLimits{.low = 0.01, .high = 1});
  visit("near_ref_enabled", &AgentProfile::near_ref_enabled);
}

template <typename Visitor>
void VisitFields(Visitor&& visit, const DataProfile& /*of*/) {
  visit("endpoint_pattern", &DataProfile::endpoint_pattern);
  visit("preferred_format", &DataProfile::preferred_format, ConfigLimits{.words = kTemplateWords});
}

// The variants come first: they are those that `active` may name.
template <typename Visitor, typename Profile>
void VisitFields(Visitor&& visit, const ProfileAxis<Profile>& /*of*/) {
  visit("variants", &ProfileAxis<Profile>::variants);
  visit("active", &ProfileAxis<Profile>::active);
}

template <typename Visitor>
void VisitFields(Visitor&& visit, const ProfilesConfig& /*of*/) {
  visit("tokenizer", &ProfilesConfig::tokenizer);
  visit("llm", &ProfilesConfig::llm);
  visit("agent", &ProfilesConfig::agent);
  visit("data", &ProfilesConfig::data);
}

template <typename Visitor>
void VisitFields(Visitor&& visit, const HintRule& /*of*/) {
  visit("enabled", &HintRule::enabled);
  visit("max_per_session", &HintRule::max_per_session, kCountLimits);
  visit("applies_to_models", &HintRule::applies_to_models);
}

template <typename Visitor>
void VisitFields(Visitor&& visit, const PipelineConfig& /*of*/) {
  visit("schema_version", &PipelineConfig::schema_version,
        ConfigLimits{.low = 1, .high = kPipelineSchema});
  visit("dedup", &PipelineConfig::dedup);
  visit("templates", &PipelineConfig::templates);
  visit("mckp", &PipelineConfig::mckp);
  visit("telemetry", &PipelineConfig::telemetry);
  visit("endpoint_overrides", &PipelineConfig::endpoint_overrides);
  visit("profiles", &PipelineConfig::profiles);
  visit("hints", &PipelineConfig::hints);
}

}  // namespace waymark::services
